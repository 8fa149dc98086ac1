"""Adding a picture to a printed card and taking it away: see ``services.write`` for what every write keeps."""

from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, UserError
from ledger.names import clean_name
from ledger.shapes import Json
from rules_engine.games import game_of

from .entered import entered_card, printed
from .models import Card, CardPicture
from .pictures import Drawn, picture_forget, picture_keep, reencoded_picture
from .pools import USUAL
from .selectors import pictures_of, printed_numbers
from .services import catalogue_command


class PictureAdded(TypedDict):
    """A card's new picture."""

    game: str
    number: str
    picture: int
    sha256: str


class PictureRemoved(TypedDict):
    """The picture that a card lost."""

    game: str
    number: str
    picture: int


MAX_CREDIT, MAX_SOURCE = 120, 300


@catalogue_command("picture.add")
def picture_add(
    cmd: Command,
    *,
    card: str,
    data: bytes,
    credit: str,
    licence: str,
    source: str = "",
    number: str = "",
    game: str = USUAL,
) -> PictureAdded:
    """Show this picture with the card of number ``card`` from now on; the one before stays in its history.

    ``number`` is the printing the picture shows, the card's own when empty. Raises :class:`UserError` with every
    problem: no credit, no licence, no picture. Answers ``{"game", "number", "picture", "sha256"}``.
    """
    texts = {
        "credit": clean_name(credit)[:MAX_CREDIT],
        "licence": clean_name(licence)[:MAX_CREDIT],
        "source": clean_name(source)[:MAX_SOURCE],
    }
    problems = _text_problems(texts)
    try:
        drawn = reencoded_picture(data)
    except UserError as error:
        problems += error.problems
    if problems:
        raise UserError("picture", _("The picture cannot be shown yet."), problems=problems)

    put = picture_put(cmd, card=card, drawn=drawn, number=number, game=game, **texts)
    return {"game": game, "number": card, "picture": put.pk, "sha256": drawn.sha256}


def picture_put(
    cmd: Command,
    *,
    card: str,
    drawn: Drawn,
    credit: str,
    licence: str,
    source: str = "",
    number: str = "",
    game: str = USUAL,
) -> CardPicture:
    """Show a picture with a card inside a command that holds the catalogue; raises UserError for no such printing."""
    found, fields = _printing(game, card, number or card)
    kept = picture_keep(drawn)
    # Rolled back, nothing would ever find these files again.
    cmd.if_undone(lambda: picture_forget(kept))
    put = CardPicture.objects.create(
        **fields,
        number=number or card,
        name=kept,
        sha256=drawn.sha256,
        width=drawn.width,
        height=drawn.height,
        at=cmd.at,
        by=cmd.actor.user,
        credit=credit,
        licence=licence,
        source=source,
    )
    if found is not None:
        found.picture = put
        found.save(update_fields=["picture"])
    return put


def _printing(game: str, number: str, printing: str) -> tuple[Card | None, Json]:
    """The row of a card where its game has a catalogue, and what a picture of this printing is of."""
    if game_of(game).pools.in_catalogue:
        found = Card.objects.select_related("current").get(number=number)
        if found.current is not None and printing in printed_numbers(found):
            return found, {"card": found, "revision": found.current.revision}
    elif printing == number and entered_card(game, number) is not None:
        newest = next((row.revision for row in printed(game, number)), 0)
        return None, {"game": game, "revision": newest}
    text = _("%(number)s is not a printing of this card.") % {"number": printing[:40]}
    raise UserError("no_printing", text, field="number", rule="307.2")


def _text_problems(texts: dict[str, str]) -> list[Problem]:
    problems = []
    if not texts["credit"]:
        problems.append(Problem("credit_missing", _("Name who made the picture."), "credit"))
    if not texts["licence"]:
        text = _("Say under which licence, or with whose permission, it is shown.")
        problems.append(Problem("licence_missing", text, "licence"))
    if "://" in texts["source"] and not texts["source"].startswith(("https://", "http://")):
        text = _("An address begins with https://; or say in words where the picture is from.")
        problems.append(Problem("bad_source", text, "source"))
    return problems


@catalogue_command("picture.remove")
def picture_remove(cmd: Command, *, card: str, picture: int, why: str, game: str = USUAL) -> PictureRemoved:
    """Take a picture away for good: its files go, its row with credit, hash and reason stays.

    An older picture does not come back by itself. Raises :class:`UserError` without a reason, or when somebody else
    was faster.
    """
    why = clean_name(why)[:MAX_SOURCE]
    if not why:
        raise UserError("reason_missing", _("Say why you are removing the picture."), field="why")

    found = pictures_of(game, card).filter(pk=picture, removed_at=None).first()
    if found is None:
        raise UserError("gone", _("This picture has already been removed."))
    picture_take(cmd, found, why)
    cmd.explain(why)
    return {"game": game, "number": card, "picture": picture}


def picture_take(cmd: Command, picture: CardPicture, why: str) -> None:
    """Take a picture away inside a command that holds the catalogue."""
    Card.objects.filter(picture=picture).update(picture=None)
    picture.removed_at, picture.removed_by, picture.removed_why = cmd.at, cmd.actor.user, why
    picture.save(update_fields=["removed_at", "removed_by", "removed_why"])
    # The row decides what is shown; files that could not be deleted are only left over.
    transaction.on_commit(lambda: picture_forget(picture.name), robust=True)
