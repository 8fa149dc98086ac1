"""docs/scenarios.md names tests that there are, and every scenario has one."""

import re

from x610z_site.services.environment import ROOT

PAGE = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)


def test_every_test_that_the_page_names_exists() -> None:
    missing = []
    for path, name in NAMED:
        file = ROOT / (path if "/" in path else f"tests/tournaments/scenarios/{path}")
        if not file.exists() or f"\ndef {name}(" not in file.read_text(encoding="utf-8"):
            missing.append(f"{path}::{name}")
    assert len(NAMED) > 40 and missing == []


def test_every_scenario_names_a_test() -> None:
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    numbers = [int(part.split(".")[0]) for part in parts if part[0].isdigit()]
    assert numbers == list(range(1, 13))
    assert all("::test_" in part for part in parts)
