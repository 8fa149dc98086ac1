"""The picture of a position: two rows, a player each, with the cards shown."""

from collections.abc import Mapping
from html import escape
from typing import Any

from rules_engine.kernel.games import Pictures


def layers(
    view: Mapping[str, Any],
    board: None = None,
    *,
    size: str = "square",
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
) -> dict[str, str]:
    """What changes from step to step."""
    rows = [
        f"{seat.get('name', seat['player'])} {seat['wins']['count']}: "
        + ", ".join(card["card"] for card in seat["shown"]["cards"])
        for seat in view.get("seats", ())
    ]
    said = [f'<text x="20" y="{80 + 60 * at}">{escape(row)}</text>' for at, row in enumerate(rows)]
    return {
        "live": "".join(said),
        "viewbox": "0 0 640 640",
        "title": f"Round {view.get('turn', 0)}",
        "desc": escape("; ".join(rows)),
    }


def svg(view: Mapping[str, Any], board: None = None, *, ids_prefix: str = "", **more: Any) -> str:
    """The whole picture."""
    made = layers(view, board, ids_prefix=ids_prefix, **more)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-square rps" viewBox="{made["viewbox"]}" '
        f'role="img" aria-labelledby="{ids_prefix}title {ids_prefix}desc" data-board="square">'
        f'<title id="{ids_prefix}title">{made["title"]}</title><desc id="{ids_prefix}desc">{made["desc"]}</desc>'
        f'<g class="board-live" data-live="">{made["live"]}</g></svg>'
    )


PICTURES = Pictures(svg=svg, layers=layers)
