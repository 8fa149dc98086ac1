"""The part of the forms that asks by which rules an event is played."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules_engine.games import GAMES, engine_of, game_of
from rules_engine.kernel.rulings import Ruling

from .form_fields import USUAL, choice_field
from .policy import DEFAULTS, PolicyChanges
from .rule_words import ORDERS

CHOSEN = ("preset", "ruleset", "board")
RULING = "ruling_"
"""The fields of the rulings are called so, with the ruling's id: ``ruling_H7``."""


class RuleFields(forms.Form):
    """The order of places, the version of the rules, the board, and a choice for every ruling of ``game``."""

    game = DEFAULTS.game

    preset = choice_field(
        ORDERS,
        label=gettext_lazy("Who is placed higher when points are equal"),
        help_text=gettext_lazy("The order of the tie-breaks. It is shown on the tournament page."),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Version of the rules"), required=False)
    board = forms.ChoiceField(label=gettext_lazy("Board"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask every ruling of the game, in the reader's language; a game without an engine has none."""
        super().__init__(*args, **kwargs)
        if self.game not in GAMES:
            return
        for known in engine_of(self.game).rulings().values():
            self.fields[f"{RULING}{known.id}"] = _ruling_field(known)
        law = game_of(self.game).law
        for name, choices in (("ruleset", law.rulesets), ("board", law.boards)):
            field = self.fields[name]
            if not choices:
                del self.fields[name]
            elif isinstance(field, forms.ChoiceField):
                field.choices = [("", USUAL), *((key, _(words)) for key, words in choices.items())]

    def rules(self) -> Iterator[BoundField]:
        """The fields of the version, the board and the rulings."""
        return (self[name] for name in self.fields if is_rule(name) and name != "preset")

    def rules_have_errors(self) -> bool:
        """Whether one of them must be mended, so that it is shown at once."""
        return any(is_rule(name) for name in self.errors)

    def rule_changes(self) -> PolicyChanges:
        """What differs from the rules of the kind, of a valid form."""
        data = self.cleaned_data
        changes = {key: data[key] for key in CHOSEN if data.get(key)}
        chosen = {
            name.removeprefix(RULING): value
            for name, value in data.items()
            if name.startswith(RULING) and value
        }
        return changes | ({"rulings": chosen} if chosen else {})


def is_rule(name: str) -> bool:
    """Whether a field asks by which rules an event is played."""
    return name in CHOSEN or name.startswith(RULING)


def _ruling_field(known: Ruling) -> forms.ChoiceField:
    """One open question with its answers, the default first."""
    dutch = get_language() == "nl"
    words = known.options_nl if dutch else known.options
    others = [(option, text) for option, text in words.items() if option != known.default]
    choices = [(_("Default"), [("", words[known.default])]), (_("Instead"), others)]
    label = f"{known.id} {known.question_nl if dutch else known.question}"
    return forms.ChoiceField(label=label, choices=choices, required=False)
