"""What the referees' runs came to: causes under a stable key, figures kept in a file, and the page made of them.

``python -m tests.referee page`` writes the table of docs/engine-proof.md from ``figures.json``; a run with ``--keep``
puts its own row there in the place of the last one of its kind.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules_engine.x610z.model import SEMANTICS
from rules_engine.zx.model import SEMANTICS as ZX_SEMANTICS

FIGURES = Path(__file__).with_name("figures.json")
PAGE = Path(__file__).parents[2] / "docs" / "engine-proof.md"
BEGIN, END = "<!-- made by: python -m tests.referee page -->", "<!-- end of what is made -->"
A_DAY = 86_400


def seed_of(text: str) -> int:
    """A number, or ``fresh``: seeds that no other day has."""
    return int(time.time() // A_DAY) * 10_000 if text == "fresh" else int(text)


def plain(value: Any) -> str:
    """What a referee says, without what belongs to one game: names of cards, dots, counts."""
    text = (
        json.dumps(value, sort_keys=True, default=str)
        if isinstance(value, dict | list | tuple)
        else str(value)
    )
    return re.sub(r"#\d+|\b[DZ]?\d+[.\w]*/\d+/\d+-\w+|\b\d+\b(?!\.)", "_", text)[:160]


def key_of(cause: str) -> str:
    """The same eight letters for the same cause on every machine and seed."""
    return hashlib.sha256(cause.encode()).hexdigest()[:8]


def causes(differences: Iterable[tuple[str, Any]]) -> list[tuple[str, int, str, str]]:
    """One row for each cause: its key, how often, where first, what."""
    found: dict[str, tuple[int, str, str]] = {}
    for where, difference in differences:
        key = key_of(difference.cause)
        count, first, cause = found.get(key, (0, where, difference.cause))
        found[key] = (count + 1, first, cause)
    return sorted(((key, *row) for key, row in found.items()), key=lambda row: -row[1])


def print_causes(differences: Iterable[tuple[str, Any]]) -> None:
    """The rows, as a night's report shows them."""
    for key, count, first, cause in causes(differences):
        print(f"  cause {key}: {count} times, first {first}: {cause}")


def keep(game: str, kind: str, seed: int, figures: dict[str, int], rows: list[tuple[str, int, str, str]],
         unjudged: Counter[str]) -> None:  # fmt: skip
    """Put a run's figures where the page finds them."""
    known = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    known[f"{game} {kind}"] = {
        "game": game,
        "kind": kind,
        "seed": seed,
        "day": time.strftime("%Y-%m-%d", time.gmtime()),
        "semantics": ZX_SEMANTICS if game == "zx" else SEMANTICS,
        **figures,
        "causes": {key: [count, cause] for key, count, _, cause in rows},
        "unjudged": dict(unjudged),
    }
    FIGURES.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def table() -> str:
    """The figures of every kind of run, as a part of the page."""
    lines = [
        "| game | kind | semantics | day | first seed | games or texts | actions | differences | causes | not judged |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    known = json.loads(FIGURES.read_text(encoding="utf-8"))
    for row in known.values():
        unjudged = "; ".join(f"{count} {what}" for what, count in sorted(row["unjudged"].items())) or "0"
        texts = (
            f" ({row['texts']:,} lines of text, {row['carried out']:,} carried out)" if "texts" in row else ""
        )
        keys = ", ".join(f"`{key}`" for key in row["causes"]) or "none"
        lines.append(
            f"| {row['game']} | `{row['kind']}` | {row['semantics']} | {row['day']} | {row['seed']:,} "
            f"| {row['games']:,}{texts} | {row['actions']:,} | {row['differences']} | {keys} | {unjudged} |"
        )
    lines += [
        f"\nCause `{key}`: {cause}" for row in known.values() for key, (_, cause) in row["causes"].items()
    ]
    return "\n".join(lines)


def page() -> str:
    """The page with the table as the figures are now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"
