"""The kernel knows no game: it names none, cites no rule, and imports nothing from one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine import kernel

FILES = sorted(Path(kernel.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_file_of_the_kernel_names_no_game_and_no_rule(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert not re.findall(
        r"x610z|\bzx\b|\bdots?\b|crystal|summon|energy|life base|\b\d{3}\.\d|\bh\d\d?\b", text
    )
    assert not re.findall(r"^(?:from|import) rules_engine\.(?!kernel)", text, re.MULTILINE)
