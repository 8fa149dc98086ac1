"""The writers of cards of games without a catalogue: entering and changing them, and importing a file of them."""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, StaleError, UserError
from ledger.names import clean_name

from .entered import printed, sheet_of
from .entered_files import Beside, entered_plan
from .files import Plan
from .models import EnteredRevision
from .reading import CardParts, Reading, digest_of, read_entry
from .services import CardPublished, catalogue_command, import_done, import_kept, require_as_previewed


class EnteredPublished(CardPublished):
    """A card's revision, and of which game it is."""

    game: str


class EnteredImported(TypedDict):
    """The numbers of the cards that a file added and changed, and their game."""

    game: str
    added: list[str]
    changed: list[str]


@catalogue_command("entered.publish")
def entered_publish(
    cmd: Command, *, game: str, row: CardParts, reason: str = "", card: str = "", base: int | None = None
) -> EnteredPublished:
    """Make a new card, or a new form of the card whose number is ``card`` (then with a reason).

    ``base`` is the revision the row was made from: with another one printed since, :class:`StaleError`. Raises
    :class:`UserError` with every problem of the row; a card that says the same stays at its revision.
    """
    reading, reason = read_entry(sheet_of(game), row), clean_name(reason)[:300]
    before = next(iter(printed(game, card)), None) if card else None
    same = before is not None and before.sha256 == digest_of(reading.parts)
    if before is not None and base is not None and base != before.revision and not same:
        text = _(
            "Meanwhile version %(number)s of this card was added. Compare it with yours, then save yours again."
        )
        raise StaleError("stale", text % {"number": before.revision})
    problems = list(reading.problems) or clashes_of(game, reading, card)
    if card and (before is None or reading.number != card):
        text = _("A card's number never changes: lists and logs know the card by it.")
        problems.append(Problem("number_changed", text, "number"))
    if card and not reason and not same and not problems:
        text = _("Say why the card changes; players read it on the card's page.")
        problems.append(Problem("reason_missing", text, "reason"))
    if problems:
        raise UserError("card", _("The card cannot be published yet."), problems=problems)
    revision = before.revision if before is not None else 0
    if not same:
        revision += 1
        print_forms(cmd, game, [reading], reason)
    return {"game": game, "number": reading.number, "revision": revision, "changed": not same}


def clashes_of(game: str, reading: Reading, card: str) -> list[Problem]:
    """What a card takes from another one."""
    plan = Plan()
    Beside.now(game).place(plan, 1, reading, changing=card)
    return [place.problem for place in plan.problems]


def print_forms(cmd: Command, game: str, readings: Sequence[Reading], reason: str) -> None:
    """Add a form to each of these cards, which were checked."""
    known = {row.number: row.revision for row in printed(game)}
    EnteredRevision.objects.bulk_create(
        EnteredRevision(
            game=game,
            number=reading.number,
            revision=known.get(reading.number, 0) + 1,
            parts=reading.parts,
            sha256=digest_of(reading.parts),
            reason=reason if reading.number in known else "",
            at=cmd.at,
            by=cmd.actor.user,
        )
        for reading in readings
    )


@catalogue_command("entered.import")
def entered_import(cmd: Command, *, game: str, token: str, reason: str = "") -> EnteredImported:
    """Carry out a previewed file once; refused when the cards moved since, or a reason is missing."""
    kept = import_kept(cmd, token, game)
    plan = entered_plan(game, kept.text, kept.form)
    reason = require_as_previewed(kept, plan, reason)
    print_forms(cmd, game, [*plan.added, *plan.changed], reason)
    outcome: EnteredImported = {
        "game": game,
        "added": [reading.number for reading in plan.added],
        "changed": [reading.number for reading in plan.changed],
    }
    import_done(cmd, kept, outcome)
    return outcome
