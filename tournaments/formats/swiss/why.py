"""Why a player got this opponent: the pairing room's explanation in words, for everybody who may see the round."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing import Certificate, Relaxation, RoundDraft, explain
from tournaments.pairing.texts import SCORES
from tournaments.rounds.field import players_of, preset_of
from tournaments.rounds.formats import Explanation
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.rules import decisions
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names, pairing_text, points_text

from .pairs import kept_decisions, options_for, pairs_of
from .settings import SwissSettings

SHOWN = 12
"""What a reason says in points."""


def why(tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
    """Reasons as sentences, and the nearest players with what spoke against them."""
    names = line_names(tournament)
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    pairs = pairs_of(tournament, round_)
    made = {frozenset((pair.a, pair.b)) for pair in pairs}
    here = {who for pair in made for who in pair}
    # Who sits in the round was in its draw; who came later was not.
    players = [
        replace(player, active=player.id in here)
        for player in players_of(tournament, before=round_.number, also=seated)
    ]
    # Who is kept apart from whom, and who is of one clan, counts but stays with those who know: this page is public.
    decided = decisions(tournament, round_.number, players)
    answer = explain(
        players,
        RoundDraft(tuple(pairs), _certificate(round_), round_.seed, round_.number),
        unit_of(tournament).entry_of(entry).key,
        options=options_for(tournament, round_.stage, round_.number),
        fixed_pairs=kept_decisions(decided, pairs),
        forbidden_pairs=decided.apart,
        tell_forbidden=False,
        tell_groups=False,
    )
    scale = preset_of(tournament).scale
    awarded = "" if answer.opponent else _awarded_words(round_, entry)
    words = {"rematch": _("already played each other")}
    return Explanation(
        opponent=names.get(answer.opponent or "", ""),
        reasons=[
            *(
                awarded
                if awarded and reason.code == "fixed_bye"
                else pairing_text("reason", reason.code, _in_points(reason.params, scale), names)
                for reason in answer.reasons
            ),
            *_clan_rule(tournament, round_),
        ],
        changed_by_hand=round_.certificate.get("changed_by_hand", ""),
        candidates=[
            {
                "name": names[one.id],
                "gap": _points(one.gap, scale),
                "chosen": one.chosen,
                "against": ", ".join(words[code] for code in one.against),
            }
            for one in answer.candidates[:SHOWN]
        ],
    )


def _awarded_words(round_: Round, entry: Entry) -> str:
    """That a bye was awarded before the tournament; empty for any other one."""
    if not Seat.objects.filter(round=round_, entry=entry, match__source=Match.Source.AWARDED).exists():
        return ""
    words = _(
        "This bye was awarded before the tournament: %(name)s has the bye in the first rounds, %(count)s in all."
    )
    return words % {"name": entry.name, "count": entry.byes}


def _points(whole: int, scale: int) -> str:
    """Points as people read them: pairing counts in whole numbers, half points where the preset has them."""
    return localize(whole // scale if whole % scale == 0 else whole / scale)


def _in_points(params: Mapping[str, Any], scale: int) -> dict[str, object]:
    """What a reason says, its scores as people read them."""
    return {key: points_text(_points(params[key], scale)) if key in SCORES else params[key] for key in params}


def _clan_rule(tournament: Tournament, round_: Round) -> list[str]:
    """How far clan mates are kept apart in this round: the rule, said to everybody alike, never of whom it held."""
    rounds = tournament.policy.of(SwissSettings).clan_rounds
    if not rounds:
        return []
    if round_.number > rounds:
        words = _(
            "From round %(round)s on, players of one clan meet where points would otherwise be further apart."
        )
        return [words % {"round": rounds + 1}]
    words = ngettext(
        "In round 1 players of one clan do not meet.",
        "In rounds 1 to %(count)s players of one clan do not meet.",
        rounds,
    )
    return [words % {"count": rounds}]


def _certificate(round_: Round) -> Certificate:
    """The stored certificate, as far as the explainer reads it."""
    stored = round_.certificate
    relaxed = tuple(
        Relaxation(item["code"], item["params"])
        for item in stored.get("relaxed", [])
        if not item["code"].startswith("forbidden_pair")
    )
    return Certificate(
        stored.get("cost", 0), stored.get("lower_bound", 0), bool(stored.get("certified")), relaxed=relaxed
    )
