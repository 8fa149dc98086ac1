"""The workbench: a page on which a card text is tried before there is a card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from ledger.web import language_of_page

from .keeper_views import keeper_only, posted
from .workbench import WorkbenchForm, tried, usual


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def workbench(request: HttpRequest) -> HttpResponse:
    """Try a text; htmx gets the panel alone."""
    form = WorkbenchForm(posted(request), initial=usual(language_of_page()))
    context = {"form": form, "tried": tried(form) if form.is_bound else None}
    partial = request.headers.get("HX-Request") == "true"
    page = "decks/catalogue/tried.html" if partial else "decks/catalogue/workbench.html"
    return render(request, page, context)
