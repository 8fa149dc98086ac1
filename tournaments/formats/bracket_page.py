"""The knock-out as everybody may see it: its matches or tables round by round, and the final places."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models import Stage, Tournament
from tournaments.formats.brackets import (
    bracket_of,
    final_pods_of,
    places_of,
    results_of,
    schedule,
    without_byes,
)
from tournaments.pairing.elimination import Slot, Standing, bracket_standings
from tournaments.pairing.pod_final import FinalPod
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.selectors import claim_words, with_seats
from tournaments.rounds.stages import final_place, knock_out_of, name_at
from tournaments.rounds.words import names_by_key

# The parts of a double elimination, in the order of the page.
WINNERS, LOSERS, END = "winners", "losers", "end"
PART_OF = {"winners": WINNERS, "losers": LOSERS}


def bracket_parts(tournament: Tournament, stage: Stage) -> list[dict[str, Any]]:
    """The knock-out in parts of rounds of matches, from top to bottom; a fixed number of queries.

    A double elimination has three parts (who never lost, who lost once, the end), any other knock-out one. A part
    has title and rounds, a round name and matches, a match title, third, table, round, state, words and sides.
    """
    names = names_by_key(tournament)
    played = Match.objects.filter(round__stage=stage).exclude(slot="").exclude(round__state=Round.State.DRAFT)
    stored = {match.slot: match for match in with_seats(played).select_related("round")}
    winners = results_of(stage)
    if stage.kind == Stage.Kind.POD_FINAL:
        return [{"title": "", "rounds": _pod_rounds(stage, winners, stored, names)}]
    matches = _matches(stage, winners, stored, names)
    if stage.kind != Stage.Kind.DOUBLE:
        return [{"title": "", "rounds": _rounds(stage, matches)}]
    titles = {WINNERS: _("Without a loss"), LOSERS: _("With one loss"), END: _("The end")}
    return [
        {"title": title, "rounds": _rounds(stage, (one for one in matches if one["part"] == part))}
        for part, title in titles.items()
        if any(one["part"] == part for one in matches)
    ]


def _rounds(stage: Stage, matches: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Matches by the round in which they are played."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for match in matches:
        rounds.setdefault(match["place"], []).append(match)
    return [{"name": name_at(stage, place), "matches": rounds[place]} for place in sorted(rounds)]


def _matches(
    stage: Stage, winners: Mapping[str, str], stored: Mapping[str, Match], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The matches of a bracket in its order, without byes; a deciding match only when it is needed."""
    bracket = bracket_of(stage)
    slots, when = without_byes(bracket), schedule(bracket)
    labels = {key: _letter(place) for place, key in enumerate(slots)}
    matches = []
    for standing in bracket_standings(bracket, winners).values():
        key = standing.match.key
        if key not in slots or not standing.needed:
            continue
        match = stored.get(key)
        line = {
            "title": _("Match %(label)s") % {"label": labels[key]},
            "part": PART_OF.get(standing.match.part, END),
            "place": when[key],
            "third": standing.match.part == "third",
            "sides": _sides(stage, standing, slots[key], match, names, labels),
        }
        matches.append(line | _where(match))
    return matches


def _where(match: Match | None) -> dict[str, Any]:
    """Table, round and state of a match that is made; nothing of one that is not."""
    if match is None:
        return {"table": None, "round": None, "state": "", "words": ""}
    return {"table": match.table, "round": match.round.number, "state": match.state, "words": ""}


def _letter(place: int) -> str:
    """A short name for a match or table: a letter in their order, after Z its number."""
    return chr(ord("A") + place) if place < 26 else str(place + 1)


def _sides(
    stage: Stage,
    standing: Standing,
    slots: tuple[Slot, Slot],
    match: Match | None,
    names: Mapping[str, str],
    labels: Mapping[str, str],
) -> list[dict[str, Any]]:
    final = match is not None and match.state == Match.State.FINAL
    seats = {seat.entry.key: seat for seat in match.seats.all()} if match is not None else {}
    sides = []
    for key, slot in zip((standing.a, standing.b), slots, strict=True):
        seat: Seat | None = seats.get(key or "")
        side = _side(stage, key, names) if key else _coming(_who(slot, labels))
        side["games"] = seat.games_won if final and seat is not None else None
        sides.append(side | {"won": final and key is not None and standing.winner == key})
    return sides


def _side(stage: Stage, key: str, names: Mapping[str, str]) -> dict[str, Any]:
    """A player who is known, with the seed."""
    return {"name": names[key], "known": True, "seed": stage.seeds.index(key) + 1, "games": None}


def _coming(words: str) -> dict[str, Any]:
    """A place whose player an earlier match decides."""
    return {"name": words, "known": False, "seed": None, "games": None}


def _who(slot: Slot, labels: Mapping[str, str]) -> str:
    word = _("Winner of match %(label)s") if slot.kind == "winner" else _("Loser of match %(label)s")
    return word % {"label": labels[slot.name]}


def _pod_rounds(
    stage: Stage, winners: Mapping[str, str], stored: Mapping[str, Match], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The final tables: the semi-finals, where there are any, and the final."""
    pods = final_pods_of(stage, winners)
    labels = {pod.key: _letter(place) for place, pod in enumerate(pods)}
    return [
        {
            "name": name_at(stage, place + 1),
            "matches": [
                _pod(stage, pod, winners.get(pod.key), stored.get(pod.key), names, labels)
                for pod in pods
                if pod.stage == place + 1
            ],
        }
        for place in range(final_place(stage))
    ]


def _pod(
    stage: Stage,
    pod: FinalPod,
    winner: str | None,
    match: Match | None,
    names: Mapping[str, str],
    labels: Mapping[str, str],
) -> dict[str, Any]:
    """One final table with its seats in order; of a seat nobody has yet, whose it will be."""
    waits = iter(pod.waits_for)
    sides = []
    for key in pod.seats:
        if key is None:
            side = _coming(_("Winner of semi-final %(label)s") % {"label": labels[next(waits)]})
        else:
            side = _side(stage, key, names)
        sides.append(side | {"won": key is not None and key == winner})
    title = _("Final") if pod.key == "final" else _("Semi-final %(label)s") % {"label": labels[pod.key]}
    line = {"title": title, "third": False, "sides": sides} | _where(match)
    if match is not None and match.state == Match.State.FINAL and "w" not in _claim(match):
        line["words"] = claim_words(match, _claim(match))
    return line


def _claim(match: Match) -> str:
    return "".join(seat.result for seat in match.seats.all())


def final_places(tournament: Tournament) -> list[dict[str, Any]]:
    """The places at the end: the knock-out's first, then everybody else in the order of the standings.

    Who was knocked out in the same round shares the place, the higher seed is named first. Places of a
    knock-out that is still being played are left out. Keys: place, key, name.
    """
    names = names_by_key(tournament)
    rows = standings_rows(tournament)
    stage = knock_out_of(tournament)
    if stage is None:
        return [{"place": row.rank, "key": row.id, "name": names[row.id]} for row in rows]
    lines: list[dict[str, Any]] = []
    for place, keys in places_of(stage, results_of(stage)):
        for key in sorted(keys, key=stage.seeds.index):
            lines.append({"place": place, "key": key, "name": names[key]})
    rest = [row for row in rows if row.id not in stage.seeds]
    ahead = len(stage.seeds)
    above: dict[int | None, int] = {}
    for number, row in enumerate(rest, start=1):
        above.setdefault(row.rank, number)
        place_after = None if row.rank is None else ahead + above[row.rank]
        lines.append({"place": place_after, "key": row.id, "name": names[row.id]})
    return lines
