"""Forms of the privacy room."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ErasePasswordForm(forms.Form):
    """The password once more, before everything goes."""

    password = forms.CharField(
        label=_("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )


class EraseForm(forms.Form):
    """Whom the office asks to erase."""

    username = forms.CharField(label=_("This person's username"), max_length=150)


class RealNameForm(forms.Form):
    """A real name, and who may read it."""

    real_name = forms.CharField(
        label=_("Your real name"),
        max_length=120,
        required=False,
        help_text=_("You can leave it empty. The staff of a tournament you enter can read it."),
    )
    shown = forms.BooleanField(
        label=_("Show it to everybody in the player lists of my tournaments"), required=False
    )


class GuardianForm(forms.Form):
    """How to reach a parent or guardian."""

    contact = forms.CharField(
        label=_("How to reach your parent or guardian"),
        max_length=120,
        help_text=_(
            "A telephone number or an e-mail address. Only the desk of a tournament you enter sees it."
        ),
    )
