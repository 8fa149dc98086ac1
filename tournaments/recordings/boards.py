"""The board of a recorded game as pictures for a page."""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from .sight import Sight


def boards(sight: Sight, seen: Mapping[str, object] | None = None, prefix: str = "rec") -> dict[str, str]:
    """The board in both sizes, with the ids that the script's layers have; before anybody begins the empty board.

    ``seen``: another position than the newest, whose ids begin with another ``prefix``.

    A game that is drawn in one size for every width has that picture twice; one whose board is not there before
    somebody begins has none.
    """
    pictures = sight.game.pictures
    seen = seen or sight.screen.view() or pictures.empty
    if seen is None:
        return {"board_wide": "", "board_phone": ""}
    drawn = {
        size: SafeString(  # it escapes every value it takes from the view, so its result is markup
            pictures.svg(
                seen, sight.session.board, size=size, lang=sight.language, ids_prefix=f"{prefix}-{size[0]}-"
            )
        )
        for size in pictures.sizes
    }
    first, *_others = drawn.values()
    return {f"board_{size}": drawn.get(size, first) for size in ("wide", "phone")}
