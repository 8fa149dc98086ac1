"""Files sent to the gallery that are not what they say, hold something else, or would unpack to too much."""

import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image

from community.gallery.models import Work
from decks.cards.pictures import MAX_BYTES, picture_bytes
from ledger.errors import UserError
from tests.community.hung import kept_files, send_picture
from tests.community.wanted import photo
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def png(width: int, height: int, data: bytes = b"", extra: bytes = b"") -> bytes:
    """A PNG that says it is so large, with these packed pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def moving(kind: str) -> bytes:
    out = io.BytesIO()
    frames = [Image.new("RGB", (100, 100), color) for color in ("red", "blue")]
    frames[0].save(out, kind, save_all=True, append_images=frames[1:])
    return out.getvalue()


def text_bomb() -> bytes:
    """A PNG whose compressed note unpacks to 50 MB."""
    body = b"Comment\0\0" + zlib.compress(b"a" * 50_000_000, 9)
    note = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    return png(100, 100, zlib.compress(b"\0" * (301 * 100)), note)


REFUSED: dict[str, Any] = {
    "nothing": lambda: b"",
    "a page": lambda: b"<!doctype html><script>alert(1)</script>",
    "a drawing with a script": lambda: b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "a moving GIF": lambda: moving("GIF"),
    "a moving WebP": lambda: moving("WEBP"),
    "a moving PNG": lambda: moving("PNG"),
    "a heading that says 50,000 times 50,000": lambda: png(50_000, 50_000),
    "a thin line, one by 200,000": lambda: png(1, 200_000),
    "one dot": lambda: png(1, 1, zlib.compress(b"\0\0\0\0")),
    "half of a photograph": lambda: photo()[: len(photo()) // 2],
    "a heading and noise": lambda: photo()[:200] + bytes(range(256)) * 40,
    "more than the most": lambda: photo() + b"\0" * MAX_BYTES,
    "a note that unpacks to 50 MB": text_bomb,
    "PostScript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_still_picture_of_a_sane_size_is_refused_and_leaves_no_file(name: str) -> None:
    before = kept_files()
    with pytest.raises(UserError) as refused:
        send_picture(make_user("Painter"), picture=REFUSED[name]() or b" ")
    assert [problem.field for problem in refused.value.problems] == ["picture"]
    assert not Work.objects.exists()
    assert kept_files() == before


@pytest.mark.parametrize(
    "behind",
    [b"<script>alert('canary')</script>", b"PK\x03\x04canary", b"%PDF-1.7 canary", b"<?php canary"],
)
def test_of_a_file_that_is_two_things_only_the_picture_is_kept(behind: bytes) -> None:
    work = send_picture(make_user("Painter"), picture=photo() + behind)
    for small in (True, False):
        kept = picture_bytes(work.picture, small=small)
        assert kept is not None and kept.startswith(b"RIFF") and b"canary" not in kept
        with Image.open(io.BytesIO(kept)) as drawn:
            assert drawn.format == "WEBP" and not drawn.getexif() and "icc_profile" not in drawn.info
