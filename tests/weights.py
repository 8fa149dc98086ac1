"""What a page weighs: its own bytes, its styles and its scripts, each as it travels, pictures left out.

Styles and scripts are packed once, when they are collected, with Brotli; a page when it is made, with gzip.
"""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import brotli
from django.contrib.staticfiles.finders import find
from django.templatetags.static import static

from x610z_site.staticfiles import as_sent

HEAVIEST = 60_000
"""Bytes of the heaviest page."""
_ASKED = re.compile(rb"""<(?:link[^>]+rel="stylesheet"[^>]*href|script[^>]+src)="([^"]+)\"""")
_IMPORTED = re.compile(rb"""(?:import|from)\s*["'](\.{1,2}/[^"']+)["']""")


def weight(page: bytes) -> int:
    """Bytes of an HTML page with everything that it cannot begin without."""
    asked: set[Path] = set()
    for address in _ASKED.findall(page):
        asked |= _with_imports(_file(urlsplit(address.decode()).path))
    return len(gzip.compress(page)) + sum(_packed(path) for path in asked)


def _file(path: str) -> Path:
    """The source of a file that a page names; raises LookupError where there is none."""
    plain = re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", path.removeprefix(static("")))
    found = find(plain)
    if found is None:
        raise LookupError(path)
    return Path(found)


@cache
def _with_imports(path: Path) -> frozenset[Path]:
    """A script and what it cannot begin without, not what it asks for when that is needed; a style sheet alone."""
    found = {path}
    if path.suffix == ".js":
        for name in _IMPORTED.findall(path.read_bytes()):
            found |= _with_imports((path.parent / name.decode()).resolve())
    return frozenset(found)


@cache
def _packed(path: Path) -> int:
    name = path.as_posix().rpartition("/static/")[2]
    return len(brotli.compress(as_sent(name, path.read_bytes())))
