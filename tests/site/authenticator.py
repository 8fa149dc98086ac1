"""A passkey's device in software: keys on P-256, no attestation, as WebAuthn level 2 describes them.

Written from the standard and not from the library that checks it. Everything a device or a browser could say wrong
is an argument.
"""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def raw(said: str) -> bytes:
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


def cbor(value: Any) -> bytes:
    """The little of CBOR (RFC 8949) that a device writes."""
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value)) + value.encode()
    return head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value.items())


def head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    return bytes([kind << 5 | 24, number]) if number < 256 else bytes([kind << 5 | 25]) + number.to_bytes(2)


@dataclass
class Device:
    """One passkey and the browser around it."""

    origin: str = "https://localhost"
    rp_id: str = "localhost"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    raw_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    count: int = 0
    handle: str = ""

    def client_data(self, kind: str, challenge: str, **more: Any) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, **more}).encode()

    def data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def make(
        self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED, alg: int = -7, **more: Any
    ) -> str:
        """Answer a request for a new passkey."""
        self.handle = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        key = cbor({1: 2, 3: alg, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        data = self.data(flags | NEW_KEY) + bytes(16) + len(self.raw_id).to_bytes(2) + self.raw_id + key
        said = self.client_data("webauthn.create", options["challenge"], **more)
        attestation = cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self.answer(clientDataJSON=text(said), attestationObject=text(attestation))

    def sign(
        self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED, spoil: bool = False, **more: Any
    ) -> str:
        """Answer a request to sign."""
        self.count += 1
        said, data = self.client_data("webauthn.get", options["challenge"], **more), self.data(flags)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        if spoil:
            signature = signature[:-1] + bytes([signature[-1] ^ 1])
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signature}
        return self.answer(userHandle=self.handle, **{name: text(part) for name, part in parts.items()})

    def answer(self, **response: str) -> str:
        shown = text(self.raw_id)
        said = {"id": shown, "rawId": shown, "type": "public-key", "response": response}
        return json.dumps(said | {"clientExtensionResults": {}})
