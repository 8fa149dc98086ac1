"""The lines of a bracket's drawing: matches by round, each with title, third, table, round, state, words and sides.

A side has name, known, seed, games and won; a part of a drawing has a title and rounds, a round a name and matches.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.events.models import Stage, Tournament
from tournaments.pairing.elimination import Slot, Standing, bracket_standings
from tournaments.rounds.models import Match
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names

from .brackets import schedule, without_byes
from .slots import slots_of, winners_of

if TYPE_CHECKING:
    from .knock_out import BracketKnockOut, KnockOut

# The parts of a double elimination, in the order of the page.
WINNERS, LOSERS, END = "winners", "losers", "end"
PART_OF = {"winners": WINNERS, "losers": LOSERS}


def rounds_of(format_: "KnockOut", stage: Stage, matches: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Matches by the round in which they are played."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for match in matches:
        rounds.setdefault(match["place"], []).append(match)
    return [
        {"name": format_.round_name(stage, place, place), "matches": rounds[place]}
        for place in sorted(rounds)
    ]


def match_lines(format_: "BracketKnockOut", tournament: Tournament, stage: Stage) -> list[dict[str, Any]]:
    """The matches of a bracket in its order, without byes; a deciding match only when it is needed."""
    names, made = line_names(tournament), slots_of(stage)
    bracket = format_.bracket(stage)
    slots, when = without_byes(bracket), schedule(bracket)
    labels = {key: letter(place) for place, key in enumerate(slots)}
    lines = []
    for standing in bracket_standings(bracket, winners_of(stage, made)).values():
        key = standing.match.key
        if key not in slots or not standing.needed:
            continue
        matches = made.get(key, [])
        line = {
            "title": _("Match %(label)s") % {"label": labels[key]},
            "part": PART_OF.get(standing.match.part, END),
            "place": when[key],
            "third": standing.match.part == "third",
            "sides": _sides(stage, standing, slots[key], matches, names, labels),
        }
        lines.append(line | where(matches))
    return lines


def where(matches: list[Match]) -> dict[str, Any]:
    """Table, round and state of a match that is made; nothing of one that is not."""
    if not matches:
        return {"table": None, "round": None, "state": "", "words": ""}
    first = matches[0]
    return {"table": first.table, "round": first.round.number, "state": first.state, "words": ""}


def letter(place: int) -> str:
    """A short name for a match or table: a letter in their order, after Z its number."""
    return chr(ord("A") + place) if place < 26 else str(place + 1)


def _sides(
    stage: Stage,
    standing: Standing,
    slots: tuple[Slot, Slot],
    matches: list[Match],
    names: Mapping[str, str],
    labels: Mapping[str, str],
) -> list[dict[str, Any]]:
    final = bool(matches) and all(match.state == Match.State.FINAL for match in matches)
    games = unit_of(stage.tournament).score(stage.tournament, matches) if final else {}
    sides = []
    for key, slot in zip((standing.a, standing.b), slots, strict=True):
        line = side(stage, key, names) if key else coming(_who(slot, labels))
        line["games"] = games.get(key or "")
        sides.append(line | {"won": final and key is not None and standing.winner == key})
    return sides


def side(stage: Stage, key: str, names: Mapping[str, str]) -> dict[str, Any]:
    """A player who is known, with the seed."""
    return {"name": names[key], "known": True, "seed": stage.seeds.index(key) + 1, "games": None}


def coming(words: str) -> dict[str, Any]:
    """A place whose player an earlier match decides."""
    return {"name": words, "known": False, "seed": None, "games": None}


def _who(slot: Slot, labels: Mapping[str, str]) -> str:
    word = _("Winner of match %(label)s") if slot.kind == "winner" else _("Loser of match %(label)s")
    return word % {"label": labels[slot.name]}
