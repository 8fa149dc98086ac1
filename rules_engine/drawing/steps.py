"""One step of a game as ``replay.js`` reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .svg import board_layers


def step_payload(
    number: int,
    text: str,
    ok: bool,
    view: Mapping[str, Any],
    board: Any = None,
    *,
    lang: str = "en",
    panel: str = "",
    sizes: Sequence[str] = ("wide", "phone"),
) -> dict[str, Any]:
    """Return step ``number`` as plain JSON values: its sentence and the changing layers of every drawing.

    ``sizes`` are those that the page shows. ``panel`` is ready HTML for ``[data-replay-panel]`` beside the board;
    left out when empty.
    """
    layers = {
        size: board_layers(view, board, size=size, ok=ok, lang=lang, ids_prefix=f"replay-{size[0]}-")
        for size in sizes
    }
    payload: dict[str, Any] = {"step": number, "text": text, "ok": ok, **layers}
    if panel:
        payload["panel"] = panel
    return payload
