"""Downloads of a tournament's results for everybody who may see them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.events.access import access_tournament, rights_of

from .exports import as_csv, as_json, as_trf, results_of

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
    staff = "desk" in rights_of(request.user, tournament)
    try:
        text = write(results_of(tournament, staff=staff))
    except ValueError as error:
        raise Http404 from error
    name = f"{tournament.slug}.{form}"
    return HttpResponse(
        text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
