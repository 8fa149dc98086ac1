"""Where the engine is known to differ from the text: an open list, a reason with its rule per entry.

``scenes.py`` holds a scene per entry, and ``test_referee.py`` fails as soon as an entry no longer differs: then the
engine has been mended, and the entry is to be deleted. The scene stays, as one on which both agree. An entry that
random games meet needs a *quirk*: ``if "name" in game.quirks`` lets this referee do what the engine does, so that a
long comparison can go on behind it.
"""

from __future__ import annotations

KNOWN: dict[str, str] = {}
"""Name -> reason. Empty: no difference is open."""

QUIRKS = frozenset(KNOWN)
