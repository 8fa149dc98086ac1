"""How a recorded game of Z/X comes to its end: what follows once time is up, how it stands then, and who has signed."""

from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.zx.model import State
from tournaments.recordings.table_page import JUDGE, TablePage


def closing(page: TablePage) -> Context:
    """What the page says of the end: time that is up, and the way to the signatures once the game is over."""
    over = bool(page.state["screen"]["over"])
    return {"over_time": [] if over else over_time(page), "signing": signing(page) if over else None}


def over_time(page: TablePage) -> list[str]:
    """What follows once time is up, how the game would end as it stands, and nothing before."""
    state: State | None = page.sight.session.state
    if state is None or state.result is not None or page.view["phase"] == "setup":
        return []
    if not state.last_turn and not page.state["time"]["called"]:
        return []
    last = state.last_turn or state.turn + (state.option("Z19") == "one_more_turn")
    if state.turn < last:
        what = _("This turn is finished, then %(name)s has one more turn. After that Life decides.")
    else:
        what = _("This is the last turn. When it ends, Life decides.")
    return [
        what % {"name": page.named(1 - state.active)},
        as_it_stands(page.view["seats"], state.option("Z20")),
    ]


def as_it_stands(seats: list[Json], equal: str) -> str:
    """Who would win if Life was compared now; ``equal``: what equal Life means (Z20)."""
    less, more = sorted(seats, key=lambda seat: int(seat["life"]["count"]))
    values = {
        "name": more["name"],
        "more": more["life"]["count"],
        "less": less["life"]["count"],
        "count": more["life"]["count"],
    }
    if values["more"] > values["less"]:
        return _("As it stands %(name)s wins: %(more)s Life against %(less)s.") % values
    if equal == "draw":
        return _("As it stands it is a draw: both have %(count)s Life.") % values
    return _("As it stands nobody wins and both players lose: both have %(count)s Life.") % values


def signing(page: TablePage) -> Json:
    """Whether this player has still to sign (``now``), and who else has not yet."""
    signed = {row["seat"] for row in page.state["signed"]}
    seat = page.sight.access.seat
    waits = [other for other in (0, 1) if other not in signed | {seat}]
    return {
        "now": seat is not None and seat not in signed and page.sight.mode != JUDGE,
        "waits": ", ".join(page.named(other) for other in waits),
    }
