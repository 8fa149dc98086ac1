"""The documented JSON of the command line: a round to pair or to check, and the answers (docs/pairing.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournaments.pairing.model import (
    Certificate,
    CheckReport,
    Explanation,
    Options,
    Pair,
    PairingError,
    Player,
    RoundDraft,
)
from tournaments.pairing.texts import render

FORM = "pairing/1"
# The least an option may be, where it is not 0; the most, where the work of more takes minutes; and how much of a long
# value an error quotes.
LEAST = {"bye_step": 1, "first_table": 1, "window_limit": 2}
MOST = {"window_limit": 1_000}
LONGEST = 40
# More rounds than this nobody announces or has played; what is searched round by round would not end.
MOST_ROUNDS = 1_000
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class RoundFile:
    """What a file says: the players and how to pair them, and the pairs when there are any."""

    players: tuple[Player, ...]
    number: int
    seed: str
    options: Options
    fixed_pairs: tuple[tuple[str, str | None], ...] = ()
    forbidden_pairs: tuple[tuple[str, str], ...] = ()
    pairs: tuple[Pair, ...] | None = None


def bad(detail: str) -> PairingError:
    """Return the error of a file that cannot be used; ``detail`` names the field to mend."""
    return PairingError("bad_file", detail=detail)


def read_round(text: str) -> RoundFile:
    """Read a round file. Raises :class:`PairingError` (bad_file) that names the field to mend."""
    data = load_json(text)
    if not isinstance(data, dict):
        raise bad("the outermost value must be an object")
    if data.get("format") != FORM:
        raise bad(f"format must be {FORM!r}")
    unknown = sorted(
        set(data)
        - {"format", "number", "seed", "options", "players", "fixed_pairs", "forbidden_pairs", "pairs"}
    )
    if unknown:
        raise bad(f"unknown field {shown(unknown[0])}")
    rows = as_list(data, "players")
    pairs = data.get("pairs")
    players = tuple(_player(row, place) for place, row in enumerate(rows))
    _check_names(players, data)
    return RoundFile(
        players=players,
        number=as_count(data.get("number", 1), "number", least=1),
        seed=as_text(data.get("seed", ""), "seed"),
        options=_options(data.get("options", {})),
        fixed_pairs=tuple(_two(row, "fixed_pairs", allow_none=True) for row in as_list(data, "fixed_pairs")),
        forbidden_pairs=tuple(
            (one, two)
            for one, two in (_two(row, "forbidden_pairs") for row in as_list(data, "forbidden_pairs"))
            if two
        ),
        pairs=None if pairs is None else tuple(_pair(row) for row in as_list(data, "pairs")),
    )


def load_json(text: str) -> Any:
    """Return the values of a JSON text; a byte-order mark is passed over, a name that stands twice refused."""
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once)
    except PairingError:
        raise
    except json.JSONDecodeError as error:
        what = "a comma, a quotation mark or a bracket is missing or too many just before this place"
        raise bad(f"line {error.lineno}, column {error.colno}: not JSON, {what}") from None
    except RecursionError:
        raise bad("not JSON: brackets are nested too deeply") from None
    except ValueError:  # Python's limit for the digits of a number
        raise bad("not JSON: a number has too many digits") from None


def _once(pairs: list[tuple[str, object]]) -> Json:
    found: Json = {}
    for name, value in pairs:
        if name in found:
            raise bad(f"the field {shown(name)} appears twice")
        found[name] = value
    return found


def shown(value: str) -> str:
    """Return a value in quotes, cut where it is long, for an error that quotes it."""
    return repr(value if len(value) <= LONGEST else value[:LONGEST] + "…")


def _check_names(players: Sequence[Player], data: Mapping[str, object]) -> None:
    """Refuse names that stand for nobody or for two, and opponents who are not in the file."""
    known: set[str] = set()
    for place, player in enumerate(players):
        if player.id in known:
            raise bad(f"players[{place}].id: {shown(player.id)} is in the list twice")
        known.add(player.id)
    for place, player in enumerate(players):
        for other in player.opponents:
            if other == player.id:
                raise bad(f"players[{place}].opponents: {shown(other)} cannot have met himself or herself")
            if other is not None and other not in known:
                raise bad(f"players[{place}].opponents: {shown(other)} is not one of the players")
    for name in ("fixed_pairs", "forbidden_pairs"):
        for row in as_list(data, name):
            one, two = _two(row, name, allow_none=name == "fixed_pairs")
            for who in (one, two):
                if who is not None and who not in known:
                    raise bad(f"{name}: {shown(who)} is not one of the players")
            if one == two:
                raise bad(f"{name}: {shown(one)} is paired with himself or herself")


def as_list(data: Mapping[str, object], name: str) -> Sequence[object]:
    """Return a field that must be a list; a missing one is empty."""
    value = data.get(name, [])
    if not isinstance(value, list):
        raise bad(f"{name} must be a list")
    return value


def as_whole(value: object, name: str) -> int:
    """Return a value that must be a whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**9:
        raise bad(f"{name} must be a whole number")
    return value


def as_count(value: object, name: str, *, least: int = 0, most: int | None = None) -> int:
    """Return a whole number that may not be less than ``least``, nor more than ``most``."""
    number = as_whole(value, name)
    if number < least:
        raise bad(f"{name} must be {least} or more")
    if most is not None and number > most:
        raise bad(f"{name} must be {most} or less")
    return number


def as_name(value: object, name: str) -> str:
    """Return a text that names somebody: not empty, nothing but what can be seen."""
    if not as_text(value, name).strip() or not str(value).isprintable():
        raise bad(f"{name} must not be empty and must hold no control characters")
    return str(value)


def as_text(value: object, name: str) -> str:
    """Return a value that must be a text."""
    if not isinstance(value, str):
        raise bad(f"{name} must be a text")
    return value


def _two(row: object, name: str, *, allow_none: bool = False) -> tuple[str, str | None]:
    if not isinstance(row, list) or len(row) != 2:
        raise bad(f"every entry of {name} must be a list of two players")
    if row[1] is None and allow_none:
        return as_text(row[0], name), None
    return as_text(row[0], name), as_text(row[1], name)


def _pair(row: object) -> Pair:
    if not isinstance(row, dict) or not {"a", "b"} <= set(row) <= {"a", "b", "table"}:
        raise bad("every entry of pairs must be an object with a, b and perhaps table")
    other = None if row["b"] is None else as_text(row["b"], "pairs.b")
    table = None if row.get("table") is None else as_count(row["table"], "pairs.table", least=1)
    return Pair(as_text(row["a"], "pairs.a"), other, table)


def _player(row: object, place: int) -> Player:
    name = f"players[{place}]"
    if not isinstance(row, dict):
        raise bad(f"{name} must be an object")
    known = {one.name for one in fields(Player)}
    unknown = sorted(set(row) - known)
    if unknown:
        raise bad(f"{name} has an unknown field {shown(unknown[0])}")
    opponents = as_list(row, "opponents")
    if not isinstance(row.get("active", True), bool):
        raise bad(f"{name}.active must be true or false")
    return Player(
        id=as_name(row.get("id"), f"{name}.id"),
        score=as_whole(row.get("score"), f"{name}.score"),
        opponents=tuple(None if one is None else as_text(one, f"{name}.opponents") for one in opponents),
        byes=as_count(row.get("byes", 0), f"{name}.byes"),
        group=None if row.get("group") is None else as_text(row["group"], f"{name}.group"),
        fixed_table=as_maybe(row, "fixed_table", name, least=1),
        active=row.get("active", True),
        rank=as_maybe(row, "rank", name, least=1),
        floats=as_count(row.get("floats", 0), f"{name}.floats"),
    )


def as_maybe(
    row: Mapping[str, object], field: str, name: str, *, least: int, most: int | None = None
) -> int | None:
    """Return a whole number from ``least`` to ``most``, or None."""
    return None if row.get(field) is None else as_count(row[field], f"{name}.{field}", least=least, most=most)


def _options(row: object) -> Options:
    if not isinstance(row, dict):
        raise bad("options must be an object")
    usual = Options()
    values: dict[str, Any] = {}
    for name, value in row.items():
        if name not in {one.name for one in fields(Options)}:
            raise bad(f"options has an unknown field {shown(name)}")
        default = getattr(usual, name)
        if name == "closed_tables":
            values[name] = frozenset(
                as_count(table, "options.closed_tables", least=1) for table in as_list(row, name)
            )
        elif name == "total_rounds":
            values[name] = as_maybe(row, name, "options", least=1, most=MOST_ROUNDS)
        elif isinstance(default, bool):
            if not isinstance(value, bool):
                raise bad(f"options.{name} must be true or false")
            values[name] = value
        elif isinstance(default, int):
            values[name] = as_count(value, f"options.{name}", least=LEAST.get(name, 0), most=MOST.get(name))
        else:
            values[name] = as_text(value, f"options.{name}")
    return Options(**values)


def _certificate(certificate: Certificate) -> Json:
    answer: Json = {one.name: getattr(certificate, one.name) for one in fields(certificate)}
    # The bound is one of the gaps: the place of the bye, clan pairs and floats are what `exact` speaks of.
    answer["certified_covers"] = ["rules", "gaps"]
    answer["windows"] = list(certificate.windows)
    answer["relaxed"] = [
        {"code": note.code, "params": dict(note.params), "text": render("relaxed", note.code, note.params)}
        for note in certificate.relaxed
    ]
    return answer


def write_draft(draft: RoundDraft) -> Json:
    """Return a draft as plain JSON values."""
    return {
        "format": "pairing-draft/1",
        "number": draft.number,
        "seed": draft.seed,
        "pairs": [{"a": pair.a, "b": pair.b, "table": pair.table} for pair in draft.pairs],
        "certificate": _certificate(draft.certificate),
    }


def write_report(report: CheckReport) -> Json:
    """Return the checker's answer as plain JSON values."""
    return {
        "format": "pairing-check/1",
        "ok": report.ok,
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity,
                "params": dict(problem.params),
                "text": render("problem", problem.code, problem.params),
            }
            for problem in report.problems
        ],
        "certificate": None if report.certificate is None else _certificate(report.certificate),
        "better": [{"a": pair.a, "b": pair.b} for pair in report.better],
    }


def write_explanation(told: Explanation) -> Json:
    """Return an explanation as plain JSON values, its reasons also as sentences."""
    return {
        "format": "pairing-explanation/1",
        "player": told.player,
        "opponent": told.opponent,
        "reasons": [
            {
                "code": reason.code,
                "params": dict(reason.params),
                "text": render("reason", reason.code, reason.params),
            }
            for reason in told.reasons
        ],
        "candidates": [
            {
                "id": one.id,
                "gap": one.gap,
                "legal": one.legal,
                "against": list(one.against),
                "chosen": one.chosen,
            }
            for one in told.candidates
        ],
    }
