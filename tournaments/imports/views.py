"""Downloads of a tournament's results for everybody who may see them, and the page that takes such a file in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Context
from ledger.web import REFUSED, refused_status
from tournaments.events.access import Right, access_tournament, rights_of
from tournaments.events.models import Tournament

from .exports import as_csv, as_json, as_trf, results_of, without_random_tie_break
from .forms import ConfirmForm, ImportForm
from .preview import preview
from .services import results_import

FORMS = {
    "json": (as_json, "application/json; charset=utf-8"),
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "trf": (as_trf, "text/plain; charset=utf-8"),
}


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The final results as a file: ``json``, ``csv`` or ``trf`` (the last only for matches of two)."""
    tournament = access_tournament(request.user, slug)
    if form not in FORMS:
        raise Http404
    write, kind = FORMS[form]
    staff = Right.DESK in rights_of(request.user, tournament)
    try:
        results = results_of(tournament, staff=staff)
        if form == "json" and tournament.state != Tournament.State.FINISHED:
            results = without_random_tie_break(results)
        text = write(results)
    except ValueError as error:
        raise Http404 from error
    name = f"{tournament.slug}.{form}"
    return HttpResponse(
        text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_event(request: HttpRequest) -> HttpResponse:
    """Choose a file of a finished event, look at what it would become, and make it a tournament.

    Anyone who may make a tournament may import one. Between the two steps the file travels with the page.
    """
    if "content" in request.POST:
        return _import(request)
    form = ImportForm(request.POST or None, request.FILES or None)
    context: Context = {"form": form}
    if request.method == "POST" and form.is_valid():
        upload = form.upload()
        try:
            context["plan"] = preview(upload.read())
            context["confirm"] = ConfirmForm(
                {
                    "content": upload.packed(),
                    "filename": upload.filename,
                    "name": form.cleaned_data["name"],
                    "policy": upload.policy,
                }
            )
        except UserError as error:
            _refuse(form, error)
    return render(request, "imports/import.html", context, status=refused_status(form))


def _import(request: HttpRequest) -> HttpResponse:
    """The second step. The file's hash is the key: however often it is sent, it is one tournament."""
    form = ConfirmForm(request.POST)
    if form.is_valid():
        try:
            answer = results_import(
                actor=Actor(request.user, "organizer"),
                event=form.upload().read(),
                name=form.cleaned_data["name"],
                organizer=request.user,
            )
        except UserError as error:
            _refuse(form, error)
        else:
            if answer["new"]:
                messages.success(request, _("The tournament is created, with all its rounds and results."))
            else:
                messages.info(request, _("This file was imported before. Here is its tournament."))
            return redirect("tournaments:standings", slug=answer["slug"])
    again = ImportForm()
    context = {"form": again, "errors": [{"text": text} for text in form.non_field_errors()]}
    return render(request, "imports/import.html", context, status=REFUSED)


def _refuse(form: ImportForm | ConfirmForm, error: UserError) -> None:
    """Name every problem once, above the form."""
    for problem in error.problems:
        form.add_error(None, problem.message)
