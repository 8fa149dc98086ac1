"""`season/1` files (docs/season-points.md): read strictly, each refusal with the place where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.season_points.check import MAX_FIELD, MAX_MEMBERS, check
from tournaments.season_points.circuit_files import a_day, read_circuit
from tournaments.season_points.games import Game, check_games
from tournaments.season_points.model import EVENT_KINDS, Event, Finish, Member, Season
from tournaments.standings.formats_base import fail, text_of
from tournaments.standings.formats_fields import a_flag, a_list, a_text, a_whole, known_only
from tournaments.standings.formats_json import load_json
from tournaments.standings.model import Sentence
from tournaments.standings.presets import Json

FORMAT = "season/1"
_TOP = ("format", "name", "circuit", "on", "events", "games")
_EVENT = ("key", "class", "date", "name", "kind", "size", "rehearsal", "imported", "finishes")
_FINISH = ("place", "disqualified", "dropped")
_GAME = ("key", "date", "number", "pool", "sides", "ranks")


@dataclass(frozen=True)
class SeasonFile:
    """What a file holds."""

    name: str
    season: Season
    games: tuple[Game, ...] = ()


def read_season(data: str | bytes) -> SeasonFile:
    """Read `season/1`. Raises FormatError, SeasonError or CircuitError with the place that is wrong."""
    return season_from(load_json(text_of(data)))


def season_from(data: Mapping[str, object]) -> SeasonFile:
    """Read already parsed JSON data."""
    if data.get("format") != FORMAT:
        raise fail("format", Sentence("must be %(wanted)s", wanted=repr(FORMAT)))
    known_only(data, _TOP, "")
    events = [_event(item, f"events[{i}]") for i, item in enumerate(a_list(data.get("events"), "events"))]
    on = a_day(data["on"], "on") if "on" in data else None
    season = Season(read_circuit(data.get("circuit", "x610z"), "circuit"), tuple(events), on)
    check(season)
    games = [_game(item, f"games[{i}]") for i, item in enumerate(a_list(data.get("games", []), "games"))]
    check_games(games)
    return SeasonFile(a_text(data.get("name", ""), "name", empty=True), season, tuple(games))


def _record(item: object, where: str) -> Json:
    if not isinstance(item, dict):
        raise fail(where, "must be an object")
    return item


def _event(item: object, where: str) -> Event:
    record = _record(item, where)
    known_only(record, _EVENT, where)
    kind = record.get("kind", "single")
    if kind not in EVENT_KINDS:
        text = Sentence("must be one of %(known)s", known=", ".join(EVENT_KINDS))
        raise fail(f"{where}.kind", text, "event_kind")
    key = a_text(record.get("key"), f"{where}.key")
    finishes = a_list(record.get("finishes", []), f"{where}.finishes")
    size = record.get("size")
    return Event(
        key,
        a_text(record.get("class"), f"{where}.class"),
        a_day(record.get("date"), f"{where}.date"),
        tuple([_finish(one, kind, f"{where}.finishes[{i}]") for i, one in enumerate(finishes)]),
        None if size is None else a_whole(size, f"{where}.size", 1, MAX_FIELD),
        kind,
        a_text(record.get("name", key), f"{where}.name"),
        a_flag(record.get("rehearsal", False), f"{where}.rehearsal"),
        a_flag(record.get("imported", False), f"{where}.imported"),
    )


def _finish(item: object, kind: str, where: str) -> Finish:
    record = _record(item, where)
    own = {"single": ("person", "clan", "unclaimed"), "team": ("members",), "crew": ("clan", "members")}[kind]
    known_only(record, (*_FINISH, *own), where)
    clan = a_text(record["clan"], f"{where}.clan") if "clan" in record else None
    if kind == "single":
        person = a_text(record.get("person"), f"{where}.person")
        unclaimed = a_flag(record.get("unclaimed", False), f"{where}.unclaimed")
        members: tuple[Member, ...] = (Member(person, clan, unclaimed),)
        clan = None
    else:
        listed = a_list(record.get("members"), f"{where}.members")
        if len(listed) > MAX_MEMBERS:
            text = Sentence("must have 1 to %(most)s members", most=MAX_MEMBERS)
            raise fail(f"{where}.members", text, "members")
        members = tuple([_member(one, kind, f"{where}.members[{i}]") for i, one in enumerate(listed)])
    return Finish(
        a_whole(record.get("place"), f"{where}.place", 1, MAX_FIELD),
        members,
        clan,
        a_flag(record.get("disqualified", False), f"{where}.disqualified"),
        a_flag(record.get("dropped", False), f"{where}.dropped"),
    )


def _member(item: object, kind: str, where: str) -> Member:
    if isinstance(item, str):
        return Member(a_text(item, where))
    record = _record(item, where)
    clan = ("clan",) if kind == "team" else ()
    known_only(record, ("person", "unclaimed", "disqualified", *clan), where)
    return Member(
        a_text(record.get("person"), f"{where}.person"),
        a_text(record["clan"], f"{where}.clan") if "clan" in record else None,
        a_flag(record.get("unclaimed", False), f"{where}.unclaimed"),
        a_flag(record.get("disqualified", False), f"{where}.disqualified"),
    )


def _game(item: object, where: str) -> Game:
    record = _record(item, where)
    known_only(record, _GAME, where)
    sides = [
        tuple(
            [
                a_text(one, f"{where}.sides[{i}][{j}]")
                for j, one in enumerate(a_list(side, f"{where}.sides[{i}]"))
            ]
        )
        for i, side in enumerate(a_list(record.get("sides"), f"{where}.sides"))
    ]
    ranks = a_list(record.get("ranks"), f"{where}.ranks")
    return Game(
        a_text(record.get("key"), f"{where}.key"),
        a_day(record.get("date"), f"{where}.date"),
        a_text(record.get("pool"), f"{where}.pool"),
        tuple(sides),
        tuple([a_whole(rank, f"{where}.ranks[{i}]", -(10**6), 10**6) for i, rank in enumerate(ranks)]),
        a_whole(record.get("number", 0), f"{where}.number", -(10**6), 10**6),
    )
