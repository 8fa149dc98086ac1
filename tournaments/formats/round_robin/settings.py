"""What an event chooses about a round robin, and the words for it."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from tournaments.events.settings import PolicyLine, Setting

LEGS = {1: gettext_lazy("everybody plays everybody once"), 2: gettext_lazy("everybody plays everybody twice")}
"""How often a round robin is played through."""


def _legs_line(legs: int) -> PolicyLine:
    return PolicyLine(_("Pairing"), str(LEGS[legs]))


class RoundRobinSettings(Struct, frozen=True):
    """``legs``: how often everybody meets everybody."""

    legs: Annotated[
        int,
        Setting(
            label=gettext_lazy("When everybody plays everybody"),
            choices=LEGS,
            elsewhere=gettext_lazy("This is only possible where everybody plays everybody."),
            says=_legs_line,
        ),
    ] = 1
