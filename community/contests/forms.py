"""Forms of contests. What they may hold is decided by the services."""

from collections.abc import Mapping

import msgspec
from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from decks.cards.forms import CardForm
from decks.cards.pools import pool_choices
from ledger.web import offer
from rules_engine.games import games
from rules_engine.kernel.card_sheet import CardSheet

from . import models
from .entry_services import Agreed
from .models import Contest, ContestEntry
from .services import MOST_CRITERIA, MOST_WEIGHT, MOST_WINNERS, WORDS, Dates, Words
from .stages import DATES, LABELS

_MOMENT = "%Y-%m-%dT%H:%M"


def _moment(label: object) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=str(label), widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT)
    )


class DatesForm(forms.Form):
    """The four dates of a contest."""

    def __init__(self, data: QueryDict | None, *, initial: dict[str, object]) -> None:
        """Ask for each date in its order."""
        super().__init__(data, initial=initial)
        for name, label in zip(DATES, LABELS, strict=True):
            self.fields[name] = _moment(label)

    def dates(self, chosen: Mapping[str, object] | None = None) -> Dates:
        """What was chosen, here or elsewhere."""
        said = self.cleaned_data if chosen is None else chosen
        return msgspec.convert({name: said[name] for name in DATES}, Dates)


class MoveForm(DatesForm):
    """Other dates for a published contest, and why."""

    notice = forms.CharField(
        label=_("What everybody reads about it"),
        max_length=models.NOTICE,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ContestForm(DatesForm):
    """Everything a contest says."""

    title = forms.CharField(label=_("Title"), max_length=models.TITLE)
    language = forms.ChoiceField(label=_("Language it is written in"), choices=settings.LANGUAGES)
    of = forms.ChoiceField(
        label=_("Game and cards"),
        help_text=_("The engine plays each card in a deck of these cards."),
    )
    brief = forms.CharField(
        label=_("What kind of card you are looking for"),
        max_length=models.BRIEF,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    rules = forms.CharField(
        label=_("Rules of the contest"),
        max_length=models.RULES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    licence = forms.CharField(
        label=_("What may be done with the cards"),
        max_length=models.LICENCE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Who submits a card agrees to this. It cannot change once cards come in."),
    )
    jury_share = forms.IntegerField(
        label=_("How much the jury counts, in per cent"),
        min_value=0,
        max_value=100,
        initial=50,
        help_text=_("The rest is the public's."),
    )
    wanted = forms.IntegerField(label=_("How many cards win"), min_value=1, max_value=MOST_WINNERS, initial=3)

    def __init__(self, data: QueryDict | None, *, initial: dict[str, object]) -> None:
        """Offer the games and their cards, and ask for the criteria with their weights."""
        super().__init__(data, initial=initial)
        cards = [
            (f"{game.key}/{key}", f"{game.name}: {words}")
            for game in games()
            if game.sheet is not None
            for key, words in pool_choices(game.key)
        ]
        offer(self, "of", cards)
        for place in range(1, MOST_CRITERIA + 1):
            self.fields[f"criterion_{place}"] = forms.CharField(
                label=_("Criterion %(number)s") % {"number": place}, max_length=60, required=False
            )
            self.fields[f"weight_{place}"] = forms.IntegerField(
                label=_("Weight of criterion %(number)s") % {"number": place},
                min_value=1,
                max_value=MOST_WEIGHT,
                required=False,
            )

    @staticmethod
    def filled(contest: Contest) -> dict[str, object]:
        """The form as a contest is."""
        said: dict[str, object] = {name: getattr(contest, name) for name in (*WORDS, *DATES)}
        said["of"] = f"{contest.game}/{contest.pool_key}"
        for place, one in enumerate(contest.criteria, 1):
            said |= {f"criterion_{place}": one["name"], f"weight_{place}": one["weight"]}
        return said

    def words(self) -> Words:
        """What was typed."""
        data = self.cleaned_data
        game, _slash, pool = data["of"].partition("/")
        criteria = [
            {"name": data[f"criterion_{place}"], "weight": data[f"weight_{place}"] or 1}
            for place in range(1, MOST_CRITERIA + 1)
            if data[f"criterion_{place}"]
        ]
        said = {name: data[name] for name in WORDS if name in data}
        return msgspec.convert(said | {"game": game, "pool_key": pool, "criteria": criteria}, Words)


AGES = [("16", _("I am 16 or older")), ("12", _("I am 12 to 15"))]
NAMED = [
    ("name", _("Yes, with my display name")),
    ("nobody", _("No, nobody needs to know it is mine")),
]


class EntryForm(CardForm):
    """A card of a contest, and what its maker agrees to."""

    licence = forms.BooleanField(
        label=_("I made this card myself, and I agree to what may be done with it"), required=False
    )
    age = forms.ChoiceField(label=_("How old are you?"), choices=AGES, widget=forms.RadioSelect)
    guardian = forms.BooleanField(
        label=_("If you are 12 to 15: my parent or guardian says that I may take part"), required=False
    )
    credited = forms.ChoiceField(
        label=_("May your name stand at the card when the contest is over?"),
        choices=NAMED,
        widget=forms.RadioSelect,
    )
    AGREEING = ("licence", "age", "guardian", "credited")

    def __init__(self, sheet: CardSheet, data: QueryDict | None, *, initial: dict[str, object]) -> None:
        """Ask for what a maker says of a card, and last for what they agree to."""
        super().__init__(sheet, data, initial=initial)
        for one in sheet.fields:
            if one.keeper:
                self.fields.pop(one.name, None)
            elif one.asked and one.name.startswith(("name", "text")):
                self.fields[one.name].required = False  # written in one language, it is read in the other too
        order = [*(name for name in self.fields if name not in self.AGREEING), *self.AGREEING]
        self.order_fields(order)

    @staticmethod
    def filled(entry: ContestEntry) -> dict[str, object]:
        """The form as an entry is."""
        parts: Mapping[str, object] = entry.parts
        typed = {name: ", ".join(value) for name, value in parts.items() if isinstance(value, list)}
        said = {"licence": True, "age": "12" if entry.guardian_yes else "16", "guardian": entry.guardian_yes}
        return {**parts, **typed, **said, "credited": "name" if entry.credited else "nobody"}

    def agreed(self) -> Agreed:
        """What was agreed to."""
        data = self.cleaned_data
        return {
            "licence": data["licence"],
            "age": data["age"],
            "guardian": data["guardian"],
            "credited": data["credited"] == "name",
        }
