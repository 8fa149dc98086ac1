"""The page on which an organizer changes a tournament: first what would change for whom, then it is done."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.errors import UserError
from ledger.shapes import Context
from ledger.web import perform, refused_status, show_problems
from tournaments.towns.names import town_label

from .access import Right, access_tournament, require_right
from .edit_forms import EditForm
from .edit_services import ASKED_AGAIN, Edit, edit_of, tournament_edit, values_now
from .forms import pools
from .models import Tournament
from .page import page
from .policy_words import describe
from .questions import places_given, players_told
from .set_up import set_up_warnings


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; what it would change, with a second button; done."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    form = EditForm(request.POST or None, tournament=tournament, user=request.user)
    found = _found(request, tournament, form) if request.method == "POST" and form.is_valid() else None
    agreed = request.POST.get("agreed", "")
    if found is not None and not agreed and request.POST.get("opened") != values_now(tournament):
        text = _("Somebody changed this tournament while you had it open. Look at the changes below again.")
        form.add_error(None, text)
    if found is not None and agreed:
        done = perform(
            request,
            tournament_edit,
            form=form,
            actor=actor,
            tournament=tournament,
            values=form.values(),
            changes=form.changes(),
            agreed=agreed,
            done=_("The tournament has been changed."),
        )
        if done is not None:
            return redirect("tournaments:desk", slug=slug)
    context = page(
        request,
        tournament,
        form=form,
        opened=values_now(tournament),
        rules_asked=any(form.rules()),
        warnings=_warnings(tournament, found),
    )
    if found is not None:
        context |= {"edit": found, "lines": _lines(found, form), **_concerned(tournament, found)}
    return render(request, "events/edit.html", context, status=refused_status(form))


def _found(request: HttpRequest, tournament: Tournament, form: EditForm) -> Edit | None:
    try:
        return edit_of(tournament, form.values(), form.changes(), request.user)
    except UserError as error:
        show_problems(request, error, form)
        return None


def _warnings(tournament: Tournament, found: Edit | None) -> list[str]:
    """What is odd about the tournament as it would be: for those who have a place, or for all places before that."""
    for field, (_before, after) in (found.values if found is not None else {}).items():
        setattr(tournament, field, after)
    given = 0 if tournament.state == Tournament.State.DRAFT else places_given(tournament)
    players = given if given >= 4 else tournament.capacity
    return set_up_warnings(tournament, players, timezone.now())


def _lines(found: Edit, form: EditForm) -> list[tuple[str, str, str]]:
    """What changes: a label, the value now, the value then."""
    lines = [
        (str(EditForm.base_fields[field].label), _shown(form, field, before), _shown(form, field, after))
        for field, (before, after) in found.values.items()
        if field != "policy"
    ]
    if "policy" in found.values:
        cards = [
            (one.pool, str(dict(pools(one.game)).get(one.pool, one.pool))) for one in found.values["policy"]
        ]
        if cards[0] != cards[1]:
            lines.append((str(EditForm.base_fields["pool"].label), cards[0][1], cards[1][1]))
        before, after = ({line.label: line.value for line in describe(one)} for one in found.values["policy"])
        labels = dict.fromkeys([*before, *after])
        lines += [
            (label, before.get(label, "–"), after.get(label, "–"))
            for label in labels
            if before.get(label) != after.get(label)
        ]
    return lines


def _shown(form: EditForm, field: str, value: object) -> str:
    if field == "town":
        return town_label(str(value)) or "–"
    choices = getattr(form.fields.get(field) or form.base_fields[field], "choices", None)
    if choices is not None:
        return str(dict(choices).get("" if value is None else value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "l j F Y, H:i")
    return str(value) if value not in ("", None) else "–"


def _concerned(tournament: Tournament, found: Edit) -> Context:
    """For whom it changes something, and what follows from it."""
    told = (
        0 if tournament.staff_only or set(found.values) == {"description"} else len(players_told(tournament))
    )
    asked = bool(ASKED_AGAIN & found.values.keys()) and tournament.organized_play
    return {"told": told, "asked_again": asked}
