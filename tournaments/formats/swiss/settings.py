"""What an event chooses about rounds in which players with equal points meet, and the words for it."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from tournaments.events.settings import PolicyLine, Setting

RANDOM, FOLD, SLIDE = "random", "fold", "slide"
METHODS = {
    RANDOM: gettext_lazy("drawn at random"),
    FOLD: gettext_lazy("by place: first plays last, second plays second last"),
    SLIDE: gettext_lazy("by place: the upper half plays the lower half, both from the top"),
}
"""Who meets whom among players with equal points."""
ELSEWHERE = gettext_lazy("This is only possible where players with equal points meet.")


def _method_line(method: str) -> PolicyLine | None:
    return None if method == RANDOM else PolicyLine(_("With equal points"), str(METHODS[method]))


def _leaders_line(leaders: int) -> PolicyLine | None:
    words = _("the best %(count)s are paired first, by place: first against second, third against fourth")
    return PolicyLine(_("Leaders"), words % {"count": leaders}) if leaders else None


def _last_round_line(by_place: bool) -> PolicyLine | None:
    words = _("everybody is paired by place: first against second, third against fourth")
    return PolicyLine(_("Last round"), words) if by_place else None


def _clans_line(rounds: int) -> PolicyLine | None:
    words = ngettext(
        "in round 1 players of one clan do not meet, whatever their points",
        "in rounds 1 to %(count)s players of one clan do not meet, whatever their points",
        rounds,
    )
    return PolicyLine(_("Clan mates"), words % {"count": rounds}) if rounds else None


class ByPoints(Struct, frozen=True):
    """``leaders``: how many of the best are paired first, by place."""

    method: Annotated[
        str,
        Setting(
            label=gettext_lazy("Who plays whom when points are equal"),
            choices=METHODS,
            longest=16,
            elsewhere=ELSEWHERE,
            says=_method_line,
        ),
    ] = RANDOM
    leaders: Annotated[
        int,
        Setting(
            label=gettext_lazy("Leaders paired first"),
            help=gettext_lazy(
                "This many of the best are paired by place: first against second, third against fourth."
            ),
            bounds=(0, 64),
            elsewhere=ELSEWHERE,
            says=_leaders_line,
        ),
    ] = 0
    power_pairing_last_round: Annotated[
        bool,
        Setting(
            label=gettext_lazy("In the last round everybody is paired by place"),
            elsewhere=ELSEWHERE,
            says=_last_round_line,
        ),
    ] = False


class SwissSettings(ByPoints, frozen=True):
    """``clan_rounds``: in how many first rounds clan mates do not meet."""

    clan_rounds: Annotated[
        int,
        Setting(
            label=gettext_lazy("First rounds in which clan mates do not meet"),
            help=gettext_lazy("After these rounds they may meet, when their points call for it."),
            bounds=(0, 20),
            elsewhere=ELSEWHERE,
            says=_clans_line,
        ),
    ] = 0
