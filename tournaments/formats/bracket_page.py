"""The lines of a bracket's drawing: parts of rounds of matches."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from django.utils.translation import gettext as _

from tournaments.events.models import Stage, Tournament
from tournaments.pairing.elimination import Bracket, Slot, Standing, bracket_standings
from tournaments.rounds.formats import Meeting, Speaks
from tournaments.rounds.models import Match
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names

from .brackets import schedule, without_byes
from .slots import slots_of, winners_of

# The parts of a double elimination, in the order of the page.
WINNERS, LOSERS, END = "winners", "losers", "end"
PART_OF = {"winners": WINNERS, "losers": LOSERS}


class Side(TypedDict):
    """A place at a table of a bracket: a player, or (not ``known``) words for the one whom an earlier match decides."""

    key: str
    name: str
    known: bool
    seed: int | None
    games: int | None
    won: bool


class Where(TypedDict):
    """Table, round and state of a match; nothing while it is not made. ``words``: an end that a drawing cannot show."""

    table: int | None
    round: int | None
    state: str
    words: str


class BracketMatch(Where):
    """A match or final table of a bracket, with the part of the drawing and the round in which it stands."""

    slot: str
    title: str
    part: str
    place: int
    third: bool
    sides: list[Side]


class BracketRound(TypedDict):
    """A column of a bracket."""

    name: str
    matches: list[BracketMatch]


class BracketPart(TypedDict):
    """A part of a bracket's drawing, with a title where there are several."""

    title: str
    rounds: list[BracketRound]


def rounds_of(format_: Speaks, stage: Stage, matches: Iterable[BracketMatch]) -> list[BracketRound]:
    """Matches by the round in which they are played."""
    rounds: dict[int, list[BracketMatch]] = {}
    for match in matches:
        rounds.setdefault(match["place"], []).append(match)
    return [
        {"name": format_.round_name(stage, place, place), "matches": rounds[place]}
        for place in sorted(rounds)
    ]


def match_lines(bracket: Bracket, tournament: Tournament, stage: Stage) -> list[BracketMatch]:
    """The matches of a bracket in its order, without byes; a deciding match only when it is needed."""
    names, made = line_names(tournament), slots_of(stage)
    slots, when = without_byes(bracket), schedule(bracket)
    labels = {key: letter(place) for place, key in enumerate(slots)}
    lines: list[BracketMatch] = []
    for standing in bracket_standings(bracket, winners_of(stage, made)).values():
        key = standing.match.key
        if key not in slots or not standing.needed:
            continue
        matches = made.get(key, [])
        line: BracketMatch = {
            **where(matches),
            "slot": key,
            "title": _("Match %(label)s") % {"label": labels[key]},
            "part": PART_OF.get(standing.match.part, END),
            "place": when[key],
            "third": standing.match.part == "third",
            "sides": _sides(stage, standing, slots[key], matches, names, labels),
        }
        lines.append(line)
    return lines


def meeting_of(line: BracketMatch, earlier: int) -> Meeting:
    """The facts of a line of the drawing, for programs; ``earlier`` rounds were played before the knock-out."""
    sides = line["sides"]
    games = [side["games"] for side in sides]
    counted = [one for one in games if one is not None]
    return Meeting(
        slot=line["slot"],
        round=earlier + line["place"],
        table=line["table"],
        keys=tuple(side["key"] or None for side in sides),
        games=tuple(counted) if counted and len(counted) == len(games) else None,
        winner=next((side["key"] for side in sides if side["won"]), None),
    )


def where(matches: list[Match]) -> Where:
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
) -> list[Side]:
    final = bool(matches) and all(match.state == Match.State.FINAL for match in matches)
    games = unit_of(stage.tournament).score(stage.tournament, matches) if final else {}
    sides = []
    for key, slot in zip((standing.a, standing.b), slots, strict=True):
        line = side(stage, key, names) if key else coming(_who(slot, labels))
        line["games"] = games.get(key or "")
        line["won"] = final and key is not None and standing.winner == key
        sides.append(line)
    return sides


def side(stage: Stage, key: str, names: Mapping[str, str]) -> Side:
    """A player who is known, with the seed."""
    return {
        "key": key,
        "name": names[key],
        "known": True,
        "seed": stage.seeds.index(key) + 1,
        "games": None,
        "won": False,
    }


def coming(words: str) -> Side:
    """A place whose player an earlier match decides."""
    return {"key": "", "name": words, "known": False, "seed": None, "games": None, "won": False}


def _who(slot: Slot, labels: Mapping[str, str]) -> str:
    word = _("Winner of match %(label)s") if slot.kind == "winner" else _("Loser of match %(label)s")
    return word % {"label": labels[slot.name]}
