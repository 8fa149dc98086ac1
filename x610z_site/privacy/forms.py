"""Forms of the privacy room."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entries.questions import PAGE_WORDS


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


class PlayerPageForm(forms.Form):
    """Whether there is a page of one's own, and what is on it; at first only results, which stand elsewhere anyway."""

    opened = forms.BooleanField(label=_("Open a page of my own"), required=False)
    followed = forms.BooleanField(
        label=_("Let others follow my page"),
        required=False,
        help_text=_(
            "They hear of new results on it, never where you are going to play. You do not see who they are."
        ),
    )
    results = forms.BooleanField(
        label=PAGE_WORDS["results"],
        required=False,
        help_text=_("Your finished tournaments, your place and your score."),
    )
    season = forms.BooleanField(
        label=PAGE_WORDS["season"], required=False, help_text=_("A picture of your places through each year.")
    )
    opponents = forms.BooleanField(
        label=PAGE_WORDS["opponents"],
        required=False,
        help_text=_("Your score against each player who shows theirs too; against the others only in total."),
    )
    decks = forms.BooleanField(
        label=PAGE_WORDS["decks"],
        required=False,
        help_text=_("Only decks that you have made visible to everybody."),
    )
    clan = forms.BooleanField(
        label=PAGE_WORDS["clan"],
        required=False,
        help_text=_("Only while you show your clan on the page of the clan."),
    )
    honours = forms.BooleanField(
        label=PAGE_WORDS["honours"],
        required=False,
        help_text=_("Titles and honours of circuits, with the rule that gave them."),
    )
    rating = forms.BooleanField(
        label=PAGE_WORDS["rating"],
        required=False,
        help_text=_("A number for each game, after 8 games. It is for curiosity and ranks nobody."),
    )


class GuardianForm(forms.Form):
    """How to reach a parent or guardian."""

    contact = forms.CharField(
        label=_("How to reach your parent or guardian"),
        max_length=120,
        help_text=_(
            "A telephone number or an e-mail address. Only the desk of an Organized Play tournament you enter sees it."
        ),
    )
    birth_year = forms.IntegerField(
        label=_("The year you were born, if you want"),
        required=False,
        help_text=_(
            "If the desk hears the same from your parent or guardian, it ends by itself in the year after you turn 16."
        ),
    )
