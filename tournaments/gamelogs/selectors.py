"""Query plans and secrets of the gamelogs room: a log shows hands, so only judges of its tournament read it."""

from django.db.models import QuerySet
from django.http import Http404

from ledger.people import Person
from tournaments.entries.models import Entry
from tournaments.events.access import Right, actor_with
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import with_seats
from tournaments.rounds.units import unit_of

from .models import GameLog


def logs_of(tournament: Tournament) -> QuerySet[GameLog]:
    """All logs of a tournament with match and sender, without their bytes; newest first."""
    return (
        GameLog.objects.filter(match__tournament=tournament)
        .select_related("match__round", "entry", "comparison")
        .defer("original")
        .order_by("-submitted_at", "-pk")
    )


def access_log(user: Person, tournament: Tournament, log_id: int) -> GameLog:
    """One log for a judge of its tournament; for everybody else it does not exist."""
    if actor_with(user, tournament, Right.LOGS) is None:
        raise Http404
    log = (
        GameLog.objects.select_related("match__round", "match__tournament", "entry", "comparison")
        .filter(pk=log_id, match__tournament=tournament)
        .first()
    )
    if log is None:
        raise Http404
    return log


def access_own_match(user: Person, tournament: Tournament, match_id: int) -> tuple[Match, Entry]:
    """A published match of this person, or 404."""
    matches = Match.objects.filter(tournament=tournament, pk=match_id).exclude(round__state=Round.State.DRAFT)
    match = with_seats(matches.exclude(kind=Match.Kind.BYE)).select_related("round", "tournament").first()
    entry = own_entry(sides_of(match), user) if match is not None else None
    if match is None or entry is None:
        raise Http404
    return match, entry


def sides_of(match: Match) -> list[tuple[Entry, ...]]:
    """Who plays at the table of a match, side by side: one player each, or the members of a team."""
    return unit_of(match.tournament).sides(match.tournament, match)


def own_entry(sides: list[tuple[Entry, ...]], user: Person) -> Entry | None:
    """The entry with which this person plays at a table, or None."""
    return next((one for side in sides for one in side if one.user_id == user.pk), None)


def own_logs(entry: Entry, match: Match) -> QuerySet[GameLog]:
    """What this player submitted for this match."""
    return GameLog.objects.filter(match=match, entry=entry).defer("original").order_by("-submitted_at", "-pk")


def claims_beside(log: GameLog) -> list[GameLog]:
    """The other checked logs of the same game, for a judge who may read this one."""
    others = GameLog.objects.filter(
        match_id=log.match_id, game_number=log.game_number, state=GameLog.State.DONE
    )
    return list(
        others.exclude(pk=log.pk).exclude(sha256=log.sha256).select_related("entry").defer("original")
    )
