"""Pages of the newsletter: ask for it, confirm that, have no more of it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request
from rest_framework.views import APIView

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.web import REFUSED, language_of_page, refused_status, show_problems
from tournaments.organizations.access import access_organization

from . import services
from .forms import SubscribeForm
from .links import number_of
from .questions import wait_to_ask

ANSWER = "community/newsletter_answer.html"


@never_cache
@require_http_methods(["GET", "POST"])
def subscribe(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Ask for the news by mail; the answer is the same whoever has it already."""
    organization = access_organization(slug) if slug else None
    on = settings.MAIL_ON
    form = SubscribeForm(request.POST if request.method == "POST" and on else None)
    context = {"organization": organization, "form": form, "on": on, "asked": False}
    if form.is_bound and form.is_valid():
        wait = wait_to_ask(request)
        if wait:
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = str(wait)
            return answer
        user = request.user
        actor = Actor(user, "player") if user.is_authenticated and not user.guest_of else SYSTEM
        services.newsletter_ask(
            actor=actor, organization=organization, language=language_of_page(), **form.cleaned_data
        )
        context["asked"] = True
    return render(request, "community/newsletter.html", context, status=refused_status(form))


@never_cache
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Where the mailed link leads: the owner of the address says yes."""
    context, status = (
        {
            "question": _("Do you want the news by mail, at the address where you found this link?"),
            "button": _("Yes, send me the news"),
        },
        200,
    )
    if request.method == "POST":
        try:
            services.newsletter_confirm(actor=SYSTEM, token=token)
            context["done"] = _("Thank you. From now on the news comes by mail.")
        except UserError as error:
            show_problems(request, error)
            status = REFUSED
    return render(request, ANSWER, context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def out(request: HttpRequest, token: str) -> HttpResponse:
    """No more of it: where the link at the end of every mail leads."""
    number = _number_or_404(token)
    context = {"question": _("Do you want no more of this newsletter?"), "button": _("End it")}
    if request.method == "POST":
        services.newsletter_end(actor=SYSTEM, number=number)
        context["done"] = _("You get no more of it, and we have forgotten your address.")
    return render(request, ANSWER, context)


class OutAtOnce(APIView):
    """No more of it by one click of the mail program (RFC 8058), which comes without a session or a page before it.

    All that its signed address lets anybody do is end that one subscription.
    """

    authentication_classes = ()
    permission_classes = ()
    parser_classes = ()
    schema = None

    def get(self, request: Request, token: str) -> HttpResponse:
        """Who opens the address by hand comes to the page with the button; programs that look through mail do too."""
        return redirect("community:newsletter_out", token)

    def post(self, request: Request, token: str) -> HttpResponse:
        """200 whether it had been ended before or not; what is sent along is not read."""
        services.newsletter_end(actor=SYSTEM, number=_number_or_404(token))
        return HttpResponse(status=200)


def _number_or_404(token: str) -> int:
    number = number_of(token)
    if number is None:
        raise Http404
    return number
