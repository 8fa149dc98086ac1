"""Canonical bytes and hashes, the same in every process and Python version."""

import hashlib
import json
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.db import models


def plain(value: object) -> Any:
    """JSON-able form: model instances become ``label:pk``, bytes their SHA-256, sets sorted lists."""
    match value:
        case None | bool() | int() | str() | float():
            return value
        case msgspec.Struct():
            spelled = getattr(value, "as_plain", None)  # a struct may say itself how it is written
            return plain(spelled() if spelled is not None else msgspec.to_builtins(value))
        case models.Model():
            return f"{value._meta.label_lower}:{value.pk}"
        case bytes():
            return "sha256:" + hashlib.sha256(value).hexdigest()
        case datetime() | date():
            return value.isoformat()
        case UUID() | Decimal() | Fraction():
            return str(value)
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case set() | frozenset():
            return sorted(plain(item) for item in value)
    raise TypeError(f"no canonical form for {type(value).__name__}")


def canonical(value: object) -> bytes:
    """Canonical JSON bytes of ``plain(value)``."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()
