"""What a kind of notice is: its words on the page and on a locked screen, and the facts of it that rooms send."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True)
class Saying:
    """What one fact of a kind says in words of its own; ``mark`` stands in its notices, as a number like all there."""

    mark: str
    words: Text
    lock: Text


@dataclass(frozen=True)
class Kind:
    """What a person switches on or off (``label``), says on the page (``words``) and on a locked screen (``lock``).

    ``facts``: what rooms may send of it (``Command.notify``), with words of its own where it has some.
    ``without_table`` is said to somebody who has none, of a kind that tells people their tables; ``with_bye`` to who
    has a bye. ``page``: the page of the tournament that says more; ``own``: another one, about what a notice names as
    ``of``, where it needs that. ``of_hooks``: only people who set up webhooks are asked whether they want it.
    ``asked_first``: people of 12 to 15 are told only what they switched on.
    """

    label: Text
    words: Text
    lock: Text
    facts: Mapping[str, Saying | None] = field(default_factory=dict)
    without_table: Text = ""
    with_bye: Text = ""
    page: str = "tournaments:me"
    own: str = ""
    of: str = ""
    of_hooks: bool = False
    asked_first: bool = False
