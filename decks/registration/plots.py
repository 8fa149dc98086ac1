"""A deck as pictures: its curve of costs, and its cards by what their game counts."""

from collections import Counter

from django.utils.translation import gettext as _

from decks.cards.printed import reader
from rules_engine.drawing.charts import Chart, Column, columns_svg
from rules_engine.games import game_of
from rules_engine.kernel import decks
from rules_engine.kernel.cards import ListPool

from .lists import Counts, cost_curve


def deck_charts(pool: ListPool, main: Counts, game: str) -> list[Chart]:
    """The charts of a deck, those with something in them: its costs, and what its game counts."""
    pools = game_of(game).pools
    curve = [Column(bar.label, bar.count, str(bar.count)) for bar in cost_curve(pool, main, game)]
    note = _(pools.paid_note) if pools.paid_note else ""
    charts = [_chart("curve", _(pools.curve), note, _("Cost"), curve)]
    if not any(pools.cost(card) for card in pool.values()):
        charts = []  # a game whose cards cost nothing
    for counted in pools.columns:
        columns = [Column(name, count, str(count)) for name, count in column_counts(counted, pool, main)]
        charts.append(_chart(counted.key, _(counted.title), "", _(counted.head), columns))
    return [chart for chart in charts if chart is not None]


def column_counts(counted: decks.Column, pool: ListPool, main: Counts) -> list[tuple[str, int]]:
    """Copies in the deck by what this chart counts, in alphabetical order."""
    counts: Counter[str] = Counter()
    for number, count in main.items():
        card = pool.get(number)
        if card is not None and (value := counted.value(card, reader())):
            counts[value] += count
    return sorted(counts.items())


def _chart(key: str, title: str, about: str, head: str, columns: list[Column]) -> Chart | None:
    if not any(column.count for column in columns):
        return None
    rows = tuple((column.label, column.said) for column in columns)
    return Chart(key, title, about, (head, _("Cards")), rows, columns_svg(columns, title))
