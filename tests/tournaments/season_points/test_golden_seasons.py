"""The same season gives the same answers, to the letter, today and with every later version.

`golden_seasons.txt` holds all that the command line says of a few drawn seasons, and the words of every step. When a
rule or a sentence is changed on purpose, write the file anew with
`python -m tests.tournaments.season_points.test_golden_seasons` and say so in the change.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.tournaments.season_points.seasons import Data, some_season
from tournaments.season_points.cli import main
from tournaments.season_points.wording import FORMULAS, STATES, STEPS

GOLDEN = Path(__file__).with_name("golden_seasons.txt")
SEEDS = (2, 10, 16, 34, 46)


def asked(data: Data) -> Iterator[list[str]]:
    """Every question about a season: all of its tables, and what stands behind the numbers of a few."""
    for question in ("--json", "--clans", "--honours", "--ratings"):
        yield [question]
    yield []
    finishes = [finish for event in data["events"] for finish in event["finishes"]]
    people = [
        one["person"] for finish in finishes for one in finish.get("members", [finish]) if "person" in one
    ]
    rules = data["circuit"]
    for person in sorted(set(people))[:3]:
        for what in (
            "points",
            "results",
            "wins",
            "earlier",
            "events",
            *(one["key"] for one in data["events"]),
        ):
            yield ["--explain", person, what]
        for of in rules["classes"]:
            yield ["--one-more", person, of["key"], "2026-11-29", "9"]
    for clan in ("foxes", "owls"):
        yield ["--explain-clan", clan]


def games(people: list[str]) -> list[Data]:
    """A few games of everybody with the next one, and a pod."""
    sides = [[[one], [two]] for one, two in pairwise(people)]
    duels = [
        {
            "key": f"g{n}",
            "date": "2026-03-06",
            "number": n,
            "pool": "duel",
            "sides": side,
            "ranks": [1, 1 + n % 3],
        }
        for n, side in enumerate(sides * 3)
    ]
    pod = {"key": "pod", "date": "2026-03-07", "pool": "pod", "sides": [[one] for one in people[:4]]}
    return [*duels, {**pod, "ranks": [1, 2, 2, 2]}]


def told(seed: int, folder: Path) -> Iterator[str]:
    """A head and the answer for every question, and what the last event moved."""
    data = some_season(seed, 9)
    data["games"] = games(["p00", "p01", "p02", "p03"])
    after, before = folder / "after.json", folder / "before.json"
    after.write_text(json.dumps(data), "utf-8")
    before.write_text(json.dumps({**data, "events": data["events"][:-2]}), "utf-8")
    for question in [*asked(data), ["--moved-from", str(before)]]:
        out = io.StringIO()
        if main([str(after), *question], out) == 0:
            yield f"== {seed} {' '.join(question).replace(str(folder), '')}\n{out.getvalue()}"


def everything() -> str:
    """The file as this version would write it."""
    with tempfile.TemporaryDirectory() as folder:
        answers = "".join(part for seed in SEEDS for part in told(seed, Path(folder)))
    words = {
        f"{kind} {key}": said
        for kind, all_ in (("formula", FORMULAS), ("state", STATES), ("step", STEPS))
        for key, said in all_.items()
    }
    return answers + "".join(f"== {key}\n{said}\n" for key, said in words.items())


def test_a_season_is_answered_as_it_always_was() -> None:
    assert everything() == GOLDEN.read_text("utf-8")


def test_the_golden_seasons_ask_everything() -> None:
    """Every table, every tie-break and every kind of move stands in them."""
    text = GOLDEN.read_text("utf-8")
    for head in (
        "--json",
        "--clans",
        "--honours",
        "--ratings",
        "--explain-clan",
        "--one-more",
        "--moved-from",
    ):
        assert sum(line.startswith("==") and head in line for line in text.splitlines()) >= 2, head


if __name__ == "__main__":
    GOLDEN.write_text(everything(), "utf-8")
