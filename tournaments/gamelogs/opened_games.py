"""Opening a log of any game: each has its own way of showing a position."""

from rules_engine.x610z.view import Viewer

from .opened_game import LogView
from .opened_zx import ZxLogView
from .replay import Source

VIEWS: dict[str, type[LogView]] = {"x610z": LogView, "zx": ZxLogView}


def open_game(source: Source, viewer: Viewer = "judge") -> LogView:
    """The game opened for one viewer. Raises :class:`LogError` when not even the header can be read."""
    return VIEWS[source.game](source, viewer)
