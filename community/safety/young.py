"""What somebody of 12 to 15 may here and may not: one table, in words that they read themselves.

A test proves each row of it by what the code does (``tests/security/test_young.py``), and writes docs/young.md.
"""

from dataclasses import dataclass

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class May(models.TextChoices):
    """How it is."""

    YES = "yes", _("Yes")
    ASKED = "asked", _("Once a desk has spoken with your parent or guardian")
    CHOSEN = "chosen", _("Only if you turn it on")
    NO = "no", _("No")


@dataclass(frozen=True)
class Row:
    """One thing that somebody might do or have done to them; ``key`` names the test that proves the row."""

    key: str
    what: str | Promise
    may: May


YOUNG = (
    Row("play", _("Play in tournaments, alone or in a team"), May.YES),
    Row("clan", _("Be in a clan"), May.YES),
    Row("clan_shown", _("Let everybody see which clan you are in"), May.CHOSEN),
    Row("clan_games", _("Plan friendly games with your clan"), May.YES),
    Row("asked_by_strangers", _("Be asked to be friends by somebody you do not know"), May.NO),
    Row("asks", _("Ask somebody to be friends"), May.ASKED),
    Row("friends", _("Have a friend here"), May.ASKED),
    Row("agenda", _("Let a friend see your agenda"), May.CHOSEN),
    Row("messages", _("Get messages from somebody"), May.NO),
    Row("places", _("Give away a phone number or an address when you plan a game"), May.NO),
    Row("real_name", _("Let everybody read your real name"), May.ASKED),
    Row("page", _("Open a page of your own for everybody"), May.ASKED),
    Row("gallery", _("Show pictures and stories of yours in the gallery"), May.ASKED),
    Row("gallery_name", _("Have your name below them"), May.NO),
    Row("forum", _("Go to the forum"), May.ASKED),
    Row("guardian", _("Say by yourself that you need no parent or guardian any longer"), May.NO),
    Row("report", _("Report something that should not be there"), May.YES),
    Row("block", _("Block somebody"), May.YES),
)
