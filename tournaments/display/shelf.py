"""The shelf: things that one process makes once for all its readers, and makes again when what they rest on changed."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar
from zlib import crc32

from django.core.cache import caches

SHELF = "pages"
"""The cache of each process by itself (settings): what lies there never travels."""
KEPT_SECONDS = 3600

T = TypeVar("T")


@dataclass(frozen=True)
class Kept(Generic[T]):
    """A thing as it lies there: good for ``version``, made of what ``stamp`` names, about ``weight`` bytes heavy."""

    version: int
    stamp: int
    thing: T
    weight: int


class Shelf(Generic[T]):
    """The things of one kind; ``weigh`` says about how many bytes one takes."""

    def __init__(self, kind: str, weigh: Callable[[T], int]) -> None:
        self._kind, self._weigh = kind, weigh
        # A kind has locks of its own: what is made may need things of other kinds.
        self._locks = tuple(Lock() for _ in range(16))

    def get(
        self, key: object, version: int, make: Callable[[int], T], *, stamp: Callable[[], int] | None = None
    ) -> T:
        """What lies under ``key`` at ``version`` or a later one, else what ``make`` gives, once for all who wait.

        ``stamp``: a number that says whether the thing changed with the version (without it every version is a change).
        ``make`` gets that number and must read everything after it, so that at worst a thing is newer than its number
        says. What it raises passes through, and nothing is kept. ``key`` is read by its ``repr``.
        """
        place, store = self.place(key), caches[SHELF]
        kept: Kept[T] | None = store.get(place)
        if kept is None or kept.version < version:
            with self._locks[crc32(place.encode()) % len(self._locks)]:
                kept = store.get(place)
                if kept is None or kept.version < version:
                    number = version if stamp is None else stamp()
                    same = kept is not None and kept.stamp == number
                    thing = kept.thing if kept is not None and same else make(number)
                    kept = Kept(version, number, thing, self._weigh(thing))
                    store.set(place, kept, KEPT_SECONDS)
        return kept.thing

    def last(self, key: object) -> T | None:
        """What lies under ``key``, however old; for when nobody can say whether there is anything newer."""
        kept: Kept[T] | None = caches[SHELF].get(self.place(key))
        return None if kept is None else kept.thing

    def place(self, key: object) -> str:
        """Where the thing under ``key`` lies in the cache."""
        return f"{self._kind}.{blake2b(repr(key).encode(), digest_size=16).hexdigest()}"
