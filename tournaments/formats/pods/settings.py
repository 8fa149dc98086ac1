"""What an event chooses about tables of three to six, and the words for it."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from tournaments.events.settings import PolicyLine, Setting


def _size_line(size: int) -> PolicyLine:
    words = _("tables of about %(count)s players; the last one left wins the table")
    return PolicyLine(_("Pairing"), words % {"count": size})


class PodSettings(Struct, frozen=True):
    """``pod_size``: how many sit at a table where it comes out even."""

    pod_size: Annotated[
        int,
        Setting(
            label=gettext_lazy("Players at a table, where more than two play"),
            help=gettext_lazy(
                "Where that does not come out even, some tables have one player more or fewer."
            ),
            bounds=(3, 6),
            elsewhere=gettext_lazy("This is only possible where three or more play at a table."),
            says=_size_line,
        ),
    ] = 4
