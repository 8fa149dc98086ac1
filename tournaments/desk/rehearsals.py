"""Playing on in a rehearsal: what players would report at all tables but one's own, and two who disagree."""

from collections.abc import Iterator

from django.db import transaction
from django.utils.translation import gettext as _

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.rounds.endings import checked_outcome
from tournaments.rounds.formats import Said, format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_enter, result_report

_SLIPS = ("2-0", "2-1", "0-2", "1-2", "1-0", "0-1", "1", "2", "3")
"""What slips say; of each table those count that a match there could end with."""


def _endings(match: Match) -> Iterator[tuple[Said, str]]:
    """The ways in which a match may have ended, in an order of its own that is always the same."""
    ending = format_of(match.round.stage).ending
    first = int(digest([match.tournament.seed, "rehearsal", match.pk])[:8], 16) % len(_SLIPS)
    for text in _SLIPS[first:] + _SLIPS[:first]:
        read = ending.typed(text, match)
        if read is None:
            continue
        try:
            checked_outcome(match, *read, called=False)
        except UserError:
            continue
        yield read


def _open_tables(tournament: Tournament) -> list[Match]:
    """The tables of the round that is played which nobody has said anything about."""
    found = Match.objects.filter(
        tournament=tournament,
        round__state=Round.State.PUBLISHED,
        state=Match.State.OPEN,
        kind=Match.Kind.PLAYED,
    )
    return list(
        found.filter(reports=None)
        .select_related("round__stage__tournament", "tournament")
        .order_by("table", "pk")
    )


def play_others(actor: Actor, key: str | None, tournament: Tournament, kept: int | None = None) -> str:
    """Enter a result at every open table but the one that is kept; what was done, in words.

    Each is a command of its own under a key of its own, so twice is once; all of them are one transaction.
    """
    _require_rehearsal(tournament)
    entered = 0
    with transaction.atomic():
        for match in _open_tables(tournament):
            ending = next(_endings(match), None)
            if match.table == kept or ending is None:
                continue
            said, kind = ending
            entered += 1
            result_enter(
                actor=actor,
                key=key and f"{key}:{match.pk}",
                tournament=tournament,
                match_id=match.pk,
                said=said,
                kind=kind,
            )
    return _("Results entered: %(count)s.") % {"count": entered}


def disagree(actor: Actor, key: str | None, tournament: Tournament, kept: int | None = None) -> str:
    """Let the players of one open table report different results; where, in words."""
    _require_rehearsal(tournament)
    match = next((one for one in _open_tables(tournament) if kept in (None, one.table)), None)
    if match is None:
        raise UserError("no_table", _("No table is open that nobody has reported about."))
    endings = list(_endings(match))
    with transaction.atomic():
        for place, seat in enumerate(match.seats.select_related("entry__user").order_by("position")):
            said, _kind = endings[place % 2]
            result_report(
                actor=Actor(seat.entry.user, "player"),
                key=key and f"{key}:{seat.pk}",
                tournament=tournament,
                match_id=match.pk,
                said=said,
            )
    return _("The players at table %(table)s report different results.") % {"table": match.table}


def _require_rehearsal(tournament: Tournament) -> None:
    if not tournament.rehearsal:
        raise UserError("no_rehearsal", _("This works only in a rehearsal."))
