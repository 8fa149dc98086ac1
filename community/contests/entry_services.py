"""Sending a card in, changing it, taking it back. Rows stand in a chain no page shows, and name no card."""

from typing import TypedDict

from django.utils.translation import gettext as _

from community.hosts import host_role
from decks.cards.entered import sheet_of
from decks.cards.pools import card_pool
from decks.cards.reading import CardParts, Reading, digest_of, read_entry
from ledger.commands import Command, command
from ledger.errors import Problem, UserError
from ledger.hashing import digest
from ledger.names import fold
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done
from tournaments.agenda.questions import young

from .access import takes_part
from .models import HIDDEN_CHAIN, Contest, ContestEntry, Juror, new_code
from .selectors import own_entry
from .services import lock_contest
from .stages import Stage, stage_of

MOST_ENTERED = 100
"""So often one person sends a card in or changes it within a day."""
SHORTEST_NAME = 4


class Agreed(TypedDict):
    """What somebody agrees to when they send a card in.

    ``licence``: to the licence that was shown. ``age``: ``"16"``, or ``"12"`` with a ``guardian`` who agrees.
    ``credited``: to be named when it is over.
    """

    licence: bool
    age: str
    guardian: bool
    credited: bool


def licence_hash(contest: Contest) -> str:
    """The hash of the licence of a contest, kept with each entry."""
    return digest(contest.licence)


def trial_number(contest: Contest, code: str) -> str:
    """The number a card has while it is only an entry: made of its random code, so it says nothing."""
    sheet = sheet_of(contest.game)
    return sheet.number_of(contest.pk, int(code, 16) % 998 + 1, 999)


def read_card(contest: Contest, row: CardParts, code: str) -> Reading:
    """A card as its game reads it, with the fields that only keepers fill left empty and a number of its own."""
    sheet = sheet_of(contest.game)
    typed = {one.name: row.get(one.name) for one in sheet.fields if not one.keeper}
    return read_entry(sheet, {**typed, "number": trial_number(contest, code)})


def bare(parts: CardParts) -> CardParts:
    """The parts that are the card itself: by these two cards are the same, whatever number they had."""
    return {name: value for name, value in parts.items() if name != "number"}


@command("contest_entry.enter", chain=HIDDEN_CHAIN)
def entry_enter(cmd: Command, *, contest: Contest, row: CardParts, agreed: Agreed) -> Done:
    """Send a card in, or change the one that is in, until the close. Raises UserError with all that is wrong."""
    require_quota(cmd, MOST_ENTERED)
    user = cmd.actor.user
    contest = lock_contest(cmd, contest, hidden=True)
    _require_open(cmd, contest)
    _require_may_enter(contest, user)
    entry = own_entry(contest, user) or ContestEntry(contest=contest, author=user, entered_at=cmd.at)
    if entry.excluded_at is not None:
        raise UserError("excluded", _("The hosts took your card out of the contest."))
    if entry.withdrawn_at is not None:
        entry.code, entry.withdrawn_at, entry.entered_at = new_code(), None, cmd.at
    reading = read_card(contest, row, entry.code)
    problems = [*reading.problems, *_not_this(contest, reading, user), *_not_agreed(agreed, user)]
    if problems:
        raise UserError("card", _("The card cannot be submitted yet."), problems=problems)
    entry.parts, entry.sha256 = reading.parts, digest_of(bare(reading.parts))
    entry.licence_sha256 = licence_hash(contest)
    entry.guardian_yes = _is_young(agreed, user)
    entry.credited, entry.changed_at = agreed["credited"], cmd.at
    entry.save()
    cmd.record(contest=contest.pk, licence=entry.licence_sha256[:16])
    return {}


def _require_open(cmd: Command, contest: Contest) -> None:
    if stage_of(contest, cmd.at) != Stage.ENTRIES:
        raise UserError("closed", _("No cards can be submitted or changed now."))


def _require_may_enter(contest: Contest, user: Account) -> None:
    if not takes_part(user):
        raise UserError("account", _("You need an account of your own for this."))
    if Juror.objects.filter(contest=contest, user=user, state=Juror.State.ACCEPTED).exists():
        raise UserError("jury", _("You are on the jury, so you cannot submit a card."))
    if host_role(user, contest.organization):
        raise UserError("host", _("You host this contest, so you cannot submit a card."))


def _not_this(contest: Contest, reading: Reading, user: Account) -> list[Problem]:
    """What a card of a contest may not be: one of the cards there are, or one that says who made it."""
    problems = []
    name = fold(str(reading.parts.get("name", "")))
    if name and any(fold(card.name) == name for card in card_pool(contest.game, contest.pool_key).cards):
        problems.append(Problem("name_taken", _("There is a card of this name already."), "name"))
    said = fold(" ".join(str(value) for value in bare(reading.parts).values()))
    own = [fold(one) for one in (user.display_name, user.real_name, user.username)]
    if any(len(one) >= SHORTEST_NAME and one in said for one in own):
        text = _("Your name stands on the card. Nobody may know whose it is until the contest is decided.")
        problems.append(Problem("named", text, "name"))
    return problems


def _is_young(agreed: Agreed, user: Account) -> bool:
    return agreed["age"] == "12" or user.pk in young([user.pk])


def _not_agreed(agreed: Agreed, user: Account) -> list[Problem]:
    problems = []
    if not agreed["licence"]:
        text = _("Read what may be done with your card, and say that you agree.")
        problems.append(Problem("licence", text, "licence"))
    if agreed["age"] not in ("12", "16"):
        problems.append(Problem("age", _("Choose one."), "age"))
    if _is_young(agreed, user) and not agreed["guardian"]:
        text = _("Ask your parent or guardian first: they must agree.")
        problems.append(Problem("guardian", text, "guardian"))
    return problems


@command("contest_entry.withdraw", chain=HIDDEN_CHAIN)
def entry_withdraw(cmd: Command, *, contest: Contest) -> Done:
    """Take the card back until the close: its words are deleted, its hash stays. Taken back before, it stays so."""
    contest = lock_contest(cmd, contest, hidden=True)
    entry = own_entry(contest, cmd.actor.user)
    if entry is not None and entry.withdrawn_at is None:
        _require_open(cmd, contest)
        entry.withdrawn_at, entry.changed_at, entry.parts = cmd.at, cmd.at, {}
        entry.save(update_fields=["withdrawn_at", "changed_at", "parts"])
    cmd.record(contest=contest.pk)
    return {}
