"""The page on which an organizer makes new tournaments from an earlier one: once, or as dates of a series."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ledger.errors import UserError
from ledger.web import perform, refused_status, show_problems, submission_key

from .access import Right, access_tournament, require_right
from .copy_services import MOST_DATES, tournament_copy, tournament_keep
from .form_fields import moment_field
from .models import Tournament
from .page import page
from .selectors import dates_of

WEEKS = {
    "0": gettext_lazy("once"),
    "1": gettext_lazy("every week"),
    "2": gettext_lazy("every two weeks"),
    "4": gettext_lazy("every four weeks"),
}
"""How often a series is played, by the weeks between its dates."""


class CopyForm(forms.Form):
    """The name and start of the new tournament, and how often it comes back."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=90,
        help_text=gettext_lazy("The dates of a series get a number as well."),
    )
    starts_at = moment_field(label=gettext_lazy("Start"))
    weeks = forms.ChoiceField(label=gettext_lazy("How often"), choices=list(WEEKS.items()), initial="0")
    times = forms.IntegerField(
        label=gettext_lazy("How many dates"), min_value=1, max_value=MOST_DATES, initial=1
    )

    def clean(self) -> dict[str, object]:
        """Several dates need a time between them."""
        data = super().clean() or {}
        if data.get("weeks") == "0" and (data.get("times") or 1) > 1:
            self.add_error("weeks", _("Choose how often it is played."))
        return data

    def dates(self) -> Iterator[tuple[str, datetime]]:
        """Name and start of each, of a valid form; the hour on the clock stays, in summer and winter."""
        data = self.cleaned_data
        first, times = timezone.localtime(data["starts_at"]), data["times"]
        for number in range(times):
            day = first.replace(tzinfo=None) + timedelta(weeks=int(data["weeks"]) * number)
            name = data["name"] if times == 1 else f"{data['name']} {number + 1}"
            yield name, timezone.make_aware(day, first.tzinfo)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose name and dates, and make them; what was made before something was refused stays."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    after = tournament.starts_at + timedelta(weeks=1)
    form = CopyForm(request.POST or None, initial={"name": tournament.name[:90], "starts_at": after})
    if request.method == "POST" and form.is_valid():
        made = _made(request, tournament, actor, form)
        if made:
            text = ngettext(
                "%(count)s tournament is created. Only you and the office see it until you open entry.",
                "%(count)s tournaments are created. Only you and the office see them until you open entry.",
                len(made),
            )
            messages.success(request, text % {"count": len(made)})
            return redirect("tournaments:desk", slug=made[0])
    context = page(request, tournament, form=form, dates=dates_of(tournament, drafts=True))
    return render(request, "events/copy.html", context, status=refused_status(form))


@login_required
@never_cache
@require_POST
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep it as a template of its organization, under a name or no longer."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    name = request.POST.get("kept_as", "")
    done = _("Your organization can now make others like it.") if name.strip() else _("No longer a template.")
    perform(request, tournament_keep, actor=actor, tournament=tournament, kept_as=name, done=done)
    return redirect("tournaments:copy", slug=slug)


def _made(request: HttpRequest, tournament: Tournament, actor: object, form: CopyForm) -> list[str]:
    """The addresses of the new tournaments; where one date cannot be, none is made.

    Each is a command of its own, in the chain of its own ledger and under a key of its own, so twice is once; all of
    them are one transaction.
    """
    key, made = submission_key(request), []
    series = form.cleaned_data["times"] > 1
    try:
        with transaction.atomic():
            for number, (name, starts_at) in enumerate(form.dates()):
                answer = tournament_copy(
                    actor=actor,
                    key=key and f"{key}:{number}",
                    tournament=tournament,
                    name=name,
                    starts_at=starts_at,
                    series=series,
                )
                made.append(answer["slug"])
    except UserError as error:
        show_problems(request, error, form)
        return []
    return made
