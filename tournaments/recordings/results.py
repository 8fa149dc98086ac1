"""What recorded games say of a match: the result they propose, and whether the one that counts is proved by them.

A recording never blocks a result. It becomes one when everybody has signed what decides the match; before, people
report, and what is recorded fills in their form.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.shapes import Json
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.selectors import sides_of
from tournaments.rounds.endings import signed_outcome
from tournaments.rounds.formats import Said, format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games, Outcome
from tournaments.rounds.selectors import outcome_words, with_seats
from tournaments.rounds.services import time_called
from tournaments.rounds.slip_services import result_signed
from tournaments.rounds.units import unit_of

from .chain import signatures
from .models import Recording
from .opening import seated, seats_of
from .rows import Row
from .selectors import recordings_of

State = Recording.State


@dataclass(frozen=True)
class Proposal:
    """What the recorded games of a match add up to, by position at the table.

    ``said`` is it in the words of a report: (first, second, drawn) games, or a letter for every seat. ``decided``: the
    match is over by them. ``signed``: every game of it is signed by everybody.
    """

    said: Said
    decided: bool
    signed: bool
    recordings: tuple[Recording, ...]


def proposal_of(match: Match, written: Recording | None = None) -> Proposal | None:
    """What the recorded games of a match propose; None when none is over, or when both lost one.

    That both lose (``Z20`` of Z/X) is no result that players report: the desk rules it. Nor do games decide a match
    where one before them was not recorded, or time has run out and one is still played. ``written``: a game as its
    command leaves it.
    """
    known = {one.pk: one for one in match.recordings.all() if one.state != State.VOID}
    if written is not None:
        known[written.pk] = written
    games = [one for one in known.values() if one.state in (State.ENDED, State.SIGNED) and one.result]
    if not games:
        return None
    games.sort(key=lambda one: one.game_number)
    whole = [one.game_number for one in games] == list(range(1, len(games) + 1))
    signed = all(one.state == State.SIGNED for one in games)
    places = _positions(match)
    if len(set(places)) > 2 or max(places) + 1 > 2:
        said: Said = _letters(_result(games[0]), places)
        return Proposal(said, True, signed, (games[0],))
    won = [0, 0]
    drawn = 0
    for one in games:
        result = _result(one)
        winners = {places[seat] for seat in result["winners"]}
        if not winners and not result["draw"]:
            return None
        if result["draw"] or len(winners) != 1:
            drawn += 1
        else:
            won[winners.pop()] += 1
    policy = match.tournament.policy
    enough = max(won) > policy.games // 2 or sum(won) + drawn >= policy.games
    decided = whole and (enough or (len(games) == len(known) and time_called(match)))
    return Proposal((won[0], won[1], drawn), decided, signed, tuple(games))


class MatchTold(TypedDict):
    """What a player reads of the match when a game is over: the result it has (``final``), or gets by all signatures.

    ``otherwise``: what they have reported themselves, where that is another result.
    """

    result: str
    final: bool
    otherwise: str


def match_told(match: Match, own: Entry | None) -> MatchTold | None:
    """The result of a match in words, or the one that signing reports; None where signing reports none."""
    shown = with_seats(Match.objects.filter(pk=match.pk)).select_related("round__stage").get()
    shown.tournament = shown.round.tournament = shown.round.stage.tournament = match.tournament
    unit_of(match.tournament).label(match.tournament, [shown])
    found, outcome = proposal_of(match), shown.outcome
    if outcome is None and found is not None and found.decided:
        outcome = signed_outcome(shown, found.said, called=time_called(shown))
    if outcome is None:
        return None
    final = shown.state == Match.State.FINAL
    said = match.reports.filter(entry=own).first() if own is not None and not final else None
    otherwise = _worded(shown, said.outcome) if said is not None and said.outcome != outcome else ""
    return {"result": _worded(shown, outcome), "final": final, "otherwise": otherwise}


def _worded(match: Match, outcome: Outcome) -> str:
    """An outcome with the names of who sits there, as it stands on a slip."""
    words = outcome_words(match, outcome)
    if not isinstance(outcome, Games):
        return words
    drawn = "" if outcome.winner is not None else f" ({_('a draw')})"
    first, second = [seat.name for seat in match.seats.all()]
    return f"{first} {words} {second}{drawn}"


def report_signed(cmd: Command, recording: Recording, rows: Sequence[Row]) -> None:
    """Let the last signature of a match report its result for everybody who signed, in the command that signs.

    Whom a judge has signed for reports nothing by it.
    """
    match = recording.match
    found = proposal_of(match, recording) if match is not None else None
    if match is None or found is None or not (found.decided and found.signed):
        return
    players = seated(match)
    signed = [players[seat].pk for seat, row in signatures(rows).items() if "for" not in row["body"]]
    result_signed(cmd, match.tournament, match.pk, found.said, signed, recording=recording.pk)


def ended_told(match: Match, recording: Recording) -> str:
    """How a recorded game of a match ended, in words; "" for one that is not over."""
    result = _result(recording)
    if not result:
        return ""
    if not result["winners"]:
        return _("A draw") if result["draw"] else _("Nobody wins: both players lose.")
    names = [entry.name for entry in seated(match)]
    return _("%(names)s won") % {"names": ", ".join(names[seat] for seat in result["winners"])}


def looked_at_again(matches: Sequence[Match]) -> list[tuple[Match, Recording, str]]:
    """The recorded games of these matches that are over, with how each ended, in the order of the matches."""
    ended = Recording.objects.filter(match__in=[match.pk for match in matches], result__isnull=False)
    games = list(ended.exclude(state=State.VOID).defer("opening").order_by("game_number"))
    return [
        (match, one, told)
        for match in matches
        for one in games
        if one.match_id == match.pk and (told := ended_told(match, one))
    ]


def next_game(match: Match) -> int | None:
    """The game that comes next at this match; None before one is over, when time is up, and where it is decided.

    Nor does one come next while a game before it is not over.
    """
    found = proposal_of(match)
    if (
        _unfinished(match) is not None
        or found is None
        or found.decided
        or match.state == Match.State.FINAL
        or time_called(match)
    ):
        return None
    number = found.recordings[-1].game_number + 1
    return number if number <= match.tournament.policy.games else None


def go_on_with(match: Match) -> Json | None:
    """The first game of a match that is not over, as a page leads to it: its number and its address."""
    one = _unfinished(match)
    if one is None:
        return None
    url = reverse("tournaments:recording", args=[match.tournament.slug, one.pk])
    return {"n": one.game_number, "url": url}


def _unfinished(match: Match) -> Recording | None:
    games = [one for one in match.recordings.all() if one.state in (State.OPEN, State.FROZEN)]
    return min(games, key=lambda one: one.game_number, default=None)


def _result(recording: Recording) -> Json:
    return dict(recording.result or {})


def _positions(match: Match) -> list[int]:
    """The position at the match of every seat of a game: of teams that of the team."""
    return [place for _one, place in seats_of(sides_of(match))]


def _letters(result: Json, places: Sequence[int]) -> str:
    """A letter for every position at a table of three to six: who won, who was still in when time ended it."""
    letters = ["l"] * (max(places) + 1)
    for seat, place in enumerate(places):
        if seat in result["winners"]:
            letters[place] = "w"
        elif result["draw"] and seat not in result["losers"]:
            letters[place] = "d"
    return "".join(letters)


def is_verified(match: Match) -> bool:
    """Whether the result that everybody reported is the one that their signed games prove."""
    if (
        match.state != Match.State.FINAL
        or match.source != Match.Source.BOTH
        or match.kind != Match.Kind.PLAYED
    ):
        return False
    found = proposal_of(match)
    if found is None or not found.decided or not found.signed:
        return False
    format_ = format_of(match.round.stage)
    read = format_.ending.read(found.said, match, Match.Kind.PLAYED)
    return bool(format_.decide(match, read, Match.Kind.PLAYED) == match.outcome)


def verified_among(matches: Iterable[Match]) -> set[int]:
    """The ids of those matches whose result is verified; one query where none was recorded."""
    return {match.pk for match in _verified(Match.objects.filter(pk__in=[one.pk for one in matches]))}


def verified_tables(tournament: Tournament) -> set[tuple[int, frozenset[str]]]:
    """The tables of a tournament whose result is verified: number of the round, and the keys of those who sat there."""
    found = _verified(Match.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT))
    return {
        (match.round.number, frozenset(seat.entry.key for seat in match.seats.all()))
        for match in with_seats(Match.objects.filter(pk__in=[one.pk for one in found])).select_related(
            "round"
        )
    }


def _verified(matches: QuerySet[Match]) -> list[Match]:
    """Those of them whose result is verified; one query where none was recorded."""
    signed = Recording.objects.filter(match__in=matches, state=State.SIGNED).values_list("match", flat=True)
    found = Match.objects.filter(pk__in=set(signed)).select_related("round__stage", "tournament")
    return [match for match in found.prefetch_related("recordings") if is_verified(match)]


def own_report(found: Proposal, match: Match, position: int) -> Json:
    """The proposal as the fields of the form in which the player at this position reports."""
    if isinstance(found.said, str):
        winner = found.said.find("w")
        return {
            "winner": winner if winner >= 0 else "",
            "still_in": [place for place, letter in enumerate(found.said) if letter == "d"],
        }
    first, second, drawn = found.said
    mine, theirs = (second, first) if position == 1 else (first, second)
    return {"first": mine, "second": theirs, "drawn": drawn}


class Recorded(TypedDict):
    """What a player's screen says of the recordings of their own match, each of them with how it ended.

    ``so_far`` is what the games that are over add up to, as the form of a report has it; ``fields`` is what one tap
    reports, as long as this player has not reported. ``played_on``: the games that are being played, or can be begun
    as long as time is not over.
    """

    recordings: list[tuple[Recording, str]]
    verified: bool
    fields: list[tuple[str, Any]]
    so_far: Json
    played_on: list[int]


def recorded_at(match: Match, entry: Entry, *, any_known: bool = True) -> Recorded | None:
    """What a player's screen says of the recordings of their own match; None where nothing can be recorded.

    ``any_known``: False where the caller knows that there is no recording.
    """
    if match.kind != Match.Kind.PLAYED:
        return None
    recordings = [one for one in recordings_of(match) if one.state != State.VOID] if any_known else []
    told = [(one, ended_told(match, one)) for one in recordings]
    on = [one.pk for one in recordings if one.state == State.OPEN and (one.head or not time_called(match))]
    context: Recorded = {"recordings": told, "verified": False, "fields": [], "so_far": {}, "played_on": on}
    if not recordings:
        return context
    if match.state == Match.State.FINAL:
        return {**context, "verified": is_verified(match)}
    found = proposal_of(match)
    seat = next((one for one in match.seats.all() if one.entry_id == entry.pk), None)
    if found is None or seat is None:
        return context
    context["so_far"] = own_report(found, match, seat.position)
    if (
        match.state != Match.State.DISPUTED
        and found.decided
        and found.signed
        and not match.reports.filter(entry=entry).exists()
    ):
        context["fields"] = fields_of(context["so_far"])
    return context


def fields_of(said: Json) -> list[tuple[str, Any]]:
    """The hidden fields of a form, one for every value."""
    return [
        (name, value)
        for name, values in said.items()
        for value in (values if isinstance(values, list) else [values])
    ]
