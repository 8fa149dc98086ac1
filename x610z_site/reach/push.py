"""Web push: a message sealed for one browser (RFC 8291, aes128gcm) and a word of who sends it (VAPID, RFC 8292).

Eighty lines with the library for cryptography that passkeys need already; the packages for this bring an HTTP
client with a whole tree of their own, and would connect by themselves (decision 243).
"""

import base64
import json
import os
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()
RECORD = 4096
HOURS = 12


def unpadded(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """The bytes of such a text; ValueError when it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def private_key() -> ec.EllipticCurvePrivateKey:
    """The site's key, from the settings (32 bytes in base64)."""
    return ec.derive_private_key(int.from_bytes(padded(settings.VAPID_PRIVATE_KEY), "big"), CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key() -> str:
    """What a browser must know of the site when it is switched on; empty while the settings hold no key."""
    return unpadded(_point(private_key())) if settings.VAPID_PRIVATE_KEY else ""


def _mac(key: bytes, said: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(said)
    return made.finalize()


def sealed(
    body: bytes,
    p256dh: str,
    auth: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body for one browser; ``own`` and ``salt`` are fresh each time (given in the test of the RFC's example).

    Raises ValueError when the browser's keys are none.
    """
    browser = padded(p256dh)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser)
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    ours = _point(own)
    shared = _mac(padded(auth), own.exchange(ec.ECDH(), theirs))
    key = _mac(shared, b"WebPush: info\0" + browser + ours + b"\x01")
    root = _mac(salt, key)
    secret = _mac(root, b"Content-Encoding: aes128gcm\0\x01")[:16]
    nonce = _mac(root, b"Content-Encoding: nonce\0\x01")[:12]
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(secret).encrypt(nonce, body + b"\x02", None)


def vapid(endpoint: str) -> str:
    """The header by which a push service knows who sends."""
    parts, key = urlsplit(endpoint), private_key()
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + HOURS * 3600,
        "sub": settings.VAPID_SUBJECT,
    }
    said = ".".join(unpadded(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
    first, second = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = unpadded(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={public_key()}"
