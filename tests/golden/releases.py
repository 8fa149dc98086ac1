"""Logs of every release, by the edition of answers that counted then: ``releases/x610z-1/`` is edition 1 of X610Z.

They were written by the engines of their day and are never written anew; what is judged of them stays in
``releases/expected.json``. ``python -m tests.golden.releases`` writes that file, to be read before it is committed;
``python -m tests.golden.releases 0.2.0`` first has the engine of today write the logs that this release leaves behind.
"""

import json
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules_engine.games import engine_of
from rules_engine.testing import random_game
from rules_engine.zx.cards import ZxPool, load_pool
from rules_engine.zx.random_games import random_zx_game

HERE = Path(__file__).parent / "releases"
EXPECTED = HERE / "expected.json"
LOGS = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.glob("*/*.jsonl"))


def edition_of(name: str) -> tuple[str, int]:
    """Game and edition of a log, by its folder."""
    game, _, number = name.split("/")[0].rpartition("-")
    return game, int(number)


def log_of(name: str) -> bytes:
    """The bytes of a log."""
    return (HERE / f"{name}.jsonl").read_bytes()


def pool_of(name: str) -> ZxPool | None:
    """The cards of a log, None for today's: those of Z/X had no texts up to edition 3, its Shifts none up to 5."""
    game, number = edition_of(name)
    if game != "zx" or number > 5:
        return None
    today = load_pool()
    silent = (replace(card, text="") if number <= 3 or card.kind == "shift" else card for card in today.cards)
    return ZxPool(today.name, tuple(silent))


def summary(name: str) -> dict[str, Any]:
    """What of an audit is held fast."""
    report = engine_of(edition_of(name)[0]).audit(log_of(name), pool=pool_of(name))
    finding = report.finding
    return {
        "verdict": report.verdict,
        "steps": report.steps,
        "digest": report.digest,
        "rule": report.result.rule if report.result else "",
        "finding": [finding.line, finding.rule, finding.code] if finding else [],
    }


def write(version: str) -> None:
    """The logs of a release that is about to be made; one that is there already stays as it is."""
    made = {
        "x610z": random_game(f"release/{version}", max_actions=90),
        "zx": random_zx_game(f"release/{version}"),
    }
    for game, log in made.items():
        edition = engine_of(game).answers().latest.number
        path = HERE / f"{game}-{edition}" / f"release_{version.replace('.', '_')}.jsonl"
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_bytes(log)


if __name__ == "__main__":
    for released in sys.argv[1:]:
        write(released)
    LOGS = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.glob("*/*.jsonl"))
    found = json.dumps({name: summary(name) for name in LOGS}, indent=1, sort_keys=True)
    EXPECTED.write_text(found + "\n", encoding="utf-8")
