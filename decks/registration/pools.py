"""The cards a limited player opened: recorded, signed by two different people, then the deck is made from them.

Parts of commands, like :mod:`decks.registration.services`: who may sign is decided above.
"""

from datetime import datetime

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.cards.pools import card_pool
from ledger.errors import Problem, UserError
from ledger.people import Account

from .check import parsed_list, unread_line
from .models import OpenedPool, Registration
from .services import require_size


def read_opened(text: str, game: str, pool_key: str) -> tuple[dict[str, int], list[Problem]]:
    """Copies by card number of a typed pool, and every line that says nothing; headings make no difference."""
    parsed = parsed_list(text, card_pool(game, pool_key), game)
    cards = dict(parsed.main)
    for number, count in parsed.sideboard.items():
        cards[number] = cards.get(number, 0) + count
    language = get_language() or "en"
    return cards, [unread_line(problem, language) for problem in parsed.problems]


def pool_record(registration: Registration, *, text: str, by: Account, at: datetime) -> OpenedPool:
    """Write down the opened cards; anyone who signed before has to sign again. Refused once a deck is submitted."""
    require_size(text)
    cards, problems = read_opened(text, registration.game, registration.pool_key)
    if problems:
        raise UserError("pool_unread", "", problems=problems)
    if registration.current_id is not None:
        raise UserError(
            "pool_in_use", _("A deck from these cards is already submitted, so they can no longer change.")
        )
    return pool_replace(registration, cards=cards, by=by, at=at)


def pool_replace(
    registration: Registration, *, cards: dict[str, int], by: Account, at: datetime
) -> OpenedPool:
    """Store a pool as the next revision, unsigned."""
    pool = OpenedPool.objects.select_for_update().filter(registration=registration).first()
    if pool is None:
        return OpenedPool.objects.create(
            registration=registration, cards=cards, recorded_at=at, recorded_by=by
        )
    pool.cards, pool.recorded_at, pool.recorded_by = cards, at, by
    pool.revision += 1
    pool.opener = pool.verifier = None
    pool.opener_signed_at = pool.verifier_signed_at = None
    pool.save()
    return pool


def pool_sign(
    registration: Registration, *, by: Account, role: str, revision: int, at: datetime
) -> OpenedPool:
    """Sign the pool as ``"opener"`` or ``"verifier"``, as it stands in ``revision``; twice is once.

    The same person never signs in both roles.
    """
    pool = OpenedPool.objects.select_for_update().filter(registration=registration).first()
    if pool is None:
        raise UserError("pool_missing", _("Nobody has recorded the opened cards yet."), rule="102.1b")
    if pool.revision != revision:
        raise UserError("stale", _("The opened cards have changed. Look at them again before you sign."))
    signed = pool.opener if role == "opener" else pool.verifier
    other = pool.verifier if role == "opener" else pool.opener
    if signed is not None:
        if signed.pk == by.pk:
            return pool
        raise UserError("signed", _("Somebody has already signed here."))
    if other is not None and other.pk == by.pk:
        raise UserError(
            "same_person",
            _("Two different people must sign: the one who opened the cards and the one who checked them."),
        )
    if role == "opener":
        pool.opener, pool.opener_signed_at = by, at
    else:
        pool.verifier, pool.verifier_signed_at = by, at
    pool.save(update_fields=["opener", "opener_signed_at", "verifier", "verifier_signed_at"])
    return pool
