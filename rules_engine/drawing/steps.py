"""One step of a game as ``replay.js`` reads it."""

from collections.abc import Mapping


def step_payload(
    number: int, text: str, ok: bool, layers: Mapping[str, Mapping[str, str]], panel: str = ""
) -> dict[str, object]:
    """Return step ``number`` as plain JSON values: its sentence and the changing layers of every drawing, by size.

    ``panel`` is ready HTML for ``[data-replay-panel]`` beside the board; left out when empty.
    """
    payload: dict[str, object] = {"step": number, "text": text, "ok": ok, **layers}
    if panel:
        payload["panel"] = panel
    return payload
