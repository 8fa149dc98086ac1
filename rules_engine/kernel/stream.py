"""Numbers that look random and are not: derived from a seed by hashing, the same on every machine."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """Numbers derived from a seed by BLAKE2b; the same on every machine."""

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed).encode()
        self._block = b""
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1."""
        if len(self._block) < 4:
            self._block = hashlib.blake2b(self._seed + self._count.to_bytes(8, "big")).digest()
            self._count += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big") % limit

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self.below(100) < percent

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in another order."""
        left = list(options)
        for index in range(len(left) - 1, 0, -1):
            other = self.below(index + 1)
            left[index], left[other] = left[other], left[index]
        return left
