"""Secrets that the site must read again (of authenticator apps, of webhooks), sealed for the database.

AES-256-GCM under a key made of ``SECRET_KEY``: a stolen dump of the database opens nothing, and what somebody changed
in it no longer opens. After a change of ``SECRET_KEY`` those in ``SECRET_KEY_FALLBACKS`` open what they sealed.
"""

import base64
import binascii
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST = 100
"""Bytes of a secret; sealed, they fit into 200 characters, the narrowest column that keeps one."""
_NONCE = 12
_SEALED = "gcm:"
_MASKED = "x610z_site.accounts.second_step"
"""What the masks of earlier releases were salted with."""


def sealed(secret: bytes) -> str:
    """The secret as it is stored. ValueError for one that is longer than LONGEST, rather than a part of it."""
    if len(secret) > LONGEST:
        raise ValueError(f"a secret of {len(secret)} bytes does not fit; {LONGEST} do")
    nonce = secrets.token_bytes(_NONCE)
    packed = nonce + AESGCM(_key(settings.SECRET_KEY)).encrypt(nonce, secret, None)
    return _SEALED + base64.urlsafe_b64encode(packed).decode()


def opened(stored: str) -> bytes:
    """The secret again, sealed under the present key of the site or one before; ValueError when none opens it."""
    open_one = _unsealed if stored.startswith(_SEALED) else _unmasked
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        secret = open_one(stored, key)
        if secret is not None:
            return secret
    raise ValueError("this secret was stored under another key of the site, or changed since")


def _key(site_key: str) -> bytes:
    return salted_hmac("x610z_site.site_secrets", "", secret=site_key, algorithm="sha256").digest()


def _unsealed(stored: str, site_key: str) -> bytes | None:
    try:
        packed = base64.urlsafe_b64decode(stored.removeprefix(_SEALED))
        return AESGCM(_key(site_key)).decrypt(packed[:_NONCE], packed[_NONCE:], None)
    except (InvalidTag, binascii.Error, ValueError):
        return None


def _unmasked(stored: str, site_key: str) -> bytes | None:
    """What releases before this module stored: at most 32 bytes, under a mask of one block and a seal."""
    nonce, body, seal = stored.split(":")
    made = salted_hmac(f"{_MASKED}.seal", f"{nonce}:{body}", secret=site_key, algorithm="sha256").hexdigest()
    if not constant_time_compare(made, seal):
        return None
    mask = salted_hmac(f"{_MASKED}.mask", nonce, secret=site_key, algorithm="sha256").digest()
    return bytes(one ^ two for one, two in zip(bytes.fromhex(body), mask, strict=False))
