"""The knock-out of a finished event in `results/1`: as JSON, as lines of a CSV, as lines of a report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from tournaments.standings.formats_base import (
    MAX_GAMES,
    MAX_NAME,
    MAX_ROUNDS,
    FormatError,
    KnockOut,
    KnockOutMatch,
    fail,
)
from tournaments.standings.formats_fields import a_list, a_text, a_whole, known_only
from tournaments.standings.model import Sentence
from tournaments.standings.presets import Json

MOST_SEATS = 6
_FIELDS = ("kind", "seeds", "matches", "places")
_MATCH = ("slot", "round", "players", "games", "winner")


def knock_out_json(knock_out: KnockOut) -> Json:
    """As data; :func:`read_knock_out` reads it back equal."""
    return {
        "kind": knock_out.kind,
        "seeds": list(knock_out.seeds),
        "matches": [_match_json(match) for match in knock_out.matches],
        "places": [{"place": place, "players": list(players)} for place, players in knock_out.places],
    }


def _match_json(match: KnockOutMatch) -> Json:
    out: Json = {"slot": match.slot, "round": match.round, "players": list(match.players)}
    if match.games is not None:
        out["games"] = list(match.games)
    if match.winner is not None:
        out["winner"] = match.winner
    return out


def read_knock_out(data: Any, entrants: Collection[str], rounds: int) -> KnockOut:
    """Read the object of a file whose event has ``rounds`` rounds before the cut. Raises FormatError."""
    where = "knock_out"
    if not isinstance(data, Mapping):
        raise fail(where, "must be an object")
    known_only(data, _FIELDS, where)
    seeds = tuple(
        a_text(one, f"{where}.seeds[{place}]")
        for place, one in enumerate(a_list(data.get("seeds"), f"{where}.seeds"))
    )
    matches = tuple(
        _read_match(row, f"{where}.matches[{place}]", rounds)
        for place, row in enumerate(a_list(data.get("matches"), f"{where}.matches"))
    )
    places = tuple(
        _read_place(row, f"{where}.places[{place}]")
        for place, row in enumerate(a_list(data.get("places", []), f"{where}.places"))
    )
    return checked(KnockOut(a_text(data.get("kind"), f"{where}.kind"), seeds, matches, places), entrants)


def _read_match(row: Any, where: str, rounds: int) -> KnockOutMatch:
    if not isinstance(row, Mapping):
        raise fail(where, "must be an object")
    known_only(row, _MATCH, where)
    players = a_list(row.get("players"), f"{where}.players")
    if not 1 <= len(players) <= MOST_SEATS:
        raise fail(f"{where}.players", Sentence("at most %(most)s players", most=MOST_SEATS))
    keys = tuple(
        None if one is None else a_text(one, f"{where}.players[{seat}]") for seat, one in enumerate(players)
    )
    games = row.get("games")
    won = None
    if games is not None:
        counts = a_list(games, f"{where}.games")
        won = tuple(a_whole(one, f"{where}.games[{seat}]", 0, MAX_GAMES) for seat, one in enumerate(counts))
    winner = row.get("winner")
    return KnockOutMatch(
        slot=a_text(row.get("slot"), f"{where}.slot"),
        round=a_whole(row.get("round"), f"{where}.round", rounds + 1, MAX_ROUNDS),
        players=keys,
        games=won,
        winner=None if winner is None else a_text(winner, f"{where}.winner"),
    )


def _read_place(row: Any, where: str) -> tuple[int, tuple[str, ...]]:
    if not isinstance(row, Mapping):
        raise fail(where, "must be an object")
    known_only(row, ("place", "players"), where)
    players = a_list(row.get("players"), f"{where}.players")
    keys = tuple(a_text(one, f"{where}.players[{seat}]") for seat, one in enumerate(players))
    return a_whole(row.get("place"), f"{where}.place", 1, 10**6), keys


def checked(knock_out: KnockOut, entrants: Collection[str]) -> KnockOut:
    """The same, or FormatError for what contradicts itself: a stranger, somebody twice, a winner from elsewhere."""
    _once(knock_out.seeds, entrants, "knock_out.seeds")
    _once([key for _place, keys in knock_out.places for key in keys], entrants, "knock_out.places")
    slots: set[str] = set()
    for place, match in enumerate(knock_out.matches):
        where = f"knock_out.matches[{place}]"
        if match.slot in slots:
            text = Sentence("%(player)s is in the list twice", player=repr(match.slot))
            raise fail(f"{where}.slot", text, "player_twice")
        slots.add(match.slot)
        here = [key for key in match.players if key is not None]
        _once(here, knock_out.seeds, f"{where}.players")
        if match.winner is not None and match.winner not in here:
            raise fail(f"{where}.winner", "must be one of the players", "results_wrong")
        if match.games is not None and len(match.games) != len(match.players):
            raise fail(f"{where}.games", "one number for every player", "results_wrong")
    return knock_out


def _once(keys: Collection[str], known: Collection[str], where: str) -> None:
    seen: set[str] = set()
    for key in keys:
        if key not in known:
            raise fail(where, Sentence("nobody has the id %(player)s", player=repr(key)), "player_unknown")
        if key in seen:
            raise fail(where, Sentence("%(player)s is in the list twice", player=repr(key)), "player_twice")
        seen.add(key)


# --- CSV -----------------------------------------------------------------------------------------------

CSV_COLUMNS = ("slot", "winner", "place")
"""The columns that a CSV has beside its own where there was a knock-out."""
_SEATS = tuple(f"player{seat}" for seat in range(1, MOST_SEATS + 1))
SEED, PLACE = "seed", "place"
"""The kinds of line that name a seed or a place, in the order of the lines."""


def csv_lines(
    knock_out: KnockOut, last_round: int, safe: Callable[[str], str]
) -> Iterator[dict[str, object]]:
    """Seeds, matches and places as lines of a CSV; ``safe`` writes a name so that no program computes it."""
    for place, key in enumerate(knock_out.seeds, 1):
        yield {"round": last_round, "player1": safe(key), "kind": SEED, "place": place}
    for match in knock_out.matches:
        line: dict[str, object] = {"round": match.round, "slot": match.slot}
        line |= {
            seat: "" if key is None else safe(key) for seat, key in zip(_SEATS, match.players, strict=False)
        }
        if match.games is not None:
            line |= dict(zip(("wins1", "wins2"), match.games, strict=False))
        if match.winner is not None:
            line["winner"] = safe(match.winner)
        yield line
    for place, keys in knock_out.places:
        for key in keys:
            yield {"round": last_round, "player1": safe(key), "kind": PLACE, "place": place}


class CsvKnockOut:
    """Collects the lines of a knock-out while a CSV is read."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.seeds: dict[int, str] = {}
        self.matches: list[KnockOutMatch] = []
        self.places: dict[int, list[str]] = {}

    def takes(self, row: Mapping[str, str], number: int, where: str, plain: Callable[[str], str]) -> bool:
        """Whether this line is one of a knock-out; reads it when it is. ``plain`` undoes what was made safe."""
        kind, slot = row.get("kind", "").lower(), row.get("slot", "")
        if kind in (SEED, PLACE):
            place = _count(row.get("place", ""), f"{where}, place", 10**6)
            name = _name(plain(row["player1"]), where)
            if kind == PLACE:
                self.places.setdefault(place, []).append(name)
            elif self.seeds.setdefault(place, name) != name:
                text = Sentence("%(player)s is in the list twice", player=repr(str(place)))
                raise fail(f"{where}, place", text, "player_twice")
            return True
        if not slot:
            return False
        # Two seats at least, where nobody sits yet; a final table has as many as it names.
        named = max([2, *(seat for seat, column in enumerate(_SEATS, 1) if row.get(column))])
        seats = [plain(row.get(column, "")) for column in _SEATS[:named]]
        wins = [row.get(column, "") for column in ("wins1", "wins2")]
        games = tuple(_count(one, where, MAX_GAMES, least=0) for one in wins) if all(wins) else None
        winner = plain(row.get("winner", ""))
        players = tuple(_name(one, where) if one else None for one in seats)
        self.matches.append(KnockOutMatch(_name(slot, where), number, players, games, winner or None))
        return True

    def read(self, kind: str, entrants: Collection[str]) -> KnockOut | None:
        """The knock-out of these lines, checked; None when there was none."""
        if not (self.seeds or self.matches or self.places):
            return None
        seeds = tuple(self.seeds[place] for place in sorted(self.seeds))
        places = tuple((place, tuple(self.places[place])) for place in sorted(self.places))
        return checked(KnockOut(kind or "knock_out", seeds, tuple(self.matches), places), entrants)


def _name(name: str, where: str) -> str:
    if not name or len(name) > MAX_NAME:
        raise FormatError("format", Sentence("a name has at most %(most)s characters", most=MAX_NAME), where)
    return name


def _count(cell: str, where: str, most: int, least: int = 1) -> int:
    if not (cell.isascii() and cell.isdigit() and len(cell) < 10 and least <= int(cell) <= most):
        text = Sentence("must be a whole number from %(low)s to %(high)s", low=least, high=most)
        raise fail(where, text)
    return int(cell)


# --- a report ------------------------------------------------------------------------------------------


def report_lines(knock_out: KnockOut, number: Mapping[str, int]) -> Iterator[str]:
    """Lines of remark for a report that has no place for a bracket: seeds and matches by the players' numbers."""
    yield f"### knock-out {knock_out.kind} seeds {' '.join(str(number[key]) for key in knock_out.seeds)}"
    for match in knock_out.matches:
        seats = " ".join("-" if key is None else str(number[key]) for key in match.players)
        games = "" if match.games is None else f" games {'-'.join(map(str, match.games))}"
        winner = "" if match.winner is None else f" winner {number[match.winner]}"
        yield f"### knock-out round {match.round} match {match.slot} players {seats}{games}{winner}"
