"""Writes ``act-1.json``: the spiral board of our own that stands in for the Act I board (not published anywhere).

Seven rings around the centre, hours 0 to 11 clockwise. Run ``python -m rules_engine.x610z.boards.make_act_1``.
"""

import json
from pathlib import Path

OUTER = 6


def definition() -> dict[str, object]:
    """Dots (ring, hour, kind, radius) and lines of the board as plain data."""
    dots: list[dict[str, object]] = []
    for hour in range(0, 12, 2):
        dots.append({"dot": f"0,{hour}", "ring": 0, "hour": hour, "kind": "start"})
    for ring in range(1, OUTER + 1):
        for hour in range(12):
            kind = "inner" if ring == 1 else "ending" if ring == OUTER and hour % 2 == 0 else "white"
            dots.append({"dot": f"{ring},{hour}", "ring": ring, "hour": hour, "kind": kind})
    edges: list[list[str]] = []
    for ring in range(1, OUTER + 1):
        edges += [[f"{ring},{hour}", f"{ring},{(hour + 1) % 12}"] for hour in range(12)]
    for hour in range(0, 12, 2):
        edges += [[f"0,{hour}", f"1,{(hour + turn) % 12}"] for turn in (1, -1)]
    for ring in range(1, OUTER):
        for hour in range(1, 12, 2):
            edges += [[f"{ring},{hour}", f"{ring + 1},{(hour + turn) % 12}"] for turn in (1, -1)]
    return {
        "id": "act-1",
        "title": "Spiral board (our own design, not the printed Act I board)",
        "hours": 12,
        "first_radius": 4,
        "dots": dots,
        "edges": edges,
    }


def main() -> None:
    """Write the file beside this module."""
    target = Path(__file__).with_name("act-1.json")
    target.write_text(json.dumps(definition(), indent=None, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
