"""Our own rules engine as one file for browsers: the sources as they run here, packed the same on every machine."""

import functools
import gzip
import hashlib
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

from x610z_site.services.environment import ROOT

ENGINE = ROOT / "rules_engine"
ROOMS_LEFT_OUT = ("zx", "rulebook")
SUFFIXES = (".py", ".json", ".toml", ".lark")
WHEN = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Bundle:
    """A zip of the engine, and the same squeezed as browsers accept it; its name carries the hash of its bytes."""

    data: bytes
    squeezed: bytes
    sha256: str

    @property
    def name(self) -> str:
        """The name under which it is served."""
        return f"engine-{self.sha256[:16]}.zip"


@functools.lru_cache(maxsize=1)
def engine_bundle() -> Bundle:
    """The engine of this process, packed once."""
    return pack(ENGINE)


def pack(folder: Path) -> Bundle:
    """The package in `folder` as a zip with fixed dates and order: equal sources, equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if _wanted(path, name):
                info = zipfile.ZipInfo(f"{folder.name}/{name}", WHEN)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    data = buffer.getvalue()
    return Bundle(data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest())


def _wanted(path: Path, name: str) -> bool:
    if not path.is_file() or path.suffix not in SUFFIXES:
        return False
    return name.split("/")[0] not in ROOMS_LEFT_OUT
