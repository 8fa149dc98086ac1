"""The documented JSON of pods for the command line: a round to divide or to check, and the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournaments.pairing.jsonform import as_list, as_maybe, as_text, as_whole, bad
from tournaments.pairing.model import Problem
from tournaments.pairing.pod_model import Pod, PodDraft, PodOptions, PodPlayer
from tournaments.pairing.texts import render

FORM = "pods/1"
Json = dict[str, Any]


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
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad(f"not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORM:
        raise bad(f"format must be {FORM!r}")
    unknown = sorted(set(data) - {"format", "number", "seed", "options", "players", "pods", "byes"})
    if unknown:
        raise bad(f"unknown field {unknown[0]!r}")
    return PodFile(
        players=tuple(_player(row, place) for place, row in enumerate(as_list(data, "players"))),
        number=as_whole(data.get("number", 1), "number"),
        seed=as_text(data.get("seed", ""), "seed"),
        options=_options(data.get("options", {})),
        pods=None if data.get("pods") is None else tuple(_pod(row) for row in as_list(data, "pods")),
        byes=_texts(as_list(data, "byes"), "byes"),
    )


def _texts(rows: Sequence[Any], name: str) -> tuple[str, ...]:
    return tuple(as_text(row, name) for row in rows)


def _player(row: Any, place: int) -> PodPlayer:
    name = f"players[{place}]"
    if not isinstance(row, dict):
        raise bad(f"{name} must be an object")
    unknown = sorted(set(row) - {one.name for one in fields(PodPlayer)})
    if unknown:
        raise bad(f"{name} has an unknown field {unknown[0]!r}")
    met = row.get("met", {})
    if not isinstance(met, dict):
        raise bad(f"{name}.met must be an object: who, and how often")
    if not isinstance(row.get("active", True), bool):
        raise bad(f"{name}.active must be true or false")
    return PodPlayer(
        id=as_text(row.get("id"), f"{name}.id"),
        score=as_whole(row.get("score", 0), f"{name}.score"),
        met={who: as_whole(times, f"{name}.met") for who, times in met.items()},
        seats=tuple(as_whole(count, f"{name}.seats") for count in as_list(row, "seats")),
        uneven=as_whole(row.get("uneven", 0), f"{name}.uneven"),
        byes=as_whole(row.get("byes", 0), f"{name}.byes"),
        active=row.get("active", True),
        rank=as_maybe(row, "rank", name),
    )


def _options(row: Any) -> PodOptions:
    if not isinstance(row, dict):
        raise bad("options must be an object")
    usual = PodOptions()
    values: Json = {}
    for name, value in row.items():
        if name not in {one.name for one in fields(PodOptions)}:
            raise bad(f"options has an unknown field {name!r}")
        default = getattr(usual, name)
        if isinstance(default, bool):
            if not isinstance(value, bool):
                raise bad(f"options.{name} must be true or false")
            values[name] = value
        elif isinstance(default, int):
            values[name] = as_whole(value, f"options.{name}")
        else:
            values[name] = as_text(value, f"options.{name}")
    return PodOptions(**values)


def _pod(row: Any) -> Pod:
    if not isinstance(row, dict) or set(row) != {"table", "seats"}:
        raise bad("every entry of pods must be an object with table and seats")
    return Pod(as_whole(row["table"], "pods.table"), _texts(as_list(row, "seats"), "pods.seats"))


def write_pods(draft: PodDraft) -> Json:
    """Return a round of pods as plain JSON values."""
    certificate = draft.certificate
    answer: Json = {one.name: getattr(certificate, one.name) for one in fields(certificate)}
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


def write_pod_report(problems: Sequence[Problem]) -> Mapping[str, Any]:
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
