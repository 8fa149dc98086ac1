"""`results/1` as JSON and its compact variants (docs/formats/results.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.standings.formats_base import (
    MAX_GAMES,
    MAX_ROUNDS,
    FormatError,
    Published,
    Results,
    check_rows,
    fail,
    text_of,
)
from tournaments.standings.formats_fields import a_date, a_flag, a_list, a_number, a_text, a_whole, known_only
from tournaments.standings.formats_knock_out import knock_out_json, read_knock_out
from tournaments.standings.metrics import METRICS
from tournaments.standings.model import KINDS, RESULTS, SOLO_KINDS, Entrant, Match, Sentence, StandingsError
from tournaments.standings.presets import Json, Preset, preset

FORMAT = "results/1"

_TOP = ("format", "event", "date", "preset", "policy", "players", "rounds", "standings", "final_places")
_KNOCK_OUT = "knock_out"
_COMPACT_TOP = ("source", "uri", "note", "outcome_codes", "dropped_after_round")
_PLAYER = ("id", "name", "joined_round", "dropped_after", "lot", "disqualified")
_MATCH = ("players", "games", "kind", "results", "winner", "verified")
_OUTCOMES: dict[int, tuple[str, ...]] = {1: ("w", "l"), 2: ("l", "w"), 3: ("d", "d")}


def read_json(data: str | bytes) -> Results:
    """Read `results/1` or a compact variant. Raises FormatError with the field that is wrong."""
    return results_from(load_json(text_of(data)))


def load_json(text: str) -> Json:
    """The outermost object of a JSON text: no field twice, no inexact number. Raises FormatError with the place."""

    def pairs(items: list[tuple[str, object]]) -> Json:
        out = dict(items)
        if len(out) != len(items):
            doubled = next(key for i, (key, _) in enumerate(items) if key in dict(items[:i]))
            raise fail(doubled, "this field appears twice", "field_twice")
        return out

    def constant(name: str) -> None:
        raise fail("file", Sentence("%(number)s is not a number", number=name), "not_json")

    try:
        loaded = json.loads(text, object_pairs_hook=pairs, parse_float=Decimal, parse_constant=constant)
    except json.JSONDecodeError as error:
        text = "this is not JSON: just before this place a comma, a quotation mark or a bracket is missing or too many"
        raise fail(f"line {error.lineno}, column {error.colno}", text, "not_json") from None
    except RecursionError:
        raise fail("file", "nested too deeply", "not_json") from None
    except ValueError as error:
        if isinstance(error, FormatError):
            raise
        raise fail("file", "not JSON: a number is too long", "not_json") from None
    if not isinstance(loaded, dict):
        raise fail("file", "the outermost value must be an object", "not_results")
    return loaded


def results_from(data: Mapping[str, object]) -> Results:
    """Read already parsed JSON data."""
    if data.get("format", FORMAT) != FORMAT:
        raise fail("format", Sentence("must be %(wanted)s", wanted=repr(FORMAT)))
    full = "format" in data
    known_only(data, (*_TOP, _KNOCK_OUT) if full else (*_TOP, *_COMPACT_TOP), "")
    rounds = a_list(data.get("rounds"), "rounds")
    if len(rounds) > MAX_ROUNDS:
        raise fail("rounds", Sentence("more than %(most)s rounds", most=MAX_ROUNDS))
    names: dict[str, str] = {}
    entrants: dict[str, Entrant] = {}
    for i, item in enumerate(a_list(data.get("players", []), "players")):
        _read_player(item, f"players[{i}]", entrants, names)
    if full and not entrants and rounds:
        raise fail("players", "the list of players is missing")
    matches = _read_rounds(rounds)
    published = _read_published(data)
    if not full:
        _add_unlisted(data, matches, published, len(rounds), entrants)
    check_rows(matches, entrants)
    for listed in published:
        for number, player in enumerate(listed.order):
            if player not in entrants:
                text = Sentence("nobody has the id %(player)s", player=repr(player))
                raise fail(f"standings[{number}].player", text, "player_unknown")
    return Results(
        event=a_text(data.get("event"), "event"),
        entrants=tuple(entrants.values()),
        matches=tuple(match for match, _ in matches),
        rounds=len(rounds),
        date=a_date(a_text(data.get("date", ""), "date", empty=True), "date"),
        policy=_read_policy(data),
        names=names,
        published=published,
        knock_out=read_knock_out(data[_KNOCK_OUT], entrants, len(rounds)) if _KNOCK_OUT in data else None,
    )


# --- players -------------------------------------------------------------------------------------------


def _read_player(item: object, where: str, entrants: dict[str, Entrant], names: dict[str, str]) -> None:
    record = {"id": item} if isinstance(item, str) else item
    if not isinstance(record, dict):
        raise fail(where, "a player is an id or an object with an id")
    known_only(record, _PLAYER, where)
    key = a_text(record.get("id"), f"{where}.id")
    if key in entrants:
        text = Sentence("%(player)s is in the list twice", player=repr(key))
        raise fail(f"{where}.id", text, "player_twice")
    name = a_text(record.get("name", key), f"{where}.name")
    dropped = record.get("dropped_after")
    names[key] = name
    entrants[key] = Entrant(
        id=key,
        name_key=name.casefold(),
        joined_round=a_whole(record.get("joined_round", 1), f"{where}.joined_round", 1, MAX_ROUNDS),
        dropped_after=None if dropped is None else a_whole(dropped, f"{where}.dropped_after", 0, MAX_ROUNDS),
        random=a_whole(record.get("lot", 0), f"{where}.lot", 0, 2**62),
        disqualified=a_flag(record.get("disqualified", False), f"{where}.disqualified"),
    )


def _add_unlisted(
    data: Mapping[str, object],
    matches: list[tuple[Match, str]],
    published: tuple[Published, ...],
    rounds: int,
    entrants: dict[str, Entrant],
) -> None:
    """Compact files list no players: take everybody named anywhere; anyone who stops having rows has dropped."""
    last: dict[str, int] = {}
    for match, _ in matches:
        for player in match.players:
            if player is not None:
                last[player] = max(last.get(player, 0), match.round)
    drops = data.get("dropped_after_round", {})
    if not isinstance(drops, dict):
        raise fail("dropped_after_round", "must be an object of id and round")
    told = {key: a_whole(value, f"dropped_after_round.{key}", 0, MAX_ROUNDS) for key, value in drops.items()}
    everybody = [*last, *told, *(player for listed in published for player in listed.order)]
    for key in everybody:
        if key not in entrants:
            gone = told.get(key, last.get(key, 0))
            entrants[key] = Entrant(key, key.casefold(), dropped_after=None if gone >= rounds else gone)


# --- rounds --------------------------------------------------------------------------------------------


def _read_rounds(rounds: list[object]) -> list[tuple[Match, str]]:
    out: list[tuple[Match, str]] = []
    for index, item in enumerate(rounds):
        where, number = f"rounds[{index}]", index + 1
        rows = item
        if isinstance(item, dict):
            known_only(item, ("round", "matches"), where)
            if item.get("round", number) != number:
                text = Sentence("rounds are in order, so this must be %(number)s", number=number)
                raise fail(f"{where}.round", text)
            rows, where = item.get("matches"), f"{where}.matches"
        for place, row in enumerate(a_list(rows, where)):
            spot = f"{where}[{place}]"
            reader: Callable[[Any, int, str], Match] = _read_compact if isinstance(row, list) else _read_match
            out.append((reader(row, number, spot), spot))
    return out


def _read_match(row: object, number: int, where: str) -> Match:
    if not isinstance(row, dict):
        raise fail(where, "a match is an object or a compact list")
    known_only(row, _MATCH, where)
    players = tuple(
        a_text(player, f"{where}.players[{i}]")
        for i, player in enumerate(a_list(row.get("players"), f"{where}.players"))
    )
    if not 1 <= len(players) <= 6:
        raise fail(f"{where}.players", "one to six players")
    kind = row.get("kind", "played" if len(players) > 1 else "bye")
    if kind not in KINDS:
        text = Sentence("must be one of %(known)s", known=", ".join(KINDS))
        raise fail(f"{where}.kind", text, "kind_unknown")
    results = _read_results(row, players, where)
    games = None
    if row.get("games") is not None:
        games = _games(a_list(row["games"], f"{where}.games"), f"{where}.games")
        if len(players) > 2:
            raise fail(f"{where}.games", "a pod has no game score; give winner or results")
    verified = a_flag(row.get("verified", False), f"{where}.verified")
    return Match(number, players if len(players) > 1 else (players[0], None), games, kind, results, verified)


def _read_results(row: Mapping[str, object], players: Sequence[str], where: str) -> tuple[str, ...] | None:
    """The letters that a match gives as ``results`` or by its ``winner``; None where it gives neither."""
    results = None
    if "results" in row:
        letters = a_list(row["results"], f"{where}.results")
        if any(letter not in RESULTS for letter in letters):
            raise fail(f"{where}.results", "one of w, d, l for each player", "results_wrong")
        results = tuple(map(str, letters))
    if "winner" in row:
        if results is not None or row["winner"] not in (*players, None):
            raise fail(f"{where}.winner", "one of the players or null, and not together with results")
        results = tuple("d" if row["winner"] is None else "w" if p == row["winner"] else "l" for p in players)
    return results


def _read_compact(row: list[object], number: int, where: str) -> Match:
    """`[p1, p2 or null, games 1, games 2, drawn]` or `[p1, p2 or null, outcome]` with 1, 2, 3 = tie, 5 = bye."""
    if len(row) not in (3, 5):
        raise fail(where, "a compact match has 3 or 5 items")
    first = a_text(row[0], f"{where}[0]")
    second = None if row[1] is None else a_text(row[1], f"{where}[1]")
    if len(row) == 5:
        games = _games(row[2:], where, first=2)
        return Match(number, (first, second), games, "bye" if second is None else "played")
    outcome = a_whole(row[2], f"{where}[2]", 1, 5)
    if (outcome == 5) != (second is None):
        raise fail(f"{where}[2]", "outcome 5 is a bye, and only a bye has no second player")
    if outcome == 5:
        return Match.bye(number, first)
    if outcome not in _OUTCOMES:
        raise fail(f"{where}[2]", "an outcome is 1 or 2 (the winner), 3 (tie) or 5 (bye)")
    return Match(number, (first, second), None, "played", _OUTCOMES[outcome])


def _games(items: list[object], where: str, first: int = 0) -> tuple[int, int, int]:
    if len(items) != 3:
        raise fail(where, "games are three numbers: won by the first, won by the second, drawn")
    won, lost, drawn = (a_whole(item, f"{where}[{first + i}]", 0, MAX_GAMES) for i, item in enumerate(items))
    return won, lost, drawn


# --- the rest ------------------------------------------------------------------------------------------


def _read_policy(data: Mapping[str, object]) -> Preset | None:
    try:
        if "policy" in data:
            if not isinstance(data["policy"], dict) or "preset" in data:
                raise fail("policy", "an object, and not together with preset")
            return _own_policy(data["policy"])
        if "preset" in data:
            return preset(a_text(data["preset"], "preset"))
    except FormatError:
        raise
    except StandingsError as error:
        raise FormatError(
            error.code, error.message, f"policy.{error.where}" if error.where else "preset"
        ) from None
    return None


def _own_policy(data: Mapping[str, object]) -> Preset:
    policy = Preset.from_json(data)
    for key in policy.metrics:
        if key not in METRICS:
            text = "there is no metric %(metric)s; known metrics: %(known)s"
            sentence = Sentence(text, metric=repr(key), known=", ".join(METRICS))
            raise StandingsError("metric_unknown", sentence, "metrics")
    return policy


def _read_published(data: Mapping[str, object]) -> tuple[Published, ...]:
    out: list[Published] = []
    rows = a_list(data.get("standings", []), "standings")
    if rows:
        order: list[str] = []
        figures: dict[str, dict[str, Fraction]] = {}
        ranks: dict[str, int] = {}
        for i, row in enumerate(rows):
            where = f"standings[{i}]"
            if not isinstance(row, dict):
                raise fail(where, "a published row is an object")
            player = a_text(row.get("player"), f"{where}.player")
            if player in figures:
                text = Sentence("%(player)s appears twice", player=repr(player))
                raise fail(f"{where}.player", text, "player_twice")
            order.append(player)
            ranks[player] = a_whole(row.get("rank", i + 1), f"{where}.rank", 1, 10**6)
            figures[player] = {
                key: a_number(value, f"{where}.{key}")
                for key, value in row.items()
                if key not in ("player", "rank")
            }
        order.sort(key=ranks.__getitem__)
        out.append(Published(tuple(order), figures, ranks))
    places = data.get("final_places", {})
    if not isinstance(places, dict):
        raise fail("final_places", "must be an object of pod and list of ids")
    for pod, listed in places.items():
        where = f"final_places.{pod}"
        out.append(Published(tuple(a_text(p, f"{where}[{i}]") for i, p in enumerate(a_list(listed, where)))))
    return tuple(out)


# --- writing -------------------------------------------------------------------------------------------


def to_json(results: Results) -> Json:
    """The event as `results/1` data; reading it back gives equal entrants, matches and policy."""
    out: Json = {"format": FORMAT, "event": results.event}
    if results.date:
        out["date"] = results.date
    if results.policy is not None:
        out["policy"] = results.policy.to_json()
    out["players"] = [_player_out(entrant, results.names) for entrant in results.entrants]
    rounds: list[list[Json]] = [[] for _ in range(results.rounds)]
    for match in results.matches:
        rounds[match.round - 1].append(_match_out(match))
    out["rounds"] = [{"round": i, "matches": rows} for i, rows in enumerate(rounds, 1)]
    if results.knock_out is not None:
        out[_KNOCK_OUT] = knock_out_json(results.knock_out)
    return out


def _player_out(entrant: Entrant, names: Mapping[str, str]) -> Json:
    out: Json = {"id": entrant.id}
    if names.get(entrant.id, entrant.id) != entrant.id:
        out["name"] = names[entrant.id]
    if entrant.joined_round != 1:
        out["joined_round"] = entrant.joined_round
    if entrant.dropped_after is not None:
        out["dropped_after"] = entrant.dropped_after
    if entrant.random:
        out["lot"] = entrant.random
    if entrant.disqualified:
        out["disqualified"] = True
    return out


def _match_out(match: Match) -> Json:
    out: Json = {"players": [player for player in match.players if player is not None]}
    if match.kind != ("bye" if match.kind in SOLO_KINDS else "played"):
        out["kind"] = match.kind
    if match.games is not None:
        out["games"] = list(match.games)
    if match.results is not None:
        out["results"] = list(match.results)
    if match.verified:
        out["verified"] = True
    return out
