"""The hash on a receipt: proves later what was submitted, tells nothing to anyone who has only the hash."""

import hashlib
import json
import secrets
from collections.abc import Mapping


def new_salt() -> str:
    """32 random hexadecimal digits."""
    return secrets.token_hex(16)


def receipt_hash(
    *, salt: str, pool_sha256: str, main: Mapping[str, int], sideboard: Mapping[str, int]
) -> str:
    """SHA-256, in hex, over the salt, the pool and the copies of each card number of deck and sideboard.

    The bytes hashed are JSON without spaces, keys sorted, UTF-8: ``{"main":{…},"pool":…,"salt":…,"sideboard":{…}}``.
    Anybody with the receipt and the list can compute it anew.
    """
    parts = {"main": dict(main), "pool": pool_sha256, "salt": salt, "sideboard": dict(sideboard)}
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
