"""A deck as pictures: its curve of costs, and its cards by element."""

from collections import Counter

from django.utils.translation import gettext as _

from rules_engine.drawing.charts import Chart, Column, columns_svg
from rules_engine.x610z.cards import Pool

from .lists import Counts, cost_curve


def deck_charts(pool: Pool, main: Counts, *, elements: bool = True) -> list[Chart]:
    """The charts of a deck, those with something in them; ``elements``: whether its game has summons of elements."""
    curve = [Column(bar.label, bar.count, str(bar.count)) for bar in cost_curve(pool, main)]
    without = _("Without Energy Crystals and the Life Base.") if elements else ""
    charts = [_chart("curve", _("Cards by casting cost"), without, _("Cost"), curve)]
    if elements:
        columns = [Column(name, count, str(count)) for name, count in element_counts(pool, main)]
        charts.append(_chart("elements", _("Summons by element"), "", _("Element"), columns))
    return [chart for chart in charts if chart is not None]


def element_counts(pool: Pool, main: Counts) -> list[tuple[str, int]]:
    """Copies of summons by element in alphabetical order, the Life Base left out: every deck has one."""
    counts: Counter[str] = Counter()
    for number, count in main.items():
        card = pool.get(number)
        if card is not None and card.is_summon and not card.is_life_base and card.element:
            counts[card.element] += count
    return sorted(counts.items())


def _chart(key: str, title: str, about: str, head: str, columns: list[Column]) -> Chart | None:
    if not any(column.count for column in columns):
        return None
    rows = tuple((column.label, column.said) for column in columns)
    return Chart(key, title, about, (head, _("Cards")), rows, columns_svg(columns, title))
