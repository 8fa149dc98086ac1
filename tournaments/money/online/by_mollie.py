"""Mollie (iDEAL and what else is switched on there), by its official client.

Its webhook carries an id and nothing else, and no signature: the payment is asked for at Mollie, always.
"""

from collections.abc import Mapping
from urllib.parse import parse_qs

import httpx
from django.conf import settings
from mollie import ClientSDK, Security
from mollie.models import AmountTypedDict, ClientError, NoResponseError
from pydantic import ValidationError

from . import PATIENCE, Created, Facts, Refused, Unreachable, Wanted

FAILED = ("failed", "canceled", "expired")
ERRORS = (ClientError, NoResponseError, httpx.HTTPError, ValidationError, KeyError, TypeError, ValueError)
LONGEST = 64


class Mollie:
    """The payments API of Mollie, version 2."""

    name = "mollie"
    title = "Mollie"

    def __init__(self, key: str, server: str) -> None:
        self.client = ClientSDK(
            security=Security(api_key=key),
            server_url=server or None,
            timeout_ms=int(PATIENCE * 1000),
            retry_config=None,  # a page does not wait longer; asking again is safe
        )

    def create(self, wanted: Wanted) -> Created:
        """A payment; the payer chooses how on Mollie's page."""
        try:
            made = self.client.payments.create(
                idempotency_key=wanted.key,
                payment_request={
                    "description": wanted.words[:255],
                    "amount": _amount(wanted.cents, wanted.currency),
                    "redirect_url": wanted.back,
                    "webhook_url": wanted.told_at,
                    "metadata": {"event": wanted.event, "entry": wanted.entry},
                },
            )
            checkout = made.links.checkout
            if not checkout:
                raise ValueError("no page to pay on")
            return Created(made.id, str(checkout.href))
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error

    def told(self, body: bytes, headers: Mapping[str, str]) -> str:
        """The id in the form that Mollie sends."""
        ids = parse_qs(body.decode("ascii", "replace")).get("id", [])
        if len(ids) != 1 or not ids[0].startswith("tr_") or len(ids[0]) > LONGEST or not ids[0].isascii():
            raise Refused
        return ids[0]

    def look(self, reference: str) -> Facts:
        """The payment as Mollie has it."""
        try:
            found = self.client.payments.get(payment_id=reference)
            about = found.metadata if isinstance(found.metadata, dict) else {}
            back = found.amount_refunded
            return Facts(
                reference=found.id,
                event=str(about.get("event", "")),
                entry=int(about.get("entry", 0)),
                cents=_cents(found.amount.value),
                currency=found.amount.currency,
                paid=found.status == "paid",
                failed=found.status in FAILED,
                back=_cents(back.value) if back else 0,
            )
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error

    def refund(self, reference: str, cents: int, currency: str, key: str) -> None:
        """Pay back."""
        try:
            self.client.refunds.create(
                payment_id=reference,
                idempotency_key=key,
                refund_request={"description": "refund", "amount": _amount(cents, currency)},
            )
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error


def _amount(cents: int, currency: str) -> AmountTypedDict:
    return {"currency": currency, "value": f"{cents // 100}.{cents % 100:02}"}


def _cents(value: str) -> int:
    whole, _dot, rest = value.partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0"))


def made() -> Mollie:
    """The provider as the settings have it."""
    return Mollie(settings.MOLLIE_API_KEY, settings.MOLLIE_SERVER)
