"""Pages in pieces: what everybody shares is compressed once, and what is one reader's own is laid between, as it is.

A gzip body is a row of blocks. The pieces are blocks that refer to nothing outside themselves, and what is laid between
them is stored without compression. So a secret is never compressed together with anything: the length of a page says
nothing about it (the attack is called BREACH), and a page of a large hall costs as much as its reader's own few bytes.
"""

import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from .holes import split

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The header of a gzip body (RFC 1952): deflated, no name, no time."""
LAST_BLOCK = b"\x01\x00\x00\xff\xff"
"""The last block, stored and empty (RFC 1951)."""
LARGEST_BLOCK = 0xFFFF


@dataclass(frozen=True)
class Piece:
    """Text, compressed. ``checksum`` is its CRC-32 and ``turns`` how it changes one before it; ``data`` instead of them
    where the text is used once.
    """

    packed: bytes
    size: int
    checksum: int = 0
    turns: Sequence[int] = ()
    data: bytes = b""

    @classmethod
    def of(cls, text: str) -> "Piece":
        """Compress this once, as well as gzip can."""
        data = text.encode()
        press = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = press.compress(data) + press.flush(zlib.Z_FULL_FLUSH)
        alone = zlib.crc32(data)
        # A CRC is linear: 32 single bits say what any checksum of the text before becomes behind this piece.
        turns = array("I", [zlib.crc32(data, 1 << bit) ^ alone for bit in range(32)])
        return cls(packed, len(data), alone, turns)

    @classmethod
    def once(cls, text: str) -> "Piece":
        """Compress this quickly, for one reader."""
        data = text.encode()
        press = zlib.compressobj(4, zlib.DEFLATED, -zlib.MAX_WBITS)
        return cls(press.compress(data) + press.flush(zlib.Z_FULL_FLUSH), len(data), data=data)

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return len(self.packed) + len(self.data) + (600 if self.turns else 300)

    def text(self) -> bytes:
        """The text again."""
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(self.packed)

    def after(self, checksum: int) -> int:
        """The CRC-32 of what came before and this piece together, without reading what is shared again."""
        if self.data:
            return zlib.crc32(self.data, checksum)
        result = self.checksum
        for turn in self.turns:
            if checksum & 1:
                result ^= turn
            checksum >>= 1
            if not checksum:
                break
        return result


@dataclass(frozen=True)
class Page:
    """A text in pieces, and the names of the holes between them; the hole "" holds nothing."""

    pieces: tuple[Piece, ...]
    holes: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Page":
        """Compress this once, for many."""
        parts, names = split(text)
        return cls(tuple(map(Piece.of, parts)), names)

    @classmethod
    def once(cls, text: str) -> "Page":
        """Compress this quickly, for one reader."""
        parts, names = split(text)
        return cls(tuple(map(Piece.once, parts)), names)

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 500 + sum(piece.weight for piece in self.pieces)

    def around(self, name: str, other: "Page") -> "Page":
        """This page with another one in the hole ``name``."""
        at = self.holes.index(name)
        before, behind = self.holes[:at], self.holes[at + 1 :]
        pieces = (*self.pieces[: at + 1], *other.pieces, *self.pieces[at + 1 :])
        return Page(pieces, (*before, "", *other.holes, "", *behind))

    def plain(self, values: Mapping[str, str]) -> bytes:
        """The page as it reads, with ``values`` in its holes."""
        between = [*self._filled(values), b""]
        return b"".join(part for at, one in enumerate(self.pieces) for part in (one.text(), between[at]))

    def gzipped(self, values: Mapping[str, str]) -> bytes:
        """The same page as one gzip body."""
        body, checksum, size = [HEAD], 0, 0
        between = [*self._filled(values), b""]
        for at, piece in enumerate(self.pieces):
            body.append(piece.packed)
            checksum = piece.after(checksum)
            body.extend(_stored(between[at]))
            checksum = zlib.crc32(between[at], checksum)
            size += piece.size + len(between[at])
        end = checksum.to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(4, "little")
        return b"".join([*body, LAST_BLOCK, end])

    def answer(self, request: HttpRequest, values: Mapping[str, str], *, status: int = 200) -> HttpResponse:
        """The page with ``values`` in its holes, compressed for a browser that takes it."""
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return HttpResponse(self.plain(values), status=status)
        response = HttpResponse(self.gzipped(values), status=status)
        response["Content-Encoding"] = "gzip"
        return response

    def _filled(self, values: Mapping[str, str]) -> list[bytes]:
        return [values[name].encode() if name else b"" for name in self.holes]


def _stored(data: bytes) -> Iterable[bytes]:
    """Blocks that hold this as it is."""
    for start in range(0, len(data), LARGEST_BLOCK):
        part = data[start : start + LARGEST_BLOCK]
        yield b"\x00" + len(part).to_bytes(2, "little") + (len(part) ^ 0xFFFF).to_bytes(2, "little") + part
