"""Forms of the people room."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """Name and password; a wrong pair does not tell which of the two is wrong."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This name and password do not belong together. Look at both; capitals count."),
    }


class AccountForm(forms.Form):
    """Sign-up."""

    display_name = forms.CharField(
        label=_("Your name in the hall"),
        max_length=60,
        help_text=_("Everybody can see it. It need not be your real name."),
    )
    username = forms.CharField(label=_("Name to sign in with"), max_length=60)
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )
