"""Freezing cards of the catalogue as a pool that tournaments are played with; written as :mod:`.services` writes."""

from collections.abc import Sequence
from typing import Any, TypedDict

import msgspec
from django.db.models import F, Q
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from ledger.names import clean_name
from rules_engine.games import game_of
from rules_engine.kernel.cards import CardPool
from rules_engine.x610z.cards import LIFE_BASE_CLASS, Pool
from rules_engine.x610z.cards import CardRevision as EngineCard

from .entered import entered_cards, packaged
from .models import CardRevision, PoolSnapshot, Printing
from .pools import USUAL, is_taken
from .services import catalogue_command
from .writing import printings_of


class PoolFrozen(TypedDict):
    """A pool by its name, with the hash of its content and how many cards it holds."""

    pool: str
    sha256: str
    cards: int


@catalogue_command("pool.freeze")
def pool_freeze(
    cmd: Command, *, slug: str, label: str, sets: Sequence[str], label_nl: str = ""
) -> PoolFrozen:
    """Freeze today's cards of these sets, with the Life Base, as a pool that a tournament can be played with.

    A card printed again in one of the sets comes along under the number it always had, once.
    The same ``slug`` frozen again is what the slug means from then on; lists and logs keep to the content they had.
    """
    label = require_free(slug, label, USUAL)
    forms = _cards_of(sets)
    again = printings_of(form.card for form in forms)
    cards = [_engine_with_tree(form, again.get(form.card_id, ())) for form in forms]
    if not any(not card.is_life_base for card in cards):
        raise UserError("empty", _("There is no card in these sets."), field="sets")
    if not any(card.is_life_base for card in cards):
        raise UserError(
            "no_life_base", _("There is no Life Base: nobody could play with this pool."), rule="105.2a"
        )
    return pool_keep(cmd, USUAL, Pool(slug, tuple(cards)), label, label_nl)


@catalogue_command("entered_pool.freeze")
def entered_pool_freeze(
    cmd: Command, *, game: str, slug: str, label: str, label_nl: str = "", demonstration: bool = True
) -> PoolFrozen:
    """Freeze the cards of a game that keepers entered as a pool to play with, with its demonstration cards or without.

    The same ``slug`` frozen again is what it means from then on; lists and logs keep to the content they had.
    """
    label = require_free(slug, label, game)
    entered = entered_cards(game)
    if not entered:
        name = game_of(game).name
        raise UserError("empty", _("No %(game)s card has been entered yet.") % {"game": name})
    beside = packaged(game).cards if demonstration else ()
    return pool_keep(cmd, game, game_of(game).engine.pool(slug, (*beside, *entered)), label, label_nl)


def require_free(slug: str, label: str, game: str) -> str:
    """The clean name of a pool; refused without one, or when another pool has its short name."""
    label = clean_name(label)[:80]
    if not label:
        raise UserError("label_missing", _("A pool needs a name."), field="label")
    if slug in game_of(game).pools.packaged:
        text = _("This short name belongs to a pool that comes with the site.")
        raise UserError("slug_taken", text, field="slug")
    if is_taken(slug, game):
        raise UserError("slug_taken", _("Another pool has this short name."), field="slug")
    return label


def pool_keep(cmd: Command, game: str, pool: CardPool[Any], label: str, label_nl: str) -> PoolFrozen:
    """Keep a pool as it is; one of the same content is kept already."""
    PoolSnapshot.objects.get_or_create(
        key=pool.name,
        sha256=pool.sha256,
        defaults={
            "game": game,
            "label": label,
            "label_nl": clean_name(label_nl)[:80],
            "size": len(pool),
            "cards": msgspec.json.encode(pool.cards).decode(),
            "at": cmd.at,
            "by": cmd.actor.user,
        },
    )
    return {"pool": pool.name, "sha256": pool.sha256, "cards": len(pool)}


def _cards_of(sets: Sequence[str]) -> Sequence[CardRevision]:
    printed = Q(card__card_set__code__in=sets) | Q(
        card__in=Printing.objects.filter(card_set__code__in=sets).values("card")
    )
    wanted = printed | Q(card__card_class=LIFE_BASE_CLASS)
    current = CardRevision.objects.filter(wanted, pk=F("card__current")).select_related("card")
    return list(current.order_by("card__short"))


def _engine_with_tree(revision: CardRevision, printings: Sequence[str] = ()) -> EngineCard:
    """The engine's card with what its text means, and the further numbers it was printed under."""
    return msgspec.convert(
        {**revision.face, "tree": revision.tree, "printings": tuple(printings)}, EngineCard
    )
