"""What ladders and rules say, in the reader's language, with names in the place of numbers."""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from django.contrib.auth import get_user_model
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.shapes import Context
from tournaments.entries.questions import page_code
from tournaments.season_points import Circuit as Rules
from tournaments.season_points import EventClass
from tournaments.season_points.wording import STATES, STEPS
from tournaments.standings.model import Arithmetic, Step
from tournaments.standings.wording import plain

from .ladder_services import Why
from .models import Change

COLUMNS = {
    "points": gettext_lazy("Points"),
    "results": gettext_lazy("Best results"),
    "wins": gettext_lazy("Events won"),
    "earlier": gettext_lazy("Last result that counts"),
    "events": gettext_lazy("Events played"),
}
"""The columns of a ladder: points, then the tie-breaks."""
TIES = {
    "results": gettext_lazy("the best results, compared one by one"),
    "wins": gettext_lazy("more events won"),
    "earlier": gettext_lazy("who had the last result that counts earlier"),
    "events": gettext_lazy("fewer events played"),
}
"""What a tie-break prefers."""


def number(value: object) -> str:
    """A number of points, or a day, as the reader writes it."""
    if isinstance(value, Fraction):
        return str(plain(value)).replace(".", get_format("DECIMAL_SEPARATOR"))
    if isinstance(value, date):
        return date_format(value, "j F Y")
    if isinstance(value, tuple):
        return " · ".join(number(one) for one in value)
    return str(value)


def named(people: Iterable[str]) -> dict[str, tuple[str, str]]:
    """By the key of a person the name of now and the code of an open page; one query."""
    keys = [int(one) for one in people]
    found = get_user_model().objects.filter(pk__in=keys).annotate(page=page_code(""))
    return {str(pk): (name, page) for pk, name, page in found.values_list("pk", "display_name", "page")}


def arithmetic_lines(opened: Arithmetic) -> list[Context]:
    """Each step of an opened number as a sentence and what it adds."""
    return [
        {
            "text": _(STEPS[step.code]) % _filled(step),
            "value": "" if step.value is None or opened.metric == "earlier" else number(step.value),
        }
        for step in opened.steps
    ]


def _filled(step: Step) -> dict[str, object]:
    out: dict[str, object] = {}
    for key, value in step.params.items():
        if key in ("reason", "before", "after"):
            out[key] = state_word(value)
        elif key == "date":
            out[key] = number(date.fromisoformat(str(value)))
        else:
            out[key] = number(value)
    return out


def state_word(value: object) -> str:
    """How a result counts, in words; anything else as a number."""
    text = str(value)
    if text in STATES:
        return _(STATES[text])
    try:
        return number(Fraction(text))
    except ValueError:
        return text


def why_words(why: Why, names: Mapping[str, str], events: Mapping[str, str]) -> str:
    """Why somebody moved, as a sentence."""
    people = ", ".join(names.get(one, "?") for one in why.people)
    if why.more and not people:
        people = ngettext("%(count)s player", "%(count)s players", why.more) % {"count": why.more}
    elif why.more:
        people = ngettext("%(people)s and %(count)s other", "%(people)s and %(count)s others", why.more) % {
            "people": people,
            "count": why.more,
        }
    return _(STEPS[why.code]) % {
        "event": events.get(why.event, why.event),
        "before": state_word(why.before),
        "after": state_word(why.after),
        "people": people,
    }


# --- rules in words ----------------------------------------------------------------------------------------


def class_words(one: EventClass) -> Context:
    """A class for the page of rules: its name, its table, its limits as sentences."""
    rows, first = [], 1
    for band in one.bands:
        places = str(first) if band.to == first else f"{first}–{band.to}"
        rows.append({"places": places, "points": number(band.points), "field": band.field})
        first = band.to + 1
    said = []
    if one.taking_part:
        said.append(
            _("Taking part pays %(points)s, inside each result.") % {"points": number(one.taking_part)}
        )
    if one.best:
        said.append(_best(one.best))
    if one.window_best:
        text = _("Of each window only the best %(count)s count.")
        said.append(text % {"count": one.window_best})
    return {"name": one.name or one.key, "rows": rows, "said": said, "kicks": any(b.field for b in one.bands)}


def _best(count: int) -> str:
    text = ngettext("Only the best result counts.", "Only the best %(count)s results count.", count)
    return text % {"count": count}


def rules_words(rules: Rules) -> list[str]:
    """What holds for the whole circuit, a sentence each."""
    said = []
    if rules.best:
        text = _("Of all results of a person only the best %(count)s count.")
        said.append(text % {"count": rules.best})
    if rules.months:
        text = ngettext(
            "Only results of the last month count.",
            "Only results of the last %(count)s months count.",
            rules.months,
        )
        said.append(text % {"count": rules.months})
    if rules.only is not None:
        said.append(_("Only events that the organizer chose count."))
    ties = [str(TIES[key]) for key in rules.tie_breaks]
    if ties:
        said.append(_("Who is level on points is ordered by: %(ties)s.") % {"ties": "; ".join(ties)})
    said.append(_("A disqualified person gets nothing, and nobody moves up in points because of it."))
    said.append(
        _(
            "A guest gets points once an account has taken over the place. Everybody in a team or crew is paid."
        )
    )
    return said


CAUSES = {
    "rules": gettext_lazy("Other rules"),
    "day": gettext_lazy("Results that are too long ago count no more"),
    "events": gettext_lazy("Several events changed"),
    "event": gettext_lazy("An event counts no more"),
    "counts": gettext_lazy("Counts from now on"),
    "result": gettext_lazy("Its results changed"),
}
"""What can move people, in words; never what staff did to a result."""


def cause_of(change: Change) -> str:
    """What moved people, by its key in :data:`CAUSES`; changes of before they were keys are changed results."""
    return change.cause if change.cause in CAUSES else "result"
