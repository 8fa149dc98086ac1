"""Stripe Checkout, by its official client: the payer goes to Stripe's own page.

Its webhooks are signed; one with a wrong or an old signature is refused before anything else is read.
"""

from collections.abc import Mapping

from django.conf import settings
from stripe import (
    Charge,
    PaymentIntent,
    RequestsClient,
    SignatureVerificationError,
    StripeClient,
    StripeError,
)
from stripe.checkout import Session, SessionService

from . import PATIENCE, Created, Facts, Refused, Unreachable, Wanted

ERRORS = (StripeError, KeyError, TypeError, ValueError, AttributeError)
TOLD_OF = "checkout.session."


class Stripe:
    """The Checkout Sessions and Refunds of Stripe."""

    name = "stripe"
    title = "Stripe"

    def __init__(self, key: str, secret: str, server: str) -> None:
        self.client = StripeClient(
            key,
            base_addresses={"api": server} if server else {},
            http_client=RequestsClient(timeout=PATIENCE),
            max_network_retries=0,
        )
        self.secret = secret

    @property
    def _paying(self) -> SessionService:
        return self.client.v1.checkout.sessions

    def create(self, wanted: Wanted) -> Created:
        """A Checkout Session of one line."""
        try:
            made = self._paying.create(
                {
                    "mode": "payment",
                    "line_items": [
                        {
                            "quantity": 1,
                            "price_data": {
                                "currency": wanted.currency.lower(),
                                "unit_amount": wanted.cents,
                                "product_data": {"name": wanted.words[:250]},
                            },
                        }
                    ],
                    "success_url": wanted.back,
                    "cancel_url": wanted.back,
                    "metadata": {"event": wanted.event, "entry": str(wanted.entry)},
                },
                {"idempotency_key": wanted.key},
            )
            return Created(made.id, str(made.url))
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error

    def told(self, body: bytes, headers: Mapping[str, str]) -> str:
        """The session that a signed event is about."""
        try:
            event = self.client.construct_event(body, headers.get("Stripe-Signature"), self.secret)
            about = event.data.object
            return str(about["id"]) if event.type.startswith(TOLD_OF) else ""
        except (SignatureVerificationError, *ERRORS) as error:
            raise Refused from error

    def look(self, reference: str) -> Facts:
        """The session as Stripe has it, with the payment and what went back of it."""
        try:
            found = self._paying.retrieve(reference, {"expand": ["payment_intent.latest_charge"]})
            return Facts(
                reference=found.id,
                event=_metadata(found, "event"),
                entry=int(_metadata(found, "entry") or 0),
                cents=int(found.amount_total or 0),
                currency=str(found.currency or "").upper(),
                paid=found.payment_status == "paid",
                failed=found.status == "expired",
                back=_back(found.payment_intent),
            )
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error

    def refund(self, reference: str, cents: int, currency: str, key: str) -> None:
        """Pay back what the session's payment took."""
        try:
            paying = self._paying.retrieve(reference).payment_intent
            name = paying if isinstance(paying, str) else paying.id if paying is not None else ""
            self.client.v1.refunds.create({"payment_intent": name, "amount": cents}, {"idempotency_key": key})
        except ERRORS as error:
            raise Unreachable(type(error).__name__) from error


def _metadata(found: Session, name: str) -> str:
    return str(found.metadata[name]) if found.metadata is not None and name in found.metadata else ""


def _back(paying: PaymentIntent | str | None) -> int:
    """How much of a payment went back; nothing where it was not fetched with its charge."""
    charge = paying.latest_charge if isinstance(paying, PaymentIntent) else None
    return charge.amount_refunded if isinstance(charge, Charge) else 0


def made() -> Stripe:
    """The provider as the settings have it."""
    return Stripe(settings.STRIPE_API_KEY, settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_SERVER)
