"""A player gives up a match that is being played: the opponent wins it, and who wants to leaves the tournament."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from rules_engine.games import game_of
from tournaments.entries.models import Entry
from tournaments.entries.services import drop_now
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.events.notices import announce
from tournaments.events.services import require_state

from .endings import checked_outcome
from .models import Match, Seat
from .services import locked_match, store_result
from .units import unit_of

State, Source, Kind = Match.State, Match.Source, Match.Kind
RULE = "106.3#3"


class Conceded(TypedDict):
    """The match and where it stands; whether anyone who conceded has left the tournament as well."""

    match: int
    state: str
    version: int
    left: bool


@command("result.concede", public=True)
def result_concede(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    version: int,
    won: int = 0,
    lost: int = 0,
    rounds: int = 0,
    leave: bool = False,
) -> Conceded:
    """Give up their own match: the opponent gets the games that are missing to win. Twice is once.

    ``won`` and ``lost`` are the games that were finished; none is drawn before time ends it (106.1a). In Organized
    Play only the game that is being played can be conceded, after so many full ``rounds`` of it as the event says
    (106.3#3), so it must be the one that decides the match. Anyone who leaves the tournament (``leave``) gives up
    everything at any time.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    require_state(tournament, Tournament.State.RUNNING)
    match = locked_match(cmd, tournament, match_id)
    seat = _own_seat(cmd, tournament, match)
    if match.state != State.FINAL:
        _require_untouched(match, version)
        if not leave:
            _require_rule(match, lost, rounds)
        _give_up(cmd, match, seat, won, lost)
    elif match.source != Source.CONCEDED or seat.result != "l":
        raise UserError("final", _("The result of this match is final. Ask at the desk if it is wrong."))
    if leave:
        drop_now(cmd, Entry.objects.get(tournament=tournament, user=cmd.actor.user))
    return {"match": match.pk, "state": match.state, "version": match.version, "left": leave}


def _own_seat(cmd: Command, tournament: Tournament, match: Match) -> Seat:
    """The seat for which this person speaks, at a table of two."""
    seat = unit_of(tournament).reporter(match, cmd.actor.user)
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    if match.kind == Kind.BYE or match.seats.count() != 2:
        raise UserError("no_duel", _("Only a match of two can be conceded. Ask at the desk."))
    return seat


def _require_untouched(match: Match, version: int) -> None:
    """Nobody has said how it ended, and the page showed it as it is."""
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("This match is disputed: the dispute must be settled first."))
    if match.reports.exists():
        text = _("A result has been reported already. Report yours, or undo your own report first.")
        raise UserError("reported", text)
    if match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))


def _require_rule(match: Match, lost: int, rounds: int) -> None:
    """What Organized Play allows by conceding alone."""
    if not asks_rounds(match):
        return
    law = match.round.pinned_law
    problems = []
    if rounds < law.concede_after:
        text = _(
            "You can concede a game here after %(rounds)s full rounds of it. Play on, or ask at the desk."
        )
        problems.append(Problem("too_early", text % {"rounds": law.concede_after}, "rounds", RULE))
    if lost + 1 < wins_needed(match):
        text = _(
            "Conceding this game does not lose you the match: play the next one. "
            "If you want to stop, you can drop as well."
        )
        problems.append(Problem("not_deciding", text, "lost", RULE))
    if problems:
        raise UserError("concede", "", problems=problems)


def asks_rounds(match: Match) -> bool:
    """Whether a game of this match is conceded only after so many rounds: in Organized Play, not in other games."""
    law = match.round.pinned_law
    return law.organized_play and "conceding" in game_of(law.game).law.rules


def wins_needed(match: Match) -> int:
    """How many games win this match."""
    return int(match.tournament.policy.games) // 2 + 1


def _give_up(cmd: Command, match: Match, seat: Seat, won: int, lost: int) -> None:
    """The opponent gets what is missing to win, on top of the games that were finished."""
    most = wins_needed(match)
    if not (0 <= won < most and 0 <= lost < most):
        text = _("With these games the match is over. Report its result.")
        raise UserError("over", "", problems=[Problem("over", text, "won")])
    said = (won, most, 0) if seat.position == 0 else (most, won, 0)
    outcome = checked_outcome(match, said, Kind.FORFEIT, called=True)
    store_result(cmd, match, outcome, Source.CONCEDED, kind=Kind.FORFEIT)
    cmd.record(entry=seat.entry_id, finished=[won, lost])
    others = [one.entry_id for one in match.seats.all() if one.pk != seat.pk]
    people = unit_of(match.tournament).people(others)
    announce(cmd, "result.conceded", people, round=match.round.number, table=match.table or 0)
