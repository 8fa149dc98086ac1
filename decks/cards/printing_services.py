"""Reprints: the same card under another collector's number. See ``services.write`` for what every write keeps."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, UserError
from ledger.names import clean_name
from rules_engine.x610z.sheet import MAX_LINE, NUMBER

from .models import Card, Printing
from .selectors import engine_card
from .services import catalogue_command, numbers_taken
from .writing import columns_of, printings_of, sets_of


class Reprinted(TypedDict):
    """A card and the number of its new printing."""

    number: str
    printing: str


def number_problem(number: str, taken: dict[str, str]) -> Problem | None:
    """What keeps a number from being a reprint's; ``taken`` as ``services.numbers_taken`` has it."""
    if not NUMBER.fullmatch(number):
        text = _("“%(number)s” is not a collector's number; one looks like D1.1/008/100-C.")
        return Problem("bad_number", text % {"number": number[:40]}, "number", "307.2")
    short = "/".join(number.split("/")[:2])
    if short in taken:
        text = _("%(number)s is taken by another card.") % {"number": short}
        return Problem("number_taken", text, "number", "307.2")
    return None


@catalogue_command("card.reprint")
def card_reprint(
    cmd: Command, *, card: str, number: str, illustrator: str = "", flavor: str = "", legal: str = ""
) -> Reprinted:
    """Add a printing of the card whose number is ``card`` under another number, perhaps of a new set.

    What the card does stays the card's (a correction is a form of the card, for all printings). Raises
    :class:`UserError` when the number is none or taken (307.2).
    """
    number = number.upper().replace(" ", "")
    texts = {"illustrator": illustrator, "flavor": flavor, "legal": legal}
    texts = {name: clean_name(text)[:MAX_LINE] for name, text in texts.items()}

    problem = number_problem(number, numbers_taken())
    if problem is not None:
        raise UserError("printing", problem.message, problems=[problem])
    add_printing(cmd, Card.objects.select_related("current").get(number=card), number, **texts)
    return {"number": card, "printing": number}


def add_printing(cmd: Command, card: Card, number: str, **texts: str) -> None:
    """Store a printing inside a change that has checked its number; the card is then found by it."""
    Printing.objects.create(
        card=card,
        card_set=sets_of([number])[number.split("/", 1)[0]],
        number=number,
        short="/".join(number.split("/")[:2]),
        rarity=number.rsplit("-", 1)[1],
        at=cmd.at,
        by=cmd.actor.user,
        **texts,
    )
    card.words_key = columns_of(engine_card(card), printings_of([card])[card.pk])["words_key"]
    card.save(update_fields=["words_key"])
