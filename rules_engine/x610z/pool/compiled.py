"""Compiled texts kept beside the act files, so that loading a pool does not parse a hundred texts again.

A cache and nothing more: every entry is found by a hash of the text *and* of the sources of the grammar, so a changed
text or grammar is simply compiled anew. ``python -m rules_engine.x610z.pool`` writes the file; a test compares it.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from importlib import resources

import msgspec

from rules_engine.x610z import nodes as n

FILE = "compiled.json"
_SOURCES = (
    "__init__.py", "clauses.py", "filling.py", "lookahead.py", "meaning.py", "reading.py", "references.py", "scope.py",
    "table.py", "templates.py", "typecheck.py", "words.py",
)  # fmt: skip


@functools.lru_cache(maxsize=1)
def grammar_key() -> str:
    """A hash of everything that decides what a text compiles to."""
    digest = hashlib.sha256()
    # By way of the package above: asking for the files of a package imports it, and with it the parser.
    folder = resources.files("rules_engine.x610z").joinpath("cardtext")
    for name in _SOURCES:
        digest.update(folder.joinpath(name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def text_key(text: str, name: str, kind: str, permanent: bool, card_class: str) -> str:
    """The key of one card's text."""
    parts = "\0".join((grammar_key(), text, name, kind, str(permanent), card_class))
    return hashlib.sha256(parts.encode()).hexdigest()[:32]


@functools.lru_cache(maxsize=1)
def kept_trees() -> Mapping[str, n.CardTree]:
    """The trees of the file by :func:`text_key`; empty if the file is missing or of another grammar."""
    try:
        data = resources.files(__package__).joinpath(FILE).read_bytes()
        head = msgspec.json.decode(data, type=_Head)
        return msgspec.json.decode(data, type=_File).trees if head.grammar == grammar_key() else {}
    except (FileNotFoundError, msgspec.DecodeError):
        return {}


def encode(trees: Mapping[str, n.CardTree]) -> bytes:
    """The content of the file."""
    return msgspec.json.format(msgspec.json.encode(_File(grammar_key(), dict(trees))), indent=0) + b"\n"


class _Head(msgspec.Struct):
    grammar: str


class _File(msgspec.Struct):
    grammar: str
    trees: dict[str, n.CardTree]
