"""What msgspec has to learn of the classes of this site before several threads read by them.

msgspec notes how a class is read when it first reads one, and asks Python for the fields meanwhile. A second thread
that reads the same class at that moment finds half a note and takes the whole process down (a segmentation fault in
msgspec 0.22). A page process answers on several threads, so it learns everything before its first request.
"""

from collections.abc import Iterator
from typing import Any, is_typeddict

import msgspec
from django.urls import get_resolver

from rules_engine.games import games


def learn_types() -> None:
    """Load every page's code and let msgspec note each of its classes. Call it while there is one thread."""
    _ = get_resolver().url_patterns  # imports the views, and by them every class that a request reads
    for game in games():
        game.load()  # rooms ask a game for its parts only when somebody needs them
    for one in (*below(msgspec.Struct), *filter(is_typeddict, dict.__subclasses__())):
        try:
            msgspec.json.Decoder(one)
        except (TypeError, NameError):  # msgspec cannot read it, so nobody reads by it: it is only made here
            continue


def below(kind: type[Any]) -> Iterator[type[Any]]:
    """The classes that are loaded now and derived from one, at any depth."""
    for one in kind.__subclasses__():
        yield one
        yield from below(one)
