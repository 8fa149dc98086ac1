"""Precedents: rulings that other judges find, in words that name nobody."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name, fold
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import refuse_rehearsal
from tournaments.events.standing import Power, has_power

from .case_models import Precedent
from .case_services import case_of
from .judges_chain import judges_book
from .penalty_services import begin


class PrecedentIs(TypedDict):
    """A precedent."""

    precedent: int


NEUTRAL = frozenset({"player", "speler", "judge", "opponent", "tegenstander", "scheidsrechter"})
"""Words that a precedent needs, whatever somebody calls themselves."""


@command("precedent.publish", chain=judges_book)
def precedent_publish(
    cmd: Command, *, tournament: Tournament, number: int, question: str, answer: str, cards: str = ""
) -> PrecedentIs:
    """A head judge lets other judges find a ruling, in words that name nobody of the tournament."""
    tournament = begin(cmd, tournament)
    refuse_rehearsal(tournament)
    case = case_of(tournament, number)
    if cmd.actor.role != HEAD_JUDGE:
        raise UserError("head_judge", _("Only the head judge publishes a precedent."))
    if not has_power(tournament, Power.PRECEDENTS):
        text = _("Only judges of a tournament that the office approved read and publish precedents.")
        raise UserError("casual", text)
    question, answer, cards = clean_name(question)[:300], clean_name(answer)[:500], clean_name(cards)[:200]
    if not question or not answer:
        raise UserError("words_needed", _("A precedent has a question and an answer."), field="question")
    for text in (question, answer, cards):
        if name := named_in(tournament, text):
            text = _("“%(name)s” is somebody here. Write “player A” or “the opponent”.") % {"name": name}
            raise UserError("names_somebody", text, field="question")
    newest = case.newest
    values = {
        "question": question,
        "answer": answer,
        "cards": cards,
        "rules": newest.rules,
        "code": newest.code,
        "remedy": newest.remedy,
        "ruleset": case.ruleset,
        "folded": fold(" ".join([question, answer, cards, newest.code, *newest.rules])),
        "published_at": cmd.at,
        "published_by": cmd.actor.user,
    }
    made, _new = Precedent.objects.update_or_create(case=case, defaults=values)
    cmd.record(case=case.pk, number=case.number)
    return {"precedent": made.pk}


def named_in(tournament: Tournament, text: str) -> str:
    """What of the name of a player or of the staff a text holds first, whole words only; empty when it holds none.

    What people are called in the hall, and their real names: of these no more is said than was typed.
    """
    words = f" {' '.join(''.join(c if c.isalnum() else ' ' for c in fold(text)).split())} "
    players = Entry.objects.filter(tournament=tournament).order_by("number")
    staff = Staff.objects.filter(tournament=tournament).order_by("pk")
    named = [*players.values_list("name", "user__real_name")]
    named += staff.values_list("user__display_name", "user__real_name")
    for name in (one for pair in named for one in pair):
        spelt = "".join(c if c.isalnum() else " " for c in fold(name)).split()
        if spelt and f" {' '.join(spelt)} " in words:
            return str(name)
        for part in spelt:
            if len(part) > 3 and part not in NEUTRAL and f" {part} " in words:
                return part.title()
    return ""
