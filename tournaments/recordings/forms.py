"""Forms of the recordings room."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.names import clean_name
from ledger.shapes import Json

from .judge_services import REMEDIES
from .models import Recording
from .practice_games import practised
from .taps import hint_of, meant, seat_of

Mode = Recording.Mode
Row: TypeAlias = list[Any]
"""A row of a judge's line: what it is about, and its values."""


class OpenForm(forms.Form):
    """Which game is recorded, and who writes."""

    game_number = forms.IntegerField(label=_("Which game of the match?"), min_value=1, max_value=9)
    mode = forms.ChoiceField(label=_("Who writes?"), choices=[])

    def __init__(
        self, *args: Any, judge: bool = False, games: int = 1, free: Sequence[int] = (1,), **kwargs: Any
    ) -> None:
        """Players choose between their own phones and a scribe; a judge writes down afterwards.

        ``free``: the games that are offered, which nobody has begun to record. Another one is taken all the same: who
        comes second to the same button joins who came first.
        """
        super().__init__(*args, **kwargs)
        modes = [Mode.JUDGE] if judge else [Mode.TWO_PHONES, Mode.SCRIBE]
        self.fields["mode"] = forms.ChoiceField(
            label=_("Who writes?"),
            choices=[(one.value, one.label) for one in modes],
            widget=forms.RadioSelect,
            initial=modes[0],
        )
        self.fields["game_number"] = forms.IntegerField(
            label=_("Which game of the match?"),
            min_value=1,
            max_value=games,
            widget=forms.Select(choices=[(number, number) for number in free]),
        )


class CodeForm(forms.Form):
    """The code of another phone."""

    code = forms.CharField(label=_("Code"), max_length=40)


class SignForm(forms.Form):
    """What somebody signs."""

    log_sha256 = forms.CharField(max_length=64, widget=forms.HiddenInput)


class ReasonForm(forms.Form):
    """A judge's word with its reason."""

    reason = forms.CharField(label=_("Why?"), max_length=300)


class ToldForm(ReasonForm):
    """A judge's word whose reason stands in the game, and so before both players."""

    reason = forms.CharField(label=_("Why?"), max_length=300, help_text=_("The players read it."))


class ResumeForm(forms.Form):
    """A game goes on."""

    minutes = forms.IntegerField(
        label=_("Minutes the table lost"),
        min_value=0,
        max_value=60,
        initial=0,
        help_text=_("They are proposed where the table gets more time."),
    )


class CorrectForm(ToldForm):
    """A correction: one row put together by hand, or rows as in a judge's line of a log."""

    KINDS: Sequence[tuple[str, Any]] = ()
    """What a row can be about, as the game says; an empty key is the first choice."""
    VALUES: Mapping[str, Mapping[str, object]] = {}
    """The codes that a row of this kind may end with, and what a person calls them."""
    NUMBERS: Sequence[str] = ()
    """The kinds of which a row ends with a number."""
    OF_PLAYERS: Sequence[str] = ()
    """The kinds that name a player; the others name a card."""
    OF_GAME: Sequence[str] = ()
    """The kinds that name nobody."""
    HINT: object = _("A number, or one of: %(words)s.")

    kind = forms.ChoiceField(label=_("What changes"), choices=(), required=False)
    piece = forms.ChoiceField(label=_("Of what"), choices=(), required=False)
    value = forms.CharField(
        label=_("What it is now"),
        max_length=60,
        required=False,
    )
    change = forms.CharField(
        label=_("More changes"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        required=False,
    )
    field_order = ("kind", "piece", "value", "change", "reason")

    def __init__(
        self,
        *args: Any,
        pieces: Sequence[tuple[str, str]] = (),
        seen: Json | None = None,
        **kwargs: Any,
    ) -> None:
        """``pieces`` are the objects of the position with their names, ``seen`` is the view of it."""
        super().__init__(*args, **kwargs)
        self.seen, self.pieces = seen or {}, pieces
        self.players = {f"seat:{one['seat']}": one["name"] for one in self.seen.get("seats", ())}
        self.fields["kind"] = forms.ChoiceField(label=_("What changes"), choices=self.KINDS, required=False)
        self.fields["value"].help_text = hint_of(self.HINT, self.VALUES)
        self.fields["piece"] = forms.ChoiceField(
            label=_("Of what"), choices=[("", "—"), *pieces, *self.players.items()], required=False
        )
        example = "; ".join([*(str(word) for _code, word in (*self.KINDS[1:2], *pieces[:1])), "2"])
        self.fields["change"].help_text = _(
            "One on a line, in the words of the choices above: %(example)s"
        ) % {"example": example}
        self.order_fields(self.field_order)

    def clean_change(self) -> list[Row]:
        """The rows, one a line: in words, or in square brackets as in a log."""
        return [
            self.written(line.strip()) for line in self.cleaned_data["change"].splitlines() if line.strip()
        ]

    def written(self, line: str) -> Row:
        """The row of a line. Raises ValidationError for what is none."""
        if not line.startswith("["):
            kind, *said = (part.strip() for part in line.split(";"))
            code = choice_of(kind, self.KINDS)
            piece = choice_of(said.pop(0), [*self.pieces, *self.players.items()]) if len(said) > 1 else ""
            return self.said(code, piece, "; ".join(said))
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, list):
            raise forms.ValidationError(_("Every line is a row in square brackets."))
        return row

    def said(self, kind: str, piece: str, value: str) -> Row:
        """The row that was chosen. Raises ValidationError where something is missing or does not fit."""
        of_player = kind in self.OF_PLAYERS
        if not value or not (piece or kind in self.OF_GAME):
            raise forms.ValidationError({"value": _("Say of what, and what it is now.")})
        if kind in self.NUMBERS and not (value.isascii() and value.isdecimal()):
            raise forms.ValidationError({"value": _("Enter a number.")})
        if kind not in self.OF_GAME and of_player != (piece in self.players):
            wanted = _("Choose a player.") if of_player else _("Choose a card, not a player.")
            raise forms.ValidationError({"piece": wanted})
        return self.row(kind, piece, meant(value, self.VALUES.get(kind, {}), number=kind in self.NUMBERS))

    def clean(self) -> Json:
        """All rows as one change, and the reason."""
        data = super().clean() or self.cleaned_data
        kind, piece, value = (data.get(name, "") for name in ("kind", "piece", "value"))
        rows = list(data.get("change") or ())
        if kind:
            rows.insert(0, self.said(kind, piece, value))
        elif not rows and not self.errors:
            self.add_error("kind", _("Say what changes."))
        return {"change": rows, "reason": data.get("reason", "")}

    def row(self, kind: str, piece: str, value: str | int) -> Row:
        """The row of a judge's line that says it."""
        return [kind, seat_of(piece), value] if kind in self.OF_PLAYERS else [kind, piece, value]


def choice_of(text: str, choices: Iterable[tuple[str, object]]) -> str:
    """The choice that has this name, or that alone begins so. Raises ValidationError where none or several do."""
    wanted = text.casefold()
    words = [(code, str(word).casefold()) for code, word in choices if code]
    found = [code for code, word in words if word == wanted] or [
        code for code, word in words if word.startswith(wanted)
    ]
    if len(found) != 1:
        raise forms.ValidationError(
            _("Write it as it stands in the choices above: %(text)s") % {"text": text}
        )
    return found[0]


class RewindForm(ToldForm):
    """Taking back to before a line."""

    line = forms.IntegerField(label=_("First line that is undone"), min_value=1)
    remedy = forms.ChoiceField(label=_("What went wrong?"), choices=[*REMEDIES.items()])
    field_order = ("line", "remedy", "reason")


class ExtendForm(forms.Form):
    """A table gets more time."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=60)


class HandForm(forms.Form):
    """What a player has noted of their own hand: one card a line, the number of its draw before it if one likes."""

    MOST, LONGEST = 60, 100
    notes = forms.CharField(
        label=_("Cards in your hand"),
        max_length=MOST * (LONGEST + 10),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "data-hand-notes": ""}),
        help_text=_(
            "One card per line, for instance: 3 Mist Dragon. The number says which card you drew it as."
        ),
    )

    def clean_notes(self) -> list[Json]:
        """The lines as ``{"draw", "card"}``; a line without a number has the next one."""
        found: list[Json] = []
        for line in self.cleaned_data["notes"].splitlines():
            number, _space, rest = line.strip().partition(" ")
            numbered = number.isascii() and number.rstrip(".:").isdigit() and len(number) < 5 and bool(rest)
            card = clean_name(rest if numbered else line)[: self.LONGEST]
            before = found[-1]["draw"] if found else 0
            if card:
                found.append({"draw": int(number.rstrip(".:")) if numbered else before + 1, "card": card})
        if len(found) > self.MOST:
            raise forms.ValidationError(_("These are too many cards."))
        if not found:
            raise forms.ValidationError(_("Note at least one card."))
        return found


class PracticeForm(forms.Form):
    """A game to practise."""

    AGAINST = (("random", _("the engine's random player")), ("both", _("yourself: you play both seats")))
    game = forms.ChoiceField(label=_("Game"), choices=practised, required=False)
    against = forms.ChoiceField(label=_("Against whom?"), choices=AGAINST)
    again = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def clean_game(self) -> str:
        """The first game where a form does not ask."""
        return str(self.cleaned_data["game"] or practised()[0][0])
