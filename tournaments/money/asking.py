"""Speaking with the provider of the site, between our own commands: no transaction is open while it is asked."""

import logging
import uuid

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .models import OnlinePayment
from .online import Provider, Unreachable, Wanted, provider, provider_named
from .online_services import online_begin, online_known, online_refund, online_refunded, online_settle

log = logging.getLogger(__name__)


def start(request: HttpRequest, tournament: Tournament, entry: Entry, key: str | None) -> OnlinePayment:
    """Ask the provider for a payment of one's own fee; :class:`UserError` where that cannot be."""
    one = _provider()
    actor = Actor(request.user, "player")
    begun = online_begin(actor=actor, key=key, tournament=tournament, entry_id=entry.pk, provider=one.name)
    row = OnlinePayment.objects.get(pk=begun["payment"])
    if row.state != OnlinePayment.State.BEGUN:
        return row
    site = settings.SITE_URL.rstrip("/") or request.build_absolute_uri("/").rstrip("/")
    wanted = Wanted(
        key=row.key,
        event=tournament.slug,
        entry=entry.number,
        cents=row.cents,
        currency=row.currency,
        words=f"{tournament.name} · E{entry.number}",
        back=f"{site}{reverse('tournaments:pay', args=[tournament.slug])}",
        told_at=f"{site}{reverse('tournaments:payment_told', args=[one.name])}",
    )
    try:
        made = one.create(wanted)
    except Unreachable as error:
        raise away(one, error) from error
    if not made.address.startswith(
        ("https://", settings.MOLLIE_SERVER or settings.STRIPE_SERVER or "https://")
    ):
        raise away(one, Unreachable("no address"))
    online_known(
        actor=actor,
        tournament=tournament,
        payment_id=row.pk,
        reference=made.reference,
        address=made.address,
    )
    row.refresh_from_db()
    return row


def look_again(row: OnlinePayment) -> str:
    """Ask the provider how a payment stands, and write it down: its state by now."""
    one = provider_named(row.provider)
    if one is None or not row.reference:
        return row.state
    try:
        facts = one.look(row.reference)
    except Unreachable as error:
        raise away(one, error) from error
    said = online_settle(actor=SYSTEM, tournament=row.tournament, payment_id=row.pk, facts=facts)
    return said["state"]


def pay_back(actor: Actor, tournament: Tournament, booking: int, key: str | None) -> None:
    """Pay back online; pressed again after a failure it asks first whether the money is on its way already."""
    begun = online_refund(actor=actor, key=key, tournament=tournament, booking=booking)
    row = OnlinePayment.objects.get(pk=begun["payment"])
    one = provider_named(row.provider)
    if one is None or not row.reference:
        raise UserError("no_provider", _("The provider of this payment is no longer set up here."))
    try:
        if not (begun["known"] and one.look(row.reference).back >= row.cents):
            one.refund(row.reference, row.cents, row.currency, key_of_refund(row))
    except Unreachable as error:
        raise away(one, error) from error
    online_refunded(actor=actor, tournament=tournament, payment_id=row.pk)


def key_of_refund(row: OnlinePayment) -> str:
    """The one key under which a payment is paid back, however often that is asked."""
    return str(uuid.uuid5(uuid.UUID(row.key), "refund"))


def away(one: Provider, error: Unreachable) -> UserError:
    """What people read when a provider does not answer; what the operator needs is in the log."""
    log.warning("the payment provider %s did not answer as documented: %s", one.name, error)
    text = _("%(provider)s does not answer. Nothing was changed; try again, or pay at the door.")
    return UserError("provider", text % {"provider": one.title})


def _provider() -> Provider:
    one = provider()
    if one is None:
        raise UserError("no_provider", _("This site takes no payments online. Pay at the door."))
    return one
