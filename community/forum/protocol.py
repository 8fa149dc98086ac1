"""DiscourseConnect on the wire: a query in base64 (``sso``) and its HMAC-SHA256 in hexadecimal (``sig``). Pure.

Written after Discourse's own reading of it (lib/discourse_connect_base.rb): the signature is over the base64 text, not
over what it says; a payload carries no time, so that only a nonce can make it good once.
"""

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlencode

LONGEST, MOST_FIELDS = 6_000, 60
_BASE64 = re.compile(r"[A-Za-z0-9+/=\r\n]+")
_NONCE = re.compile(r"[\w-]{8,200}", re.ASCII)
Fields = Mapping[str, str]


class UnprovedError(Exception):
    """It is not what the holder of the secret said, or not in the form in which it would have said it."""


def signature(secret: str, sso: str) -> str:
    """The signature over a payload as it is sent."""
    return hmac.new(secret.encode(), sso.encode(), hashlib.sha256).hexdigest()


def signed(secret: str, fields: Fields) -> dict[str, str]:
    """``sso`` and ``sig`` of these fields.

    A tilde is escaped as well: of all that a query in ASCII holds it alone makes a plus sign in base64, which the
    forum's ``sync_sso`` takes for a space, because it decodes what it is sent twice.
    """
    query = urlencode(fields, quote_via=quote).replace("~", "%7E")
    sso = base64.b64encode(query.encode()).decode()
    return {"sso": sso, "sig": signature(secret, sso)}


def proved(secret: str, sso: str, sig: str) -> dict[str, str]:
    """The fields of a payload; raises UnprovedError unless whoever knows the secret signed it."""
    if not secret or len(sso) > LONGEST or not _BASE64.fullmatch(sso) or not sig.isascii():
        raise UnprovedError
    if not hmac.compare_digest(signature(secret, sso), sig.lower()):
        raise UnprovedError
    try:
        text = base64.b64decode(sso.replace("\r", "").replace("\n", ""), validate=True).decode()
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except (binascii.Error, ValueError) as error:
        raise UnprovedError from error
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise UnprovedError  # a field said twice may be read in two ways
    return fields


def nonce_of(fields: Fields) -> str:
    """The nonce of a payload; raises UnprovedError where there is none that could be good once."""
    nonce = fields.get("nonce", "")
    if not _NONCE.fullmatch(nonce):
        raise UnprovedError
    return nonce
