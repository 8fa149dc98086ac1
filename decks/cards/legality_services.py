"""Writing what is banned or restricted: lists, and their entries from day to day."""

from datetime import date
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from ledger.names import clean_name
from rules_engine.games import GAMES, game_of

from .entered import entered_card
from .models import LegalityEntry, LegalityList
from .pools import USUAL
from .selectors import card_of
from .services import catalogue_command


class ListMade(TypedDict):
    """A list of limits, by its code."""

    list: str


class LimitSet(TypedDict):
    """A card's limit on a list, and the entry that says it."""

    list: str
    number: str
    limit: int
    entry: int


class LimitEnded(TypedDict):
    """A card's limit on a list, and its last day as ISO text."""

    list: str
    number: str
    until: str


@catalogue_command("legality.list")
def legality_list_create(
    cmd: Command, *, name: str, slug: str, name_nl: str = "", game: str = USUAL, default: bool = False
) -> ListMade:
    """Begin a list of banned and restricted cards."""
    name = clean_name(name)[:80]
    if game not in GAMES:
        raise UserError("unknown_game", _("Choose a game."), field="game")
    if not name:
        raise UserError("name_missing", _("A list needs a name."), field="name")

    if LegalityList.objects.filter(key=slug).exists():
        raise UserError("key_taken", _("Another list has this short name."), field="slug")
    if default:
        LegalityList.objects.filter(game=game, default=True).update(default=False)
    LegalityList.objects.create(
        key=slug, game=game, name=name, name_nl=clean_name(name_nl)[:80], default=default
    )
    return {"list": slug}


@catalogue_command("legality.set")
def legality_set(
    cmd: Command,
    *,
    of: str,
    number: str,
    limit: int,
    starts_on: date,
    ends_on: date | None = None,
    reason: str = "",
    reason_nl: str = "",
) -> LimitSet:
    """Ban a card (0) or restrict it to so many copies, from a day on, perhaps until another.

    ``number`` is any collector's number of the card, whole or short, that of a reprint as well: the entry is the
    card's, so it counts the copies of all its printings together (304.3a). On a list of a game without a catalogue it
    is a number of that game, and every card of the same name counts.
    """
    if ends_on is not None and ends_on < starts_on:
        raise UserError("order", _("The last day comes after the first."), field="ends_on")

    listed = LegalityList.objects.filter(key=of).first()
    if listed is None:
        text = _("There is no list with the short name %(list)s.") % {"list": of[:40]}
        raise UserError("unknown_list", text, field="of")
    wanted = number.upper().replace(" ", "")
    in_catalogue = game_of(listed.game).pools.in_catalogue
    card = card_of(wanted) if in_catalogue else None
    known = "" if in_catalogue or entered_card(listed.game, wanted) is None else wanted
    if card is None and not known:
        text = _("No card has the number %(number)s.") % {"number": number[:40]}
        raise UserError("unknown_card", text, field="number")
    made = LegalityEntry.objects.create(
        of=listed, card=card, number=known, limit=limit, starts_on=starts_on, ends_on=ends_on,
        reason=clean_name(reason)[:300], reason_nl=clean_name(reason_nl)[:300],
    )  # fmt: skip
    return {"list": of, "number": card.number if card else known, "limit": limit, "entry": made.pk}


@catalogue_command("legality.end")
def legality_end(cmd: Command, *, entry: int, ends_on: date) -> LimitEnded:
    """Say until when an entry counts (that day included)."""

    found = LegalityEntry.objects.filter(pk=entry).select_related("of", "card").first()
    if found is None or ends_on < found.starts_on:
        raise UserError("order", _("The last day comes after the first."), field="ends_on")
    found.ends_on = ends_on
    found.save(update_fields=["ends_on"])
    number = found.card.number if found.card else found.number
    return {"list": found.of.key, "number": number, "until": ends_on.isoformat()}
