"""Charts without their colours: whatever means something else has another shape, or is far enough lighter or darker."""

import re

import pytest

from tests.site.test_contrast import BASE, CSS, contrast

MARK = re.compile(r"\.(?:chart|season)-(?:bar|way|place)\b[\w.-]*")
SHAPES = {"stroke-width", "stroke-dasharray", "r", "rx"}
APART = 1.5
"""How far two greys are apart that are told from one another side by side."""
SAME = {".chart-bar.left"}
"""Alone in its chart: no other kind of bar stands beside it."""


def rules(sheet: str) -> dict[str, dict[str, str]]:
    """Selector -> its declarations, of what a screen shows; later ones win."""
    screen = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).partition("@media")[0]
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", screen):
        said = dict(re.findall(r"([\w-]+):\s*([^;]+);", body))
        for selector in selectors.split(","):
            found.setdefault(" ".join(selector.split()), {}).update(said)
    return found


def colour_alone(sheet: str) -> list[str]:
    """The kinds of marks that differ from the plain one by their colour alone, in grey by nothing."""
    known, found = rules(sheet), []
    for selector, said in known.items():
        marks = MARK.match(selector)
        if marks is None or "." not in marks[0][1:] or selector in SAME:
            continue
        plain = known.get(re.sub(r"(\.[\w-]+)\.[\w-]+", r"\1", selector, count=1), {})
        if any(said.get(name, plain.get(name)) != plain.get(name) for name in SHAPES):
            continue
        pairs = [(said[name], plain.get(name, "")) for name in ("fill", "stroke") if name in said]
        if not any(_apart(one, other) for one, other in pairs):
            found.append(selector)
    return found


def _apart(one: str, other: str) -> bool:
    names = [re.fullmatch(r"var\(--([\w-]+)\)", value) for value in (one, other)]
    if not all(name is not None and name[1] in BASE for name in names):
        return False
    first, second = (BASE[name[1]] for name in names if name)
    return all(contrast(first[theme], second[theme]) >= APART for theme in (0, 1))


def test_no_mark_of_a_chart_is_told_from_another_by_colour_alone() -> None:
    assert colour_alone((CSS / "charts.css").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        (".chart-bar.won { fill: var(--boost); }", [".chart-bar.won"]),
        (".chart-way.mine path { stroke: var(--mystic); }", [".chart-way.mine path"]),
        (".chart-bar.won { fill: var(--boost); stroke-dasharray: 4 2; }", []),
        (".chart-bar.won { fill: var(--mystic-soft); }", []),
    ],
)
def test_a_colour_that_stands_alone_is_found(rule: str, found: list[str]) -> None:
    plain = ".chart-bar { fill: var(--mystic); } .chart-way path { stroke: var(--muted); } "
    assert colour_alone(plain + rule) == found
