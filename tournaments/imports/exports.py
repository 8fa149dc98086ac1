"""A tournament as a file others can read: results/1 JSON, CSV, or a FIDE tournament report.

Results that are final and public, names as shown. Who was disqualified is only in the file for staff.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.events.models import Tournament
from tournaments.pairing.trf import TrfPlayer, TrfReport, TrfResult, write_trf
from tournaments.recordings.results import verified_tables
from tournaments.rounds.field import entrants_of, played_matches, preset_of
from tournaments.rounds.formats import knock_out_in
from tournaments.rounds.places import final_places
from tournaments.rounds.stages import knock_out_of, stage_complete
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names
from tournaments.standings import Entrant, Match, compute
from tournaments.standings.formats import KnockOut, KnockOutMatch, Results, to_csv, to_json
from tournaments.standings.formats_knock_out import report_lines
from tournaments.standings.tally import letters_of

_SOLO = {"bye": "U", "awarded_bye": "F", "half_bye": "H", "missed": "Z"}
_PLAYED = {"w": "1", "d": "=", "l": "0"}
_UNPLAYED = {"w": "+", "d": "-", "l": "-"}


def results_of(tournament: Tournament, *, staff: bool) -> Results:
    """Everything that is final: players with their names, rounds, and the policy."""
    entrants = entrants_of(tournament)
    if not staff:
        entrants = [replace(one, disqualified=False) for one in entrants]
    proved = _proved(tournament)
    matches = [
        replace(match, verified=(match.round, frozenset(match.players)) in proved)
        for match in played_matches(tournament)
    ]
    return Results(
        event=tournament.name,
        entrants=tuple(entrants),
        matches=tuple(matches),
        rounds=max((match.round for match in matches), default=0),
        date=tournament.starts_at.date().isoformat(),
        policy=preset_of(tournament),
        names=line_names(tournament),
        knock_out=knock_out_results(tournament),
    )


def knock_out_results(tournament: Tournament) -> KnockOut | None:
    """The bracket after the cut as far as it is played, and at its end everybody's final place; None without a cut."""
    stage = knock_out_of(tournament)
    if stage is None:
        return None
    matches = tuple(
        KnockOutMatch(one.slot, one.round, one.keys, one.games, one.winner)
        for one in knock_out_in(stage).meetings(tournament, stage)
    )
    places: dict[int, list[str]] = {}
    for line in final_places(tournament) if stage_complete(stage) else []:
        if line["place"] is not None:
            places.setdefault(line["place"], []).append(line["key"])
    shared = tuple((place, tuple(keys)) for place, keys in places.items())
    return KnockOut(stage.kind, tuple(stage.seeds), matches, shared)


def _proved(tournament: Tournament) -> set[tuple[int, frozenset[str]]]:
    """The tables whose result logs prove; none where crews meet, whose captains may well sit at one of their tables."""
    by_units = unit_of(tournament).played(tournament, through=0) is not None
    return set() if by_units else verified_tables(tournament)


def without_random_tie_break(results: Results) -> Results:
    """The same without the last tie-breaker: while an event runs, nobody knows it."""
    return replace(results, entrants=tuple(replace(one, random=0) for one in results.entrants))


def as_json(results: Results) -> str:
    """The documented results/1 JSON (docs/formats/results.md); reading it back gives the same event."""
    return json.dumps(to_json(results), ensure_ascii=False, indent=1) + "\n"


def as_csv(results: Results) -> str:
    """The documented CSV with names for ids; equal names are told apart by their number."""
    names: dict[str, str] = {}
    for one in results.entrants:
        name = results.names.get(one.id, one.id)
        names[one.id] = name if name not in names.values() else f"{name} ({one.id})"

    def named(match: Match) -> Match:
        return replace(match, players=tuple(None if one is None else names[one] for one in match.players))

    entrants = tuple(replace(one, id=names[one.id]) for one in results.entrants)
    matches, last = tuple(map(named, results.matches)), results.knock_out
    last = last if last is None else _renamed(last, names)
    return to_csv(replace(results, entrants=entrants, matches=matches, names={}, knock_out=last))


def _renamed(last: KnockOut, names: Mapping[str, str]) -> KnockOut:
    """The same knock-out with names in the place of ids."""
    return KnockOut(
        last.kind,
        tuple(names[key] for key in last.seeds),
        tuple(
            replace(
                one,
                players=tuple(None if key is None else names[key] for key in one.players),
                winner=None if one.winner is None else names[one.winner],
            )
            for one in last.matches
        ),
        tuple((place, tuple(names[key] for key in keys)) for place, keys in last.places),
    )


def as_trf(results: Results) -> str:
    """A FIDE report (TRF16): one line a player, ten columns a round. Raises ValueError for tables of three to six.

    The points of the event stand in the points column; what a win and a draw are worth is said in BBW and BBD. After a
    knock-out the places are the final ones, and the bracket stands in lines of remark (###): the rounds are those
    before the cut, so that points and results agree.
    """
    if any(sum(one is not None for one in match.players) > 2 for match in results.matches):
        raise ValueError("a FIDE report knows no tables of three to six")
    preset = results.policy
    rows = compute(results.entrants, results.matches, preset, results.rounds) if preset else []
    points = {row.id: row.points for row in rows}
    last = results.knock_out
    places = {row.id: place for place, row in enumerate(rows, 1)}
    places |= {key: place for place, keys in (last.places if last is not None else ()) for key in keys}
    number = {one.id: place for place, one in enumerate(results.entrants, 1)}
    cells: dict[str, dict[int, TrfResult]] = {one.id: {} for one in results.entrants}
    for match in results.matches:
        for player, cell in _cells(match, number):
            cells[player][match.round] = cell
    players = tuple(
        TrfPlayer(
            number=number[one.id],
            name=results.names.get(one.id, one.id),
            half_points=round(2 * points.get(one.id, Fraction(0))),
            place=places.get(one.id, 0),
            rounds=tuple(_round_of(one, cells[one.id], place) for place in range(1, results.rounds + 1)),
        )
        for one in results.entrants
    )
    worth = () if preset is None else (f"BBW {float(preset.win):>4.1f}", f"BBD {float(preset.draw):>4.1f}")
    dates = (f"042 {results.date}",) if results.date else ()
    bracket = () if last is None else tuple(report_lines(last, number))
    head = (*dates, f"062 {len(players)}", *worth, *bracket)
    return write_trf(TrfReport(results.event, players, results.rounds or None, (), head))


def _cells(match: Match, number: dict[str, int]) -> list[tuple[str, TrfResult]]:
    first, second = str(match.players[0]), match.players[1] if len(match.players) > 1 else None
    if second is None:
        return [(first, TrfResult(None, "-", _SOLO[match.kind]))]
    letters = letters_of(match)
    words = _PLAYED if match.kind == "played" else _UNPLAYED
    return [
        (first, TrfResult(number[second], "w" if match.kind == "played" else "-", words[letters[0]])),
        (second, TrfResult(number[first], "b" if match.kind == "played" else "-", words[letters[1]])),
    ]


def _round_of(one: Entrant, cells: dict[int, TrfResult], number: int) -> TrfResult | None:
    """The cell of a round; absent rounds are written as zero-point byes."""
    return cells.get(number) or TrfResult(None, "-", "Z")
