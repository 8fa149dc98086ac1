"""Mails that came back, read as RFC 3464 writes them."""

from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from .links import bounced_number

TO = ("To", "Delivered-To", "X-Original-To", "Envelope-To")
MAX_BYTES = 1_000_000


def read_bounce(data: bytes) -> tuple[int, bool] | None:
    """Which subscription's copy came back, and whether for good; None for any other mail.

    Whose it was says the signed address it came back to, never its text; whether for good, its report: a status of 5.
    An automatic answer has no report, and means nothing.
    """
    mail = message_from_bytes(data[:MAX_BYTES], policy=compat32)
    addresses = (str(value) for name in TO for value in mail.get_all(name, []))
    number = next((found for one in addresses if (found := bounced_number(one)) is not None), None)
    if number is None:
        return None
    for part in mail.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        failed = [one for one in _reports(part) if str(one.get("Action", "")).strip().casefold() == "failed"]
        if failed:
            return number, any(str(one.get("Status", "")).strip().startswith("5") for one in failed)
    return None


def _reports(part: Message) -> list[Message]:
    """What a report says of each address."""
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []
