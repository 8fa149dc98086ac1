"""Fingerprints: the same state gives the same text on every machine and under every hash seed."""

import hashlib

import msgspec

_encoder = msgspec.msgpack.Encoder()


def digest(domain: str, value: object) -> str:
    """``b2:`` and 32 hex digits over ``value``, a tree of tuples, lists, integers, strings and None.

    ``domain`` keeps digests of different games, rulesets and engine semantics apart.
    """
    hasher = hashlib.blake2b(domain.encode(), digest_size=16)
    hasher.update(_encoder.encode(value))
    return "b2:" + hasher.hexdigest()


def sha256_of(value: object) -> str:
    """``sha256:`` and 64 hex digits over the canonical JSON of ``value`` (keys sorted)."""
    text = msgspec.json.encode(value, order="deterministic")
    return "sha256:" + hashlib.sha256(text).hexdigest()
