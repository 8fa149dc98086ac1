"""The documented JSON of pods for the command line: a round to divide or to check, and the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournaments.pairing.jsonform import (
    MOST_ROUNDS,
    as_count,
    as_list,
    as_maybe,
    as_name,
    as_text,
    as_whole,
    bad,
    load_json,
    shown,
)
from tournaments.pairing.model import Problem
from tournaments.pairing.pod_model import Pod, PodDraft, PodOptions, PodPlayer
from tournaments.pairing.texts import render

FORM = "pods/1"
# With more the search takes minutes.
MOST = {"steps": 1_000_000, "exact_up_to": 24}
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class PodFile:
    """What a file says: the players and how to divide them, and the pods when there are any."""

    players: tuple[PodPlayer, ...]
    number: int
    seed: str
    options: PodOptions
    pods: tuple[Pod, ...] | None = None
    byes: tuple[str, ...] = ()


def read_pods(text: str) -> PodFile:
    """Read a file of pods. Raises :class:`PairingError` (bad_file) that names the field to mend."""
    data = load_json(text)
    if not isinstance(data, dict) or data.get("format") != FORM:
        raise bad(f"format must be {FORM!r}")
    unknown = sorted(set(data) - {"format", "number", "seed", "options", "players", "pods", "byes"})
    if unknown:
        raise bad(f"unknown field {shown(unknown[0])}")
    players = tuple(_player(row, place) for place, row in enumerate(as_list(data, "players")))
    _check_names(players)
    return PodFile(
        players=players,
        number=as_count(data.get("number", 1), "number", least=1),
        seed=as_text(data.get("seed", ""), "seed"),
        options=_options(data.get("options", {})),
        pods=None if data.get("pods") is None else tuple(_pod(row) for row in as_list(data, "pods")),
        byes=_texts(as_list(data, "byes"), "byes"),
    )


def _check_names(players: Sequence[PodPlayer]) -> None:
    """Refuse a name that stands for two, and meetings with somebody who is not in the file."""
    known: set[str] = set()
    for place, player in enumerate(players):
        if player.id in known:
            raise bad(f"players[{place}].id: {shown(player.id)} is in the list twice")
        known.add(player.id)
    for place, player in enumerate(players):
        for other in player.met:
            if other == player.id:
                raise bad(f"players[{place}].met: {shown(other)} cannot have met himself or herself")
            if other not in known:
                raise bad(f"players[{place}].met: {shown(other)} is not one of the players")


def _texts(rows: Sequence[object], name: str) -> tuple[str, ...]:
    return tuple(as_text(row, name) for row in rows)


def _player(row: object, place: int) -> PodPlayer:
    name = f"players[{place}]"
    if not isinstance(row, dict):
        raise bad(f"{name} must be an object")
    unknown = sorted(set(row) - {one.name for one in fields(PodPlayer)})
    if unknown:
        raise bad(f"{name} has an unknown field {shown(unknown[0])}")
    met = row.get("met", {})
    if not isinstance(met, dict):
        raise bad(f"{name}.met must be an object: who, and how often")
    if not isinstance(row.get("active", True), bool):
        raise bad(f"{name}.active must be true or false")
    return PodPlayer(
        id=as_name(row.get("id"), f"{name}.id"),
        score=as_whole(row.get("score", 0), f"{name}.score"),
        met={who: as_count(times, f"{name}.met", most=MOST_ROUNDS) for who, times in met.items()},
        seats=tuple(as_count(count, f"{name}.seats") for count in as_list(row, "seats")),
        uneven=as_count(row.get("uneven", 0), f"{name}.uneven"),
        byes=as_count(row.get("byes", 0), f"{name}.byes"),
        active=row.get("active", True),
        rank=as_maybe(row, "rank", name, least=1),
    )


def _options(row: object) -> PodOptions:
    if not isinstance(row, dict):
        raise bad("options must be an object")
    usual = PodOptions()
    values: dict[str, Any] = {}
    for name, value in row.items():
        if name not in {one.name for one in fields(PodOptions)}:
            raise bad(f"options has an unknown field {shown(name)}")
        default = getattr(usual, name)
        if isinstance(default, bool):
            if not isinstance(value, bool):
                raise bad(f"options.{name} must be true or false")
            values[name] = value
        elif name == "rounds":
            values[name] = as_maybe(row, name, "options", least=1, most=MOST_ROUNDS)
        elif isinstance(default, int):
            values[name] = as_count(value, f"options.{name}", most=MOST.get(name))
        else:
            values[name] = as_text(value, f"options.{name}")
    return PodOptions(**values)


def _pod(row: object) -> Pod:
    if not isinstance(row, dict) or set(row) != {"table", "seats"}:
        raise bad("every entry of pods must be an object with table and seats")
    return Pod(as_count(row["table"], "pods.table", least=1), _texts(as_list(row, "seats"), "pods.seats"))


def write_pods(draft: PodDraft) -> Json:
    """Return a round of pods as plain JSON values."""
    certificate = draft.certificate
    answer: Json = {one.name: getattr(certificate, one.name) for one in fields(certificate)}
    answer["certified_covers"] = ["gaps", "repeats"]
    answer["relaxed"] = [
        {"code": note.code, "params": dict(note.params), "text": render("pod", note.code, note.params)}
        for note in certificate.relaxed
    ]
    return {
        "format": "pods-draft/1",
        "number": draft.number,
        "seed": draft.seed,
        "pods": [{"table": pod.table, "seats": list(pod.seats)} for pod in draft.pods],
        "byes": list(draft.byes),
        "certificate": answer,
    }


def write_pod_report(problems: Sequence[Problem]) -> Mapping[str, object]:
    """Return the answer of the checker of pods as plain JSON values."""
    return {
        "format": "pods-check/1",
        "ok": all(problem.severity != "error" for problem in problems),
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity,
                "params": dict(problem.params),
                "text": render("problem", problem.code, problem.params),
            }
            for problem in problems
        ],
    }
