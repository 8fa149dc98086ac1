"""The page of one's API tokens: made after the password, shown once, ended."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.web import perform, show_problems, whole_number

from . import limits
from . import token_services as services
from .forms import current_field
from .views import too_many

DAYS = ((7, gettext_lazy("a week")), (30, gettext_lazy("a month")), (365, gettext_lazy("a year")))


class TokenForm(forms.Form):
    """A new token: what it is for, what it may do, how long."""

    name = forms.CharField(label=gettext_lazy("What it is for"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"), choices=services.SCOPES, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=gettext_lazy("How long"), choices=DAYS, coerce=int, initial=30)
    current = current_field()


@sensitive_post_parameters("current")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """My tokens: make one, see when each was used, end one."""
    do, person = request.POST.get("do", ""), str(request.user.pk)
    if do == "end":
        number = whole_number(request.POST.get("token", ""))
        actor = Actor(request.user, "player")
        perform(request, services.token_end, actor=actor, number=number, done=_("Ended."))
        return redirect("accounts:tokens")
    form, token = TokenForm(request.POST if do == "create" else None), ""
    if do == "create":
        if wait := limits.wait_for(limits.CODES, "password", person):
            return too_many(request, wait)
        if form.is_valid():
            token = _made(request, form)
    names = services.SCOPES
    rows: list[object] = [
        {"token": one, "scopes": [names[scope] for scope in one.scopes if scope in names]}
        for one in services.living(request.user.pk or 0)
        if one.epoch == getattr(request.user, "session_epoch", 0)
    ]
    context = {"form": TokenForm() if token else form, "made": token, "tokens": rows}
    return render(
        request, "accounts/tokens.html", context, status=422 if form.is_bound and not token else 200
    )


def _made(request: HttpRequest, form: TokenForm) -> str:
    try:
        return services.token_create(actor=Actor(request.user, "player"), **form.cleaned_data)["token"]
    except UserError as error:
        if error.code == "wrong_password":
            limits.count(limits.CODES, "password", str(request.user.pk))
        show_problems(request, error, form)
        return ""
