"""One case of the corpus: a round to pair, results to rank, or both, with what is expected of whoever does it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tournaments.pairing.jsonform import RoundFile, read_round
from tournaments.pairing.model import PairingError
from tournaments.standings.formats import read_results
from tournaments.standings.formats_base import Results
from tournaments.standings.model import StandingsError

FORM = "pairing-corpus/1"
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "corpus" / "cases"
NEEDED = {"format", "id", "title", "tags", "source", "expected"}
KNOWN = NEEDED | {"round", "results"}


class CorpusError(ValueError):
    """A case, or the answer of a program, that cannot be used; the text says why."""


@dataclass(frozen=True)
class Case:
    """A case as it is read. ``round_text`` and ``results_text`` are what a program is given.

    expected_round: the least value of each level (:data:`.judge.LEVELS`). expected_rows: for each player rank (None
    where none is published) and exact figures by metric.
    """

    id: str
    title: str
    tags: tuple[str, ...]
    licence: str
    round_text: str | None
    round_file: RoundFile | None
    expected_round: Mapping[str, int] | None
    results_text: str | None
    results: Results | None
    expected_rows: Mapping[str, tuple[int | None, Mapping[str, Fraction]]] | None


def read_case(text: str, name: str = "case") -> Case:
    """Read one case. Raises :class:`CorpusError`."""
    try:
        data = json.loads(text)
        return _case(data)
    except (PairingError, StandingsError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CorpusError(f"{name}: {error}") from error


def _case(data: Any) -> Case:
    if not isinstance(data, dict) or data.get("format") != FORM:
        raise CorpusError(f"format must be {FORM!r}")
    if not NEEDED <= set(data) <= KNOWN:
        raise CorpusError(f"fields must be {', '.join(sorted(NEEDED))}, and round, results or both")
    expected = data["expected"]
    if {"round", "standings"} & set(expected) != set(expected) or not expected:
        raise CorpusError("expected must have round, standings or both")
    round_text = json.dumps(data["round"], ensure_ascii=False) if "round" in data else None
    results_text = json.dumps(data["results"], ensure_ascii=False) if "results" in data else None
    if ("round" in expected and round_text is None) or ("standings" in expected and results_text is None):
        raise CorpusError("something is expected of a round or of results that are not there")
    rows = None
    if "standings" in expected:
        rows = {
            str(row["player"]): (
                row.get("rank"),
                {key: Fraction(text) for key, text in row["values"].items()},
            )
            for row in expected["standings"]
        }
    return Case(
        id=str(data["id"]),
        title=str(data["title"]),
        tags=tuple(map(str, data["tags"])),
        licence=str(data["source"]["licence"]),
        round_text=round_text,
        round_file=read_round(round_text) if round_text is not None else None,
        expected_round={key: int(value) for key, value in expected["round"].items()}
        if "round" in expected
        else None,
        results_text=results_text,
        results=read_results(results_text.encode(), "results.json") if results_text is not None else None,
        expected_rows=rows,
    )


def cases_in(folder: Path = FOLDER) -> list[Case]:
    """Every case of a folder in the order of the ids. Raises :class:`CorpusError`."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise CorpusError(f"no cases in {folder}")
    found = []
    for file in files:
        try:
            found.append(read_case(file.read_text(encoding="utf-8"), file.name))
        except UnicodeDecodeError as error:
            raise CorpusError(f"{file.name}: not UTF-8") from error
    return found
