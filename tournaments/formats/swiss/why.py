"""Why a player got this opponent: the pairing room's explanation in words, for everybody who may see the round."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.pairing import Candidate, Certificate, Relaxation, RoundDraft, explain
from tournaments.rounds.field import players_of
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.pairing_services import options_for, pairs_of
from tournaments.rounds.rules import decisions
from tournaments.rounds.tables import legs
from tournaments.rounds.words import names_by_key, pairing_text

SHOWN = 12


def why(tournament: Tournament, round_: Round, entry: Entry) -> dict[str, Any]:
    """Reasons as sentences, and the nearest players with what spoke against them."""
    names = names_by_key(tournament)
    if round_.stage.kind != Stage.Kind.SWISS:
        return _by_table(round_, entry)
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    pairs = pairs_of(round_)
    made = {frozenset((pair.a, pair.b)) for pair in pairs}
    here = {who for pair in made for who in pair}
    # Who sits in the round was in its draw; who came later was not.
    players = [
        replace(player, active=player.id in here)
        for player in players_of(tournament, before=round_.number, also=seated)
    ]
    # Who is kept apart from whom counts, but stays with the staff: this page is public.
    decided = decisions(tournament, round_.number, players)
    answer = explain(
        players,
        RoundDraft(tuple(pairs), _certificate(round_), round_.seed, round_.number),
        entry.key,
        options=options_for(tournament, round_.stage, round_.number),
        fixed_pairs=[pair for pair in decided.fixed if frozenset(pair) in made],
        forbidden_pairs=decided.apart,
        tell_forbidden=False,
    )
    words = {
        "rematch": _("already met"),
        "same_group": _("same clan"),
    }
    return {
        "opponent": names.get(answer.opponent or "", ""),
        "reasons": [
            *(pairing_text("reason", reason.code, reason.params, names) for reason in answer.reasons),
            *_clan_rule(tournament, round_, answer.candidates),
        ],
        "changed_by_hand": round_.certificate.get("changed_by_hand", ""),
        "candidates": [
            {
                "name": names[one.id],
                "gap": one.gap,
                "chosen": one.chosen,
                "against": ", ".join(words[code] for code in one.against),
            }
            for one in answer.candidates[:SHOWN]
        ],
    }


def _clan_rule(tournament: Tournament, round_: Round, candidates: Iterable[Candidate]) -> list[str]:
    """That clan mates do not meet in the first rounds, for a player who has some in the tournament."""
    rounds = tournament.policy.clan_rounds
    if round_.number > rounds or not any("same_group" in one.against for one in candidates):
        return []
    return [_("In rounds 1 to %(count)s players of one clan do not meet.") % {"count": rounds}]


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


def _by_table(round_: Round, entry: Entry) -> dict[str, Any]:
    """Why, where no Swiss pairing was made: the table, the bracket or the pods in a sentence or two."""
    others = Seat.objects.filter(round=round_, match__seats__entry=entry).exclude(entry=entry)
    opponents = [seat.entry.name for seat in others.select_related("entry").order_by("position")]
    kinds = Stage.Kind
    robin = _("Everybody meets everybody once. Who meets whom in which round was drawn at the start.")
    if legs(round_.tournament) == 2:
        robin = _("Everybody meets everybody twice. Who meets whom in which round was drawn at the start.")
    texts = {
        kinds.ROUND_ROBIN: [robin],
        kinds.ELIMINATION: [
            _("This is the knock-out. The best after the rounds meets the lowest of those who go on."),
            _("After that, the winners of neighbouring matches meet."),
        ],
        kinds.DOUBLE: [
            _("This is the knock-out. The best after the rounds meets the lowest of those who go on."),
            _("Who loses goes on among those with one loss; who loses twice is out."),
            _("The one without a loss meets the best of those with one loss in the final."),
        ],
        kinds.POD_FINAL: [
            _("These are the final tables. Who sits at which one follows from the places after the rounds."),
            _("The winner of a table goes on. The best place sits at the first starting dot."),
        ],
        kinds.CREWS: [
            _("Crews with equal points meet, and no two crews twice as long as there is another way."),
            _("The first seat of one crew meets the first seat of the other, and so on."),
        ],
        kinds.PODS: [
            _("Players with equal points share a table, and meet others than before as far as possible."),
            _("Everybody sits at the starting dot where he or she sat least."),
        ],
    }
    reasons = texts[kinds(round_.stage.kind)]
    if not opponents and round_.stage.kind == kinds.ROUND_ROBIN:
        reasons = [*reasons, _("In this round the opponent is missing.")]
    return {
        "opponent": ", ".join(opponents),
        "reasons": reasons,
        "changed_by_hand": round_.certificate.get("changed_by_hand", ""),
        "candidates": [],
    }
