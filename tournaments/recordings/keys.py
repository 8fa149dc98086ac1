"""The key of a phone: made there, known here by its public half, and what it signs as a game goes on.

ECDSA on P-256 with SHA-256, as every browser has it: a key is the uncompressed point, a signature both numbers behind
each other, both in base64 for addresses.
"""

from base64 import b64decode
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from ledger.hashing import canonical
from ledger.shapes import Json

LINE, SEEN = "recorder-line/1", "recorder-seen/1"
SIGNATURE_BYTES = 64
_HALF = SIGNATURE_BYTES // 2


def _bytes(text: str) -> bytes:
    """The bytes of such a text; ValueError when it is none."""
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


@lru_cache(maxsize=1_024)
def _key(text: str) -> ec.EllipticCurvePublicKey:
    """The key that a text is. Raises ValueError where it is none: no point, or one beside the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(text))


def is_key(text: str) -> bool:
    """Whether a phone can be known by this."""
    try:
        _key(text)
    except ValueError:
        return False
    return True


def line_said(recording: int, device: int, said: Json, heard: str) -> bytes:
    """What a phone signs of an entry: where it is written, its number, what it says, and what was heard before it.

    ``said`` has ``device_seq``, ``base``, ``kind`` and ``body``; ``heard`` is the hash of the entry ``base``. So a
    signature is good for one place in one game, and says which game its phone had on its screen.
    """
    return canonical(
        [LINE, recording, device, said["device_seq"], said["base"], heard, said["kind"], said["body"]]
    )


def head_seen(recording: int, device: int, seq: int, head: str) -> bytes:
    """What a phone signs of the head that it shows."""
    return canonical([SEEN, recording, device, seq, head])


def fits(key: str, signature: str, said: bytes) -> bool:
    """Whether a signature was made over this with the other half of a key."""
    try:
        made = _bytes(signature)
        if len(made) != SIGNATURE_BYTES:
            return False
        both = encode_dss_signature(*(int.from_bytes(one, "big") for one in (made[:_HALF], made[_HALF:])))
        _key(key).verify(both, said, ec.ECDSA(hashes.SHA256()))
    except (ValueError, InvalidSignature):
        return False
    return True
