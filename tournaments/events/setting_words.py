"""The choices and values of the settings of every event, in the words of the forms and of the tournament's page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from .settings import PolicyLine

COMMUNITY, CHAMPIONSHIP = "community", "championship"
SINGLE, DOUBLE = "single", "double"  # the kinds of a knock-out of matches
CLOSED, FROM_CUT, OPEN = "closed", "cut", "open"  # who may read a deck list beside its owner and the judges
# The recorder lights legal actions, marks faults later, or at the end.
LIT, AFTER, QUIET = "lit", "after", "quiet"

LEVELS = {
    COMMUNITY: gettext_lazy("community: for fun, with milder penalties"),
    CHAMPIONSHIP: gettext_lazy("championship: for high stakes, with stricter penalties"),
}
"""How strict an event is."""

MATCHES = {1: gettext_lazy("one game"), 3: gettext_lazy("best of three"), 5: gettext_lazy("best of five")}
"""How many games a match has at most."""

KNOCK_OUTS = {
    SINGLE: gettext_lazy("one loss and you are out"),
    DOUBLE: gettext_lazy("two losses and you are out"),
}
"""How a knock-out of matches is played."""

DECKS = {
    True: gettext_lazy("everybody submits a deck list"),
    False: gettext_lazy("nobody needs to submit a deck list"),
}
"""Whether a deck list is needed to play."""

RECORDER_HELP = {
    LIT: gettext_lazy("legal actions are lit on the board"),
    AFTER: gettext_lazy("everything can be tapped; faults are marked as soon as they are written"),
    QUIET: gettext_lazy("everything can be tapped; faults are marked when the game is over"),
}
"""How much the engine helps those who record their game."""

LISTS = {
    CLOSED: gettext_lazy("deck lists stay secret"),
    FROM_CUT: gettext_lazy(
        "secret during the rounds; lists of the players in the knock-out are shown, all at the same moment"
    ),
    OPEN: gettext_lazy("everybody can read all lists from the start of the first round"),
}
"""Who may read deck lists (M07, S06)."""


ONLY_OPEN, FORFEIT_ALL, VOID_ALL = "open", "forfeit", "void"  # what becomes of the matches of who stops
STOPPING = {
    ONLY_OPEN: gettext_lazy("results stay; only the match being played is lost"),
    FORFEIT_ALL: gettext_lazy("all of their matches are lost by forfeit"),
    VOID_ALL: gettext_lazy("none of their matches counts, for anybody"),
}
"""What becomes of the matches of somebody who stops in a league."""


def window_line(days: int) -> PolicyLine | None:
    """How many days a round of a league has."""
    words = ngettext(
        "%(count)s day: players make appointments", "%(count)s days: players make appointments", days
    )
    return PolicyLine(_("League: a round has"), words % {"count": days}) if days else None


def stopping_line(how: str) -> PolicyLine | None:
    """What becomes of the matches of somebody who stops, where it is not as usual."""
    return PolicyLine(_("Who stops"), str(STOPPING.get(how, how))) if how != ONLY_OPEN else None


def times_line(public: bool) -> PolicyLine | None:
    """That appointments are no secret, where they are none."""
    return PolicyLine(_("Appointments"), _("everybody can read when and where")) if public else None


def level_line(level: str) -> PolicyLine:
    """How strict it is."""
    return PolicyLine(_("Level"), str(LEVELS.get(level, level)))


def rounds_line(rounds: int) -> PolicyLine:
    """How many rounds before a cut."""
    words = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}
    return PolicyLine(_("Rounds"), words if rounds else _("depends on the number of players"))


def games_line(games: int) -> PolicyLine:
    """How many games win a match."""
    words = _("one game") if games == 1 else _("first to win %(wins)s games") % {"wins": games // 2 + 1}
    return PolicyLine(_("A match"), words)


def minutes_line(minutes: int) -> PolicyLine:
    """How long a round is."""
    return PolicyLine(_("Time for a round"), _("%(minutes)s minutes") % {"minutes": minutes})


def check_line(minutes: int) -> PolicyLine:
    """What a table gets for a deck check."""
    words = _("the table gets the time of the check back, and %(minutes)s minutes more")
    return PolicyLine(_("A deck check"), words % {"minutes": minutes})


def decks_line(required: bool) -> PolicyLine | None:
    """Whether somebody may play without a list; the usual is not said."""
    return None if required else PolicyLine(_("Deck lists before the start"), str(DECKS[False]))


def lists_line(lists: str) -> PolicyLine:
    """Who reads them."""
    return PolicyLine(_("Deck lists"), str(LISTS[lists]))


def live_line(minutes: int) -> PolicyLine:
    """After how long the audience sees the boards of recorded games."""
    shown = _("recorded games, without hands, %(minutes)s minutes after they were played")
    words = shown % {"minutes": minutes} if minutes else _("not shown")
    return PolicyLine(_("Boards for the audience"), words)
