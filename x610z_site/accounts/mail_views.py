"""The pages about mail: one's own address and its link; a forgotten password and the link to a new one."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.web import show_problems

from . import limits, mail_services
from .forms import NewPasswordForm, current_field
from .models import MailAddress
from .services import token_hash
from .views import too_many


class AddressForm(forms.Form):
    """Where one can be reached."""

    address = forms.EmailField(label=gettext_lazy("Your e-mail address"), max_length=254)
    current = current_field()


class RemoveForm(forms.Form):
    """Keep no address any more."""

    current = current_field()


class ForgottenForm(forms.Form):
    """Whose password was forgotten."""

    said = forms.CharField(label=gettext_lazy("Your username or e-mail address"), max_length=254)


class LinkForm(forms.Form):
    """The secret of a mailed link."""

    code = forms.CharField(label=gettext_lazy("The code after the # in your link"), max_length=60)


@sensitive_post_parameters("current", "address")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """My mail address: give one, give another, or have none."""
    do = request.POST.get("do", "")
    removing = do == "remove"
    form = AddressForm(request.POST if do and not removing else None)
    remove = RemoveForm(request.POST if removing else None, auto_id="remove_%s")
    used = remove if removing else form
    if do and (settings.MAIL_ON or removing):
        person = str(request.user.pk)
        wait = limits.wait_for(limits.CODES, "password", person)
        if not removing:
            wait = max(wait, limits.wait_for(limits.CLAIMS, person))
        if wait:
            return too_many(request, wait)
        if used.is_valid() and _changed(request, used, removing):
            return redirect("accounts:mail")
    context = {
        "form": form,
        "remove": remove,
        "mail_on": settings.MAIL_ON,
        "mine": MailAddress.objects.filter(user_id=request.user.pk or 0).first(),
    }
    return render(request, "accounts/mail.html", context, status=422 if used.errors else 200)


def _changed(request: HttpRequest, form: forms.Form, removing: bool) -> bool:
    service: Any = mail_services.mail_remove if removing else mail_services.mail_claim
    try:
        service(actor=Actor(request.user, "player"), **form.cleaned_data)
    except UserError as error:
        if error.code == "wrong_password":
            limits.count(limits.CODES, "password", str(request.user.pk))
        show_problems(request, error, form)
        return False
    if not removing:
        limits.count(limits.CLAIMS, str(request.user.pk))
    word = _("Removed.") if removing else _("A link is on its way to this address. Open it within a day.")
    messages.success(request, word)
    return True


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """The link that verifies an address: its secret stands behind the #, and comes here in the body of one POST."""
    sender = limits.address_of(request)
    if request.method == "POST" and (wait := limits.wait_for(limits.LINKS, sender)):
        return too_many(request, wait)
    form = LinkForm(request.POST or None)
    if form.is_valid():
        try:
            mail_services.mail_verify(
                actor=SYSTEM, token_sha256=token_hash(form.cleaned_data["code"].strip())
            )
        except UserError as error:
            limits.count(limits.LINKS, sender)
            show_problems(request, error, form)
        else:
            messages.success(request, _("Thank you: this is your address now."))
            return redirect("accounts:mail" if request.user.is_authenticated else "accounts:login")
    return render(request, "accounts/mail_confirm.html", {"form": form}, status=422 if form.errors else 200)


@sensitive_post_parameters("said")
@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """A forgotten password: the answer is the same no matter who is named, and is made without looking anybody up."""
    form = ForgottenForm(request.POST if request.method == "POST" and settings.MAIL_ON else None)
    asked = False
    if form.is_bound:
        sender = limits.address_of(request)
        if wait := limits.wait_for(limits.FORGOTTEN, sender):
            return too_many(request, wait)
        if form.is_valid():
            limits.count(limits.FORGOTTEN, sender)
            mail_services.reset_ask(actor=SYSTEM, said=form.cleaned_data["said"])
            asked = True
    context = {"form": form, "asked": asked, "mail_on": settings.MAIL_ON}
    return render(request, "accounts/forgotten.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("code", "password")
@never_cache
@require_http_methods(["GET", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Set a new password with a mailed link; then sign in with it, and with the second step where there is one."""
    sender = limits.address_of(request)
    if request.method == "POST" and (wait := limits.wait_for(limits.LINKS, sender)):
        return too_many(request, wait)
    form = NewPasswordForm(request.POST or None)
    if form.is_valid():
        sha256 = token_hash(form.cleaned_data["code"].strip())
        try:
            mail_services.reset_use(actor=SYSTEM, token_sha256=sha256, password=form.cleaned_data["password"])
        except UserError as error:
            if error.code == "reset":
                limits.count(limits.LINKS, sender)
            show_problems(request, error, form)
        else:
            messages.success(request, _("Your new password works now. Sign in with it."))
            return redirect("accounts:login")
    return render(request, "accounts/mail_reset.html", {"form": form}, status=422 if form.errors else 200)
