"""The knock-out as everybody may see it: its matches round by round, and the final places."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models import Stage, Tournament
from tournaments.pairing.elimination import Slot, Standing, bracket_standings, places

from .field import standings_rows
from .models import Match, Round, Seat
from .selectors import with_seats
from .stages import elimination_of, first_number, round_name
from .tables import bracket_of, bracket_results
from .words import names_by_key


def bracket_rounds(tournament: Tournament, stage: Stage) -> list[dict[str, Any]]:
    """Every round of the knock-out with its matches from top to bottom; a fixed number of queries."""
    names = names_by_key(tournament)
    first = first_number(stage)
    played = Match.objects.filter(round__stage=stage).exclude(slot="").exclude(round__state=Round.State.DRAFT)
    stored = {match.slot: match for match in with_seats(played).select_related("round")}
    standings = bracket_standings(bracket_of(stage), bracket_results(stage))
    labels = _labels(standings.values())
    rounds: list[dict[str, Any]] = [
        {"name": round_name(stage, first + place), "number": first + place, "matches": []}
        for place in range(stage.rounds)
    ]
    for standing in standings.values():
        if not standing.waiting and None in (standing.a, standing.b):
            continue  # a bye of a field that fills no power of two
        match = stored.get(standing.match.key)
        rounds[standing.match.round - 1]["matches"].append(
            {
                "label": labels[standing.match.key],
                "third": standing.match.part == "third",
                "table": match.table if match else None,
                "round": match.round.number if match else None,
                "state": match.state if match else "",
                "sides": _sides(stage, standing, match, names, labels),
            }
        )
    return rounds


def _labels(standings: Any) -> dict[str, str]:
    """A short name for every match: a letter in the order of the bracket."""
    keys = [standing.match.key for standing in standings]
    return {key: chr(ord("A") + place) if place < 26 else str(place + 1) for place, key in enumerate(keys)}


def _sides(
    stage: Stage, standing: Standing, match: Match | None, names: dict[str, str], labels: dict[str, str]
) -> list[dict[str, Any]]:
    final = match is not None and match.state == Match.State.FINAL
    seats = {seat.entry.key: seat for seat in match.seats.all()} if match is not None else {}
    sides = []
    for key, slot in ((standing.a, standing.match.a), (standing.b, standing.match.b)):
        seat: Seat | None = seats.get(key or "")
        sides.append(
            {
                "name": names[key] if key else _coming(slot, labels),
                "known": key is not None,
                "seed": stage.seeds.index(key) + 1 if key else None,
                "games": seat.games_won if final and seat is not None else None,
                "won": final and key is not None and standing.winner == key,
            }
        )
    return sides


def _coming(slot: Slot, labels: dict[str, str]) -> str:
    word = _("Winner of match %(label)s") if slot.kind == "winner" else _("Loser of match %(label)s")
    return word % {"label": labels[slot.name]}


def final_places(tournament: Tournament) -> list[dict[str, Any]]:
    """The places at the end: the knock-out's first, then everybody else in the order of the standings.

    Who was knocked out in the same round shares the place, the higher seed is named first. Places of a
    knock-out that is still being played are left out. Keys: place, key, name.
    """
    names = names_by_key(tournament)
    rows = standings_rows(tournament)
    stage = elimination_of(tournament)
    if stage is None:
        return [{"place": row.rank, "key": row.id, "name": names[row.id]} for row in rows]
    lines: list[dict[str, Any]] = []
    for place, keys in places(bracket_of(stage), bracket_results(stage)):
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
