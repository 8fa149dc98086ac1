"""The live style guide at ``/style/``: every part with made-up values, and the steps of its sample game."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.shapes import Context
from x610z_site.style_guide import samples
from x610z_site.style_guide.sample_charts import charts

PAPER = ("ground", "surface", "sunken", "mystic", "boost", "amber", "stop")
TONES = ("robiumm", "ember", "tide", "gale", "stone", "life-base", "sky")
SWATCHES = (*PAPER, *TONES)
"""The colours that are shown, by the name of their token."""


class SampleForm(forms.Form):
    """One field of each sort, to show how forms look."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=100)
    players = forms.IntegerField(label=_("Places"), min_value=4, help_text=_("From 4 to 512 players."))
    kind = forms.ChoiceField(
        label=_("Pairing"), choices=[("swiss", _("Swiss")), ("round_robin", _("Round robin"))]
    )
    age = forms.ChoiceField(
        label=_("Who may enter"),
        choices=[("all", _("everybody")), ("young", _("up to 15 years"))],
        widget=forms.RadioSelect,
        initial="all",
    )
    note = forms.CharField(label=_("Note to the players"), required=False, widget=forms.Textarea)
    open_now = forms.BooleanField(
        label=_("Open entry at once"), required=False, help_text=_("You can also do this later.")
    )


@require_safe
def style_guide(request: HttpRequest) -> HttpResponse:
    """Show every part in the visitor's theme, and the small ones in both themes side by side."""
    now = timezone.now()
    form = SampleForm({"name": "", "players": "2", "kind": "swiss", "age": "all"}, auto_id="sample_%s")
    verdicts = samples.verdicts()
    step = _step(request)
    text, view, ok = samples.replay_views()[step]
    return render(
        request,
        "style_guide.html",
        {
            "form": form,
            "clock": samples.clock(now),
            "steps": samples.stepper(),
            "standings": samples.standings(),
            "matches": samples.matches(),
            "deck": samples.deck(),
            "card": samples.card(),
            "small_cards": samples.small_cards(get_language() or "en"),
            "verdicts": verdicts,
            "events": samples.timeline(now),
            "arithmetic": samples.arithmetic(),
            "broken_view": samples.broken_view(),
            "replay": _replay(step, text, view, ok),
            "badge_kinds": (
                "verified", "confirmed", "staff", "waiting", "disputed", "violation", "dropped", "bye", "locked",
            ),
            "themes": ("light", "dark"),
            "swatches": SWATCHES,
            "error_lines": [
                {"text": _("Line 4: there is no card called “Hunter Dargon”. Did you mean Hunter Dragon?")},
                {"text": _("Your deck has 50 cards; it needs at least 51."), "rule": "101.1a"},
            ],
            "facts": [
                (_("Start"), "14:00"),
                (_("Place"), "Utrecht"),
                (_("Rules"), {"text": "2010-03", "url": "#rule"}),
            ],
            "buttons": samples.result_buttons(),
            "files": samples.files(),
            "print_rows": samples.print_rows(),
            "slips": samples.slips(),
            "charts": charts(),
            "qr_src": samples.qr_data_url("https://example.org/link/7Q4KM2"),
            "qr_url": "https://example.org/link/7Q4KM2",
        },
    )  # fmt: skip


@require_safe
def style_guide_steps(request: HttpRequest, first: int, last: int) -> JsonResponse:
    """Answer steps ``first`` to ``last`` of the sample game, in the form that replay.js reads."""
    total = len(samples.replay_views())
    if first > last or first >= total:
        raise Http404
    language = get_language() or "en"
    steps = [samples.replay_step(number, language) for number in range(first, min(last + 1, total))]
    return JsonResponse({"steps": steps})


def _step(request: HttpRequest) -> int:
    asked = request.GET.get("step", "")
    last = len(samples.replay_views()) - 1
    return min(int(asked), last) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 2


def _replay(step: int, text: str, view: Context, ok: bool) -> Context:
    every = samples.replay_views()
    return {
        "step": step,
        "total": len(every) - 1,
        "base_url": "/style/",
        "steps_url": "/style/steps/{from}-{to}.json",
        "view": view,
        "board": None,
        "text": text,
        "ok": ok,
        "steps": [{"number": n, "text": item[0], "ok": item[2]} for n, item in enumerate(every)],
    }
