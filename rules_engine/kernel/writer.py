"""Collecting the lines of a log and writing them as bytes."""

import hashlib
from collections.abc import Sequence

from .log import Claim, Codec, EndLine


class LogWriter:
    """Collects lines and writes them as bytes; numbers action, check, judge and end lines by itself."""

    def __init__(self, codec: Codec[object]) -> None:
        self._encode = codec.encode
        self.lines: list[object] = []
        self.n = 0

    def add(self, line: object) -> None:
        """Append a line as it is."""
        self.lines.append(line)
        self.n = getattr(line, "n", None) or self.n

    def next(self) -> int:
        """The next line number."""
        return self.n + 1

    def back(self, count: int) -> None:
        """Keep only the first ``count`` lines."""
        del self.lines[count:]
        self.n = max((getattr(line, "n", None) or 0 for line in self.lines), default=0)

    def data(self) -> bytes:
        """The log so far."""
        return b"".join(self._encode(line) + b"\n" for line in self.lines)

    def end(self, winners: Sequence[int], rule: str = "", draw: bool = False) -> bytes:
        """Close the log with a claimed result and the hash of everything before; the whole log."""
        body = self.data()
        digest = "sha256:" + hashlib.sha256(body).hexdigest()
        self.add(EndLine(n=self.next(), claim=Claim(list(winners), draw, rule), sha256=digest))
        return body + self._encode(self.lines[-1]) + b"\n"
