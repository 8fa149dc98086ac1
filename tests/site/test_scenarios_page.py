"""docs/scenarios.md names tests that there are, and every scenario has one."""

import re
import subprocess
import sys

from tests.scenario_marks import NUMBERS, days
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


def test_each_day_is_run_by_its_name() -> None:
    assert sorted(days()) == list(NUMBERS)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "s4"]
    said = subprocess.run(
        [*command, "tests/tournaments/scenarios"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = {
        (path, name.split("[")[0]) for path, name in re.findall(r"^(tests/\S+\.py)::(\S+)", said.stdout, re.M)
    }
    assert found == days()[4]
