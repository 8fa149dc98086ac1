"""Writes the golden games and what their audits say: ``python -m tests.golden.make [--freeze]``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rules_engine import audit

from . import generated, third_act
from .catalogue import SCENES
from .playthroughs import CHOSEN, playthrough
from .scenes import golden_pool

HERE = Path(__file__).parent / "x610z"


def summary(log: bytes) -> dict[str, Any]:
    """What of an audit is held fast."""
    report = audit(log, pool=golden_pool())
    finding = report.finding
    return {
        "verdict": report.verdict,
        "fidelity": report.fidelity,
        "steps": report.steps,
        "digest": report.digest,
        "result": None
        if report.result is None
        else {"winners": list(report.result.winners), "draw": report.result.draw, "rule": report.result.rule},
        "finding": None
        if finding is None
        else {"line": finding.line, "rule": finding.rule, "code": finding.code, "seat": finding.seat},
    }


def main() -> None:
    """Write one log per scene, the summaries of all, and with ``--freeze`` the generated logs."""
    HERE.mkdir(exist_ok=True)
    summaries = {}
    for name, build in SCENES.items():
        log = build()
        (HERE / f"{name}.jsonl").write_bytes(log)
        summaries[name] = summary(log)
    texts = HERE.parent / "playthroughs"
    texts.mkdir(exist_ok=True)
    for name in CHOSEN:
        (texts / f"{name}.txt").write_text(
            playthrough((HERE / f"{name}.jsonl").read_bytes()), encoding="utf-8"
        )
    (HERE / "expected.json").write_text(
        json.dumps(summaries, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    if "--freeze" in sys.argv:
        generated.freeze()
        third_act.freeze()
    rows = [json.dumps(summary(log), sort_keys=True) for log in generated.frozen()]
    generated.EXPECTED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    kept = [audit(log, pool=third_act.pool()) for log in third_act.frozen()]
    rows = [json.dumps({"steps": report.steps, "digest": report.digest}) for report in kept]
    third_act.EXPECTED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
