"""What people can be told: the facts rooms send, the kinds a person switches, and the words for each.

Two sets of words. On the page a notice says what it is about. In the subject of a mail and in a push message, which a
locked screen shows to whoever holds the phone, it says no more than everybody may know (decision 242).
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Kind:
    """What a person switches on or off (``label``), says on the page (``words``) and on a locked screen (``lock``)."""

    label: Any
    words: Any
    lock: Any


KINDS: dict[str, Kind] = {
    "your_table": Kind(
        _("Your table, when a round is published or changes"),
        _("Round %(round)s: table %(table)s."),
        _("Round %(round)s: table %(table)s."),
    ),
    "confirm_result": Kind(
        _("Your opponent has reported a result"),
        _("Your opponent has reported the result of your match in round %(round)s. Is it right?"),
        _("Something is waiting for your answer."),
    ),
    "result_changed": Kind(
        _("A result of yours changed"),
        _("The result of your match in round %(round)s was changed or decided by the staff."),
        _("There is news about one of your matches."),
    ),
    "judge_coming": Kind(
        _("A judge is coming"),
        _("A judge has taken your call and is coming to your table."),
        _("A judge is coming to your table."),
    ),
    "appeal_decided": Kind(
        _("An appeal at your table was decided"),
        _("The head judge has decided the appeal at your table."),
        _("There is an answer for you."),
    ),
    "moved_up": Kind(
        _("You moved up from the waiting list"),
        _("You moved up from the waiting list: you have a place."),
        _("There is news about your place."),
    ),
    "deck_missing": Kind(
        _("Your deck is missing"),
        _("Your deck has not been submitted yet."),
        _("Something is still needed from you."),
    ),
    "event_changed": Kind(
        _("A tournament you entered changed or was called off"),
        _("Something about this tournament changed. Look at its page."),
        _("A tournament you entered has changed."),
    ),
    "hook_failed": Kind(
        _("A webhook of yours was switched off"),
        _("A webhook you set up was switched off, because its messages did not arrive."),
        _("Something you set up was switched off."),
    ),
}


@dataclass(frozen=True)
class Saying:
    """What one fact of a kind says in words of its own; ``mark`` stands in its notices, as a number like all there."""

    mark: str
    words: Any
    lock: Any


SAYINGS: dict[str, Saying] = {
    "tournament.cancelled": Saying(
        "cancelled",
        _("This tournament was called off. Its page says why."),
        _("A tournament you entered was called off."),
    ),
    "round.withdrawn": Saying(
        "withdrawn",
        _("Round %(round)s was withdrawn. Wait for its new tables."),
        _("A tournament you entered has changed."),
    ),
    "result.conceded": Saying(
        "conceded",
        _("Your opponent conceded your match in round %(round)s: you have won it."),
        _("There is news about one of your matches."),
    ),
}
"""By fact. Whoever switches a kind switches all its facts."""

WITHOUT_TABLE = _("Round %(round)s: you have no table. See your page.")

NAMES = {
    "round.published": "your_table",
    "round.table_changed": "your_table",
    "round.withdrawn": "event_changed",
    "result.reported": "confirm_result",
    "result.conceded": "confirm_result",
    "result.changed": "result_changed",
    "result.ruled": "result_changed",
    "call.claimed": "judge_coming",
    "appeal.decided": "appeal_decided",
    "entry.moved_up": "moved_up",
    "deck.missing": "deck_missing",
    "tournament.changed": "event_changed",
    "tournament.cancelled": "event_changed",
    "tournament.restored": "event_changed",
    "hook.failed": "hook_failed",
}
"""Every fact a room may send (``Command.notify``), and of which kind it is."""


def words(kind: str, about: dict[str, int], *, locked: bool = False) -> str:
    """What a notice says, in the language of the moment; ``locked``: where others can read it."""
    known: Kind | Saying = next((one for one in SAYINGS.values() if one.mark in about), KINDS[kind])
    if kind == "your_table" and not about.get("table"):
        said = str(WITHOUT_TABLE)
    else:
        said = str(known.lock if locked else known.words)
    if "%(" in said and "round" not in about:
        return gettext("See your page.")
    return said % {"round": about.get("round"), "table": about.get("table")} if "%(" in said else said
