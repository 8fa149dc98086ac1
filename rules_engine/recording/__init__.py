"""A paper game written down by tapping: the journal of a recording, the log made from it, and what a page shows of it.

The server and the Web Worker of a phone without network use this package as it is, so both give the same bytes. Knows
the engine and the drawings; knows no page, database, clock or chance. What a phone and the server say to each other
stands in docs/recorder.md.
"""

from .openings import key_of, session_of
from .screen import AnyScreen, Screen
from .session import AnySession, Session
from .written import Problem

__all__ = ["AnyScreen", "AnySession", "Problem", "Screen", "Session", "key_of", "session_of"]
