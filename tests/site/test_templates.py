"""Templates a person can review; what else is checked of them stands with `djangofmt` in pyproject.toml."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDEST = 120


def test_no_line_of_a_template_is_wider_than_a_reviewer_reads() -> None:
    files = sorted((ROOT / "templates").rglob("*.html"))
    assert len(files) > 150
    wide = [
        f"{file.relative_to(ROOT)}:{number}: {len(line)} columns"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not wide, "\n".join(wide)
