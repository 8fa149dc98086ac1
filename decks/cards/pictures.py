"""Pictures of printed cards: from the bytes somebody sent to two clean files, and where those are kept.

What was sent is never kept or shown. It is decoded and drawn anew as WebP, so no metadata, no hidden payload and no
file that is two things at once gets through.
"""

import hashlib
import io
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from ledger.errors import UserError

from .models import CardPicture

MAX_BYTES = 2 * 1024 * 1024
MAX_PIXELS, MAX_SIDE, MIN_SIDE = 12_000_000, 6_000, 60
"""What a sent picture may measure; checked from its heading, before a pixel is unpacked."""
LARGE, SMALL = (900, 1_200), (300, 400)
"""The largest width and height of the two files that are kept."""
FORMATS = ("PNG", "JPEG", "WEBP")
FOLDER = "card-pictures"
_UNREADABLE = (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning)


@dataclass(frozen=True)
class Drawn:
    """A picture drawn anew: the two WebP files, and the pixels of the large one."""

    large: bytes
    small: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """The hash of the large file."""
        return hashlib.sha256(self.large).hexdigest()


class Shown(NamedTuple):
    """A picture as pages show it: addresses, pixels of the large file, and who is to be named. Hashable, for caches."""

    large: str
    small: str
    width: int
    height: int
    credit: str
    licence: str
    source: str


def reencoded_picture(data: bytes) -> Drawn:
    """The two files for what somebody sent. Raises :class:`UserError` for anything that is no picture we take.

    What decides is the content; name and declared type of the file mean nothing.
    """
    if len(data) > MAX_BYTES:
        text = _("This picture is larger than %(size)s MB; make it smaller.")
        raise _refused("picture_too_large", text % {"size": MAX_BYTES // 1024**2})
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            _check_size(*sent.size)
            # A phone's JPEG may hold a second picture behind the first (MPO); only the first is read.
            if sent.format != "MPO" and getattr(sent, "n_frames", 1) > 1:
                raise _refused("picture_moves", _("Animated pictures are not allowed; choose a still one."))
            upright = ImageOps.exif_transpose(sent).convert("RGBA" if sent.has_transparency_data else "RGB")
    except _UNREADABLE:
        raise _refused(
            "picture_unreadable",
            _("This file is not a picture that can be read. Choose a PNG, JPEG or WebP file."),
        ) from None
    upright.thumbnail(LARGE, Image.Resampling.LANCZOS)
    small = upright.copy()
    small.thumbnail(SMALL, Image.Resampling.LANCZOS)
    return Drawn(_webp(upright), _webp(small), *upright.size)


def _check_size(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        text = _(
            "This picture has %(width)s × %(height)s pixels; make it smaller, a card needs about 900 × 1200."
        )
        raise _refused("picture_too_many_pixels", text % {"width": width, "height": height})
    if min(width, height) < MIN_SIDE:
        text = _("This picture has only %(width)s × %(height)s pixels: too few to see anything.")
        raise _refused("picture_too_few_pixels", text % {"width": width, "height": height})


def _refused(code: str, message: str) -> UserError:
    return UserError(code, message, field="file")


def _webp(picture: Image.Image) -> bytes:
    picture.info.clear()  # nothing but pixels: no place, no camera, no colour profile
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=82, method=4)
    return out.getvalue()


# --- where they are kept -------------------------------------------------------------------------------


def picture_keep(drawn: Drawn) -> str:
    """Put both files into the storage; answers the random name that finds them again."""
    name = secrets.token_hex(16)
    default_storage.save(_path(name, small=False), ContentFile(drawn.large))
    default_storage.save(_path(name, small=True), ContentFile(drawn.small))
    return name


def picture_forget(name: str) -> None:
    """Take both files out of the storage; a file that is gone already is no error."""
    default_storage.delete(_path(name, small=False))
    default_storage.delete(_path(name, small=True))


def picture_bytes(name: str, *, small: bool) -> bytes | None:
    """The content of a kept file; None when there is none."""
    try:
        with default_storage.open(_path(name, small=small)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def _path(name: str, *, small: bool) -> str:
    return f"{FOLDER}/{name[:2]}/{name}{'-small' if small else ''}.webp"


@lru_cache(maxsize=8192)
def _addresses(name: str) -> tuple[str, str]:
    """Where the large and the small file are found; kept, for a page of cards asks for many at once."""
    large, small = (reverse("decks:picture_file", args=[name, size]) for size in ("large", "small"))
    return large, small


def shown(picture: CardPicture) -> Shown:
    """What pages need of a picture."""
    return Shown(
        *_addresses(picture.name),
        picture.width,
        picture.height,
        picture.credit,
        picture.licence,
        picture.source,
    )
