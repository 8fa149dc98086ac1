"""One-time codes of an authenticator app (RFC 6238), and the codes for the day it is lost; knows no table."""

import base64
import hashlib
import hmac
import secrets
import struct
import time
from urllib.parse import quote

from django.utils.crypto import constant_time_compare, salted_hmac

STEP = 30
DIGITS = 6
SECRET_BYTES = 20
AROUND = 1
"""Steps before and after the present one that count, for clocks that differ."""
_SALT = "x610z_site.accounts.second_step"


def new_secret() -> bytes:
    """160 random bits, as RFC 4226 asks for."""
    return secrets.token_bytes(SECRET_BYTES)


def written(secret: bytes) -> str:
    """The secret as people type it into an app."""
    return base64.b32encode(secret).decode()


def code_at(secret: bytes, counter: int) -> str:
    """The code of one step (RFC 4226, section 5.3)."""
    digest = hmac.new(secret, struct.pack(">Q", counter), hashlib.sha1).digest()
    offset = digest[-1] & 0x0F
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(secret: bytes, code: str, last: int = -1) -> int | None:
    """The step a code belongs to; None for a wrong one, one of another time, or one not after the step ``last``."""
    now = int(time.time()) // STEP
    typed = code.replace(" ", "")
    for counter in range(now - AROUND, now + AROUND + 1):
        if constant_time_compare(code_at(secret, counter), typed) and counter > last:
            return counter
    return None


def app_address(secret: bytes, name: str) -> str:
    """What the QR code holds: an app reads the secret and for what it is."""
    label = quote(f"X610Z Organized Play:{name}")
    return f"otpauth://totp/{label}?secret={written(secret)}&issuer={quote('X610Z Organized Play')}"


def new_codes(count: int = 10) -> list[str]:
    """Codes for the day the phone is lost, 49 bits each, without letters one could mix up."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
    return [
        "-".join("".join(secrets.choice(alphabet) for _n in range(5)) for _half in range(2))
        for _c in range(count)
    ]


def code_hash(code: str, user_id: int) -> str:
    """What is stored of such a code: keyed, so that 49 bits cannot be searched in a stolen dump."""
    plain = code.strip().lower().replace(" ", "").replace("-", "")
    return salted_hmac(f"{_SALT}.recovery", f"{user_id}:{plain}", algorithm="sha256").hexdigest()
