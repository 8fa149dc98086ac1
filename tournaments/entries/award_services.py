"""Byes and a seed that somebody brings to a tournament: won in a circuit, or given by the organizer; one way."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.events.kinds import first_format
from tournaments.events.models import Tournament
from tournaments.events.questions import rounds_so_far
from tournaments.events.services import lock

from .models import Entry

MOST_BYES = 5
"""So many first rounds can be awarded as byes; more, and somebody is hardly in the tournament."""
LAST_SEED = 1_000_000


class Awarded(TypedDict):
    """An entry, and what it brings."""

    entry: int
    byes: int
    seed: int | None


@command("entry.award", public=True)
def entry_award(
    cmd: Command, *, tournament: Tournament, entry_id: int, byes: int = 0, seed: int | None = None
) -> Awarded:
    """Give an entry the bye in so many first rounds, and a place in the order that pairs the first one.

    Both replace what the entry had; 0 and None end it. Before the first round is paired only, and where rounds of
    single players are paired by points: elsewhere a bye or a seed would mean nothing, and is refused.
    """
    tournament = lock(cmd, tournament)
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None or entry.state == Entry.State.WITHDRAWN:
        raise UserError("entry", _("Choose a player of this tournament."), field="entry")
    return award(cmd, entry, byes, seed)


def award(cmd: Command, entry: Entry, byes: int, seed: int | None) -> Awarded:
    """Part of a command that holds the tournament of the entry: store what it brings."""
    if byes or seed is not None:
        require_awards(entry.tournament)
    if not 0 <= byes <= MOST_BYES:
        text = _("Between 0 and %(most)s byes can be awarded.") % {"most": MOST_BYES}
        raise UserError("byes", text, field="byes")
    if seed is not None and not 1 <= seed <= LAST_SEED:
        raise UserError("seed", _("Enter the seed as a number from 1."), field="seed")
    changed = (entry.byes, entry.seed) != (byes, seed)
    if changed and rounds_so_far(entry.tournament).begun:
        raise UserError("begun", _("The first round is paired: byes and seeds stay as they are."))
    if changed:
        entry.byes, entry.seed = byes, seed
        entry.save(update_fields=["byes", "seed"])
    cmd.record(entry=entry.pk, byes=byes, seed=seed)
    return {"entry": entry.pk, "byes": byes, "seed": seed}


def require_awards(tournament: Tournament) -> None:
    """Refuse byes and seeds where they would mean nothing."""
    if not first_format(tournament.policy).awards:
        text = _(
            "Awarded byes and seeds mean something only where single players are paired by points. In this "
            "tournament they do not."
        )
        raise UserError("no_awards", text)
