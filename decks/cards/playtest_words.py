"""What a play test says, in the reader's language: the finding in a sentence, its numbers, and their picture."""

from collections.abc import Callable, Mapping

import msgspec
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from ledger.shapes import Context
from rules_engine.drawing.charts import Chart
from rules_engine.drawing.intervals import Interval, intervals_svg
from rules_engine.games import game_of
from rules_engine.kernel import playtest
from rules_engine.kernel.playtest import Asked, Report, Tally, report_of

from .models import PlayTest
from .printed import reader

SHORT = {
    playtest.UP: gettext_lazy("its seat wins more often"),
    playtest.DOWN: gettext_lazy("its seat wins less often"),
    playtest.NO_DIFFERENCE: gettext_lazy("no difference shown"),
    playtest.HARDLY_PLAYED: gettext_lazy("hardly ever played"),
    playtest.HARDLY_ENDED: gettext_lazy("too many games did not end"),
}
"""The finding in a few words."""
STUCK = {
    playtest.TOO_LONG: gettext_lazy("it went on too long"),
    playtest.NO_MOVE: gettext_lazy("nothing was left that the engine can carry out"),
    playtest.FAULT: gettext_lazy("the engine failed"),
}
SHARES = tuple[float, float, float]


def told(test: PlayTest) -> Context:
    """Everything a page shows of a play test that is over; of one that is not, or of nothing, only ``tally`` None."""
    if not test.over or not test.tally:
        return {"tally": None}
    report = report_of(msgspec.convert(test.tally, Tally))
    tally, game = report.tally, game_of(test.game)
    (card,) = msgspec.json.decode(test.card, type=game.engine.cards)
    return {
        "tally": tally,
        "says": report.says,
        "good": report.says in (playtest.UP, playtest.DOWN, playtest.NO_DIFFERENCE),
        "finding": _finding(report),
        "often": _often(tally),
        "turned": _turned(tally),
        "copies": game.playtest.copies(card) if game.playtest is not None else 0,
        "chart": chart_of(report, f"play-test-{test.pk}"),
        "questions": [
            _question(test.game, {card.number: game.pools.face(card, reader()).name}, one)
            for one in tally.asked
        ],
        "stuck": _stuck(tally),
        "examples": [
            {"number": one.number, "with_it": one.with_it, "why": STUCK[one.why], "fault": one.fault}
            for one in tally.stuck
        ],
        "players": _(game.playtest.players) if game.playtest is not None else "",
    }


def short(test: PlayTest) -> str:
    """The finding in a few words, with the difference where the numbers tell one; "" while there is none."""
    if not test.over or not test.tally:
        return ""
    report = report_of(msgspec.convert(test.tally, Tally))
    words = str(SHORT[report.says])
    told_one = report.says in (playtest.UP, playtest.DOWN)
    return f"{words} ({signed(report.difference[0])})" if told_one else words


def moved(test: PlayTest | None) -> float | None:
    """How much a card changed, where the numbers tell that it changed something."""
    if test is None or not test.over or not test.tally:
        return None
    report = report_of(msgspec.convert(test.tally, Tally))
    return report.difference[0] if report.says in (playtest.UP, playtest.DOWN) else None


def signed(share: float) -> str:
    """A difference in points of a hundred, with its sign and one decimal."""
    points = round(100 * share, 1)
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{number_format(abs(points), 1)}"


def percent(share: float) -> str:
    """A share with one decimal."""
    return f"{number_format(100 * share, 1)} %"


def whole(count: int) -> str:
    """A count as it is read."""
    return number_format(count, force_grouping=True)


def _finding(report: Report) -> str:
    tally, (value, low, high) = report.tally, report.difference
    values = {
        "value": number_format(abs(round(100 * value, 1)), 1),
        "low": signed(low),
        "high": signed(high),
        "played": whole(tally.played_in),
        "pairs": whole(tally.pairs),
        "stuck": whole(tally.pairs - tally.ended),
    }
    sentences = {
        playtest.UP: _(
            "With this card its seat won more often: %(value)s games in a hundred more (between %(low)s and %(high)s)."
        ),
        playtest.DOWN: _(
            "With this card its seat won less often: %(value)s games in a hundred fewer (between %(low)s and %(high)s)."
        ),
        playtest.NO_DIFFERENCE: _(
            "The numbers show no difference. If the card changes anything, it lies between %(low)s and %(high)s games"
            " in a hundred."
        ),
        playtest.HARDLY_PLAYED: _(
            "The numbers tell nothing about this card: it was played in %(played)s of %(pairs)s games only."
        ),
        playtest.HARDLY_ENDED: _(
            "The numbers do not tell how strong this card is: of %(pairs)s deals, %(stuck)s did not come to an end."
        ),
    }
    return sentences[report.says] % values


def _often(tally: Tally) -> str:
    text = _(
        "Of %(pairs)s games its seat had the card in %(had)s and played it in %(played_in)s, %(played)s times in all."
    )
    counts = {"pairs": tally.pairs, "had": tally.had_in, "played_in": tally.played_in, "played": tally.played}
    return text % {name: whole(count) for name, count in counts.items()}


def _turned(tally: Tally) -> str:
    text = _(
        "It turned %(gained)s games to a win and %(lost)s away from one; all others ended as they would have."
    )
    return text % {"gained": whole(tally.gained), "lost": whole(tally.lost)}


def _stuck(tally: Tally) -> str:
    """How many games never ended, with the card and without; "" where all did."""
    if not tally.stuck_with and not tally.stuck_without:
        return ""
    text = _(
        "Without an end: %(with_it)s with the card, %(without)s without it. Their deals are left out above."
    )
    return text % {
        "with_it": whole(tally.stuck_with),
        "without": whole(tally.stuck_without),
    }


def _question(game: str, names: Mapping[str, str], one: Asked) -> Context:
    """What was asked, as a sentence (``names`` are those of cards by number), with its rule and in how many games."""
    engine, language = game_of(game).engine, get_language() or "en"
    found = engine.rulings().get(one.question.rule) if one.question.kind == playtest.RULING else None
    if found is not None:
        text = found.question_nl if language == "nl" else found.question
    else:
        text = engine.text(one.question.code, {**dict(one.question.params), "names": names}, language)
    return {
        "text": text,
        "rule": "" if found is not None else one.question.rule,
        "ruling": one.question.rule if found is not None else "",
        "with_it": one.with_it,
        "without": one.without,
    }


def chart_of(report: Report, key: str) -> Chart:
    """The shares of games won, and their difference, each with its interval."""
    title = _("Games won by the seat with the card")
    with_it = _row(_("with the card"), report.with_it, percent)
    without = _row(_("with an empty card in its place"), report.without, percent)
    beside = _row(_("difference, in games of a hundred"), report.difference, signed)
    rows = tuple(
        (one.label, one.said, say(one.low), say(one.high))
        for one, say in ((with_it, percent), (without, percent), (beside, signed))
    )
    return Chart(
        key=key,
        title=title,
        about=_("The thin lines are the ranges in which the true numbers lie, 95 times out of 100."),
        heads=("", _("Value"), _("At least"), _("At most")),
        rows=rows,
        wide=intervals_svg((with_it, without), beside, title),
    )


def _row(label: str, found: SHARES, say: Callable[[float], str]) -> Interval:
    value, low, high = found
    return Interval(label, say(value), value, low, high)


def games_words(games: int) -> str:
    """How many deals there are, in words."""
    text = ngettext("%(count)s deal, played twice", "%(count)s deals, each played twice", games)
    return text % {"count": whole(games)}
