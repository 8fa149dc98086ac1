"""Forms of the people room."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from ledger.web import offer

from .time_zones import zone_choices


class SignInForm(AuthenticationForm):
    """Name and password; a wrong pair does not tell which of the two is wrong."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This username and password do not match. Check both; capitals count."),
    }


def chosen_password(label: Any) -> forms.CharField:
    """A password that somebody chooses: what it must be is said before it is typed."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters. Not one of your names, and nothing that many people use."),
    )


class AccountForm(forms.Form):
    """Sign-up."""

    display_name = forms.CharField(
        label=_("Your display name"),
        max_length=60,
        help_text=_("Everybody can see it. It does not have to be your real name."),
    )
    username = forms.CharField(label=_("Username"), max_length=60)
    password = chosen_password(_("Password"))
    age = forms.ChoiceField(
        label=_("How old are you?"),
        choices=[
            ("", _("Choose")),
            ("16", _("16 or older")),
            ("12", _("12 to 15, and my parent or guardian knows that I play")),
        ],
        help_text=_(
            "We do not ask for your birthday. Under 12? Come to the desk with your parent or guardian."
        ),
    )
    guardian = forms.CharField(
        label=_("If you are 12 to 15: how to reach your parent or guardian"),
        max_length=120,
        required=False,
        help_text=_(
            "A telephone number or an e-mail address. Only the desk of an Organized Play tournament you enter sees it."
        ),
    )

    asked_if = ("guardian",)

    def clean_guardian(self) -> str:
        """Who is 12 to 15 says how to reach somebody; of anybody else nothing is kept."""
        contact: str = self.cleaned_data["guardian"]
        if self.cleaned_data.get("age") == "12" and len(contact.strip()) < 5:
            raise forms.ValidationError(_("Enter a telephone number or an e-mail address."))
        return contact


class DisplayNameForm(forms.Form):
    """The name others see."""

    display_name = forms.CharField(
        label=_("Your display name"),
        max_length=60,
        help_text=_("Tournaments you have already entered keep the name you had there."),
    )


class ZoneForm(forms.Form):
    """By whose clock appointments are read and shown."""

    time_zone = forms.ChoiceField(
        label=_("Your time zone"),
        required=False,
        help_text=_("For appointments of leagues: you type and read their times by your own clock."),
    )

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data)
        offer(
            self,
            "time_zone",
            [("", _("as this site: %(zone)s") % {"zone": settings.TIME_ZONE}), *zone_choices()],
        )


def current_field() -> forms.CharField:
    """The password, said again."""
    return forms.CharField(
        label=_("Your current password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class UsernameForm(forms.Form):
    """The name to sign in with."""

    username = forms.CharField(label=_("New username"), max_length=60)
    current = current_field()


class PasswordForm(forms.Form):
    """A new password."""

    current = current_field()
    password = chosen_password(_("New password"))


def _code(label: Any) -> forms.CharField:
    attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(label=label, max_length=60, widget=forms.TextInput(attrs=attrs))


class CodeForm(forms.Form):
    """The second step."""

    code = _code(_("Code from your app, or a recovery code"))


class StepForm(forms.Form):
    """Setting the second step up, renewing its codes, taking it away."""

    code = _code(_("Code from your app"))
    current = current_field()


class ProvePasswordForm(forms.Form):
    """Who one is, again: the password of an account without a second step."""

    current = current_field()


class ProveForm(ProvePasswordForm):
    """Who one is, again: password and second step."""

    code = _code(_("Code from your app, or a recovery code"))


class PasskeyForm(forms.Form):
    """A new passkey."""

    name = forms.CharField(
        label=_("What you call it"),
        max_length=60,
        help_text=_("The device or key it is on, so that you can recognise it in the list."),
    )


class RecoverForm(forms.Form):
    """Who forgot the password."""

    username = forms.CharField(label=_("Username"), max_length=60)


class DeskRecoveryForm(forms.Form):
    """Which player of a tournament forgot the password."""

    def __init__(self, *args: Any, players: QuerySet[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = forms.ModelChoiceField(queryset=players, label=_("Who forgot the password?"))


class NewPasswordForm(forms.Form):
    """A new password, with the code from the office."""

    code = _code(_("The code after the # in your link"))
    password = chosen_password(_("New password"))
