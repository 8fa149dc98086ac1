"""Passkeys (WebAuthn, level 2): what a browser is asked, and whether what it answers is right; knows no table.

The arithmetic is the library's; what it leaves open is closed here: the exact origin, the algorithms, the counter.
"""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ledger.shapes import Json

ALGORITHMS = (-7, -8, -257)
"""ES256, EdDSA and RS256: every device that makes passkeys has one of them."""
CHALLENGE_SECONDS = 300
MOST_CHARACTERS = 20_000
"""So long an answer may be; a browser's has one or two thousand."""
LONGEST_ID = 1023
_VERIFY = UserVerificationRequirement.REQUIRED


class WrongPasskeyError(ValueError):
    """The answer is not that of this passkey to this challenge on this site."""


@dataclass(frozen=True)
class Place:
    """The site as a passkey knows it: its host, and the one origin answers may come from."""

    rp_id: str
    origin: str


@dataclass(frozen=True)
class Fresh:
    """A passkey that was just made."""

    credential_id: str
    public_key: bytes
    sign_count: int


def place_of(host: str, secure: bool) -> Place | None:
    """The place a request came to; None where no passkey works: no HTTPS (but on localhost), a number."""
    name = host.partition(":")[0].lower()
    if host.startswith("[") or not name or not (secure or name == "localhost"):
        return None
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return Place(name, f"{'https' if secure else 'http'}://{host.lower()}")
    return None


def new_challenge() -> str:
    """256 random bits, as text."""
    return websafe_encode(os.urandom(32))


def new_handle() -> str:
    """What a device keeps to know whose passkey it holds: random, so it says nothing about the person."""
    return websafe_encode(os.urandom(32))


def _server(place: Place) -> Fido2Server:
    site = PublicKeyCredentialRpEntity(id=place.rp_id, name="X610Z Organized Play")
    server = Fido2Server(
        site,
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == place.origin,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=alg) for alg in ALGORITHMS
    ]
    server.timeout = CHALLENGE_SECONDS * 1000  # type: ignore[assignment]  # milliseconds; the library says None
    return server


def _named(ids: list[str]) -> list[PublicKeyCredentialDescriptor]:
    kind = PublicKeyCredentialType.PUBLIC_KEY
    return [PublicKeyCredentialDescriptor(type=kind, id=websafe_decode(one)) for one in ids]


def _state(challenge: str) -> Json:
    return {"challenge": challenge, "user_verification": _VERIFY}


def ask_to_make(place: Place, challenge: str, handle: str, names: tuple[str, str], held: list[str]) -> Json:
    """What the browser is asked to make a passkey with; ``names``: to sign in with, and shown; ``held``: not again."""
    person = PublicKeyCredentialUserEntity(id=websafe_decode(handle), name=names[0], display_name=names[1])
    options, _kept = _server(place).register_begin(
        person,
        _named(held),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=_VERIFY,
        challenge=websafe_decode(challenge),
    )
    return dict(dict(options)["publicKey"])


def ask_to_sign(place: Place, challenge: str, held: list[str]) -> Json:
    """What the browser is asked to sign; without ``held`` the device offers the passkeys it keeps for this site."""
    options, _kept = _server(place).authenticate_begin(
        _named(held) or None, user_verification=_VERIFY, challenge=websafe_decode(challenge)
    )
    return dict(dict(options)["publicKey"])


def made(place: Place, challenge: str, answer: Json) -> Fresh:
    """The passkey a browser made; raises WrongPasskeyError for any other answer."""
    try:
        said = RegistrationResponse.from_dict(answer)
        data = _server(place).register_complete(_state(challenge), said)
        held = data.credential_data
        if held is None or said.response.client_data.cross_origin:
            raise WrongPasskeyError("no key, or made inside another site's page")
        if held.public_key.get(3) not in ALGORITHMS or len(held.credential_id) > LONGEST_ID:
            raise WrongPasskeyError("a key of a kind that was not asked for")
        if said.raw_id != held.credential_id:
            raise WrongPasskeyError("two names for one key")
        key = cbor.encode(dict(held.public_key))
        return Fresh(websafe_encode(held.credential_id), key, data.counter)
    except Exception as error:
        raise WrongPasskeyError(
            str(error)
        ) from error  # bytes from outside: whatever the library stumbles over


def answered_passkey_id(answer: Json) -> str:
    """Which passkey answers, as far as the answer says; "" when it says nothing readable."""
    said = answer.get("rawId")
    return said if isinstance(said, str) and len(said) <= 2 * LONGEST_ID else ""


def signed(place: Place, challenge: str, answer: Json, held: Fresh, handle: str) -> int:
    """The counter of the passkey after it signed this challenge; raises WrongPasskeyError when it did not.

    A counter that did not rise, where there is one, is a copy of the key (WebAuthn 7.2, step 21).
    """
    try:
        said = AuthenticationResponse.from_dict(answer)
        raw_id = websafe_decode(held.credential_id)
        key = CoseKey.parse(cast(Mapping[int, object], cbor.decode(held.public_key)))
        known = AttestedCredentialData.create(Aaguid.NONE, raw_id, key)
        _server(place).authenticate_complete(_state(challenge), [known], said)
        if said.response.client_data.cross_origin:
            raise WrongPasskeyError("signed inside another site's page")
        if said.response.user_handle not in (None, b"", websafe_decode(handle)):
            raise WrongPasskeyError("signed for another person")
        count = said.response.authenticator_data.counter
        if (count or held.sign_count) and count <= held.sign_count:
            raise WrongPasskeyError("the counter went back: this may be a copy")
        return count
    except Exception as error:
        raise WrongPasskeyError(
            str(error)
        ) from error  # bytes from outside: whatever the library stumbles over
