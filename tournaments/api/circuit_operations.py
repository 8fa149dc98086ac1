"""What a program does with circuits: their rules, what counts, what the end gives, and places in finals.

A change that moves people is refused with who would move and a token; sent again with ``agreed`` and a reason it is
made, as on the page (decision 672).
"""

from rest_framework import serializers

from rules_engine.games import GAMES
from tournaments.events.access import Right, access_tournament
from tournaments.programme import circuit_services as circuits
from tournaments.programme import counting_services as counting
from tournaments.programme import invitation_gift_services as gifts
from tournaments.programme import invitation_services as places
from tournaments.programme.invitation_models import LAST_RANK, MOST_DAYS, TITLE_LENGTH, Gift
from tournaments.programme.models import NAME_LENGTH
from tournaments.season_points import CIRCUITS

from .fields import FLAG, NAMED, Kind, one_of, or_none, text, whole, words_of
from .operations import ONE, Call, Scope
from .organization_operations import OF_ONE, runs
from .player_operations import play
from .tokens import ORGANIZE

OF_CIRCUIT = f"{OF_ONE}circuits/<slug:circuit>/"
DAY = or_none(Kind(serializers.DateField))
AGREES = {"agreed": NAMED["agreed"].optional(""), "reason": NAMED["reason"].optional("")}
edits = Scope(ORGANIZE, Right.EDIT)

runs.command(
    "create_circuit",
    f"{OF_ONE}new-circuit/",
    circuits.circuit_create,
    "Make a circuit in preparation, by a preset.",
    body={
        "name": text(NAME_LENGTH),
        "game": one_of(GAMES),
        "preset": one_of(CIRCUITS).optional("x610z"),
        "starts": DAY.optional(None),
        "ends": DAY.optional(None),
    },
)
VALUES: dict[str, Kind] = {
    "name": text(NAME_LENGTH),
    "about": text(2_000),
    "rules": Kind(serializers.DictField),
    "by_level": words_of(text(40)),
    "starts": DAY,
    "ends": DAY,
}


@runs.special(
    f"{OF_CIRCUIT}edit/",
    circuits.circuit_edit,
    about="All it says; `shown` as it was read, `agreed` as a refusal gave it.",
    body={**VALUES, "shown": text(64), **AGREES},
    without=("values",),
)
def edit_circuit(call: Call) -> object:
    """Change words, days and rules; what moves people must be agreed to."""
    return call.carry_out(values={name: call.said[name] for name in VALUES})


runs.command("open_circuit", f"{OF_CIRCUIT}open/", circuits.circuit_open, "Let everybody see it.")
runs.command(
    "end_circuit",
    f"{OF_CIRCUIT}end/",
    circuits.circuit_end,
    "End it and freeze its ladder; `typed` is its name.",
    body={"typed": text(NAME_LENGTH)},
)
runs.command(
    "reopen_circuit", f"{OF_CIRCUIT}reopen/", circuits.circuit_reopen, "Let it go on, with a reason."
)
runs.command(
    "count_event",
    f"{OF_CIRCUIT}count/",
    counting.circuit_count,
    "Let an event, or every date of its series, count as a class (empty: never); one of others is asked for.",
    body={"event": text(80), "of": text(40), "series": FLAG.optional(False), **AGREES},
    finds={"event": lambda call, slug: access_tournament(call.user, slug)},
)
runs.command(
    "uncount_event",
    f"{OF_CIRCUIT}counts/<int:counts>/remove/",
    counting.circuit_uncount,
    "Say nothing of an event or a series any longer.",
    body=AGREES,
)


@edits.special(
    f"{ONE}circuits/<int:counts>/answer/", counting.circuit_answer, about="Yes or no.", without=("event",)
)
def answer_circuit(call: Call) -> object:
    """Say whether an event, or its series, counts for a circuit of somebody else."""
    said = {"counts_id": call.path["counts"], "accept": call.said["accept"]}
    return counting.circuit_answer(actor=call.actor, key=call.key, event=call.tournament, **said)


# --- what the end gives ----------------------------------------------------------------------------------

runs.command(
    "add_gift",
    f"{OF_CIRCUIT}gifts/add/",
    gifts.gift_add,
    "Say what those from one place to another get at the end.",
    body={
        "kind": one_of(Gift.Kind.values),
        "first": whole(1, LAST_RANK),
        "last": whole(1, LAST_RANK),
        "final": text(80).optional(""),
        "value": whole(0, MOST_DAYS).optional(0),
        "title": text(TITLE_LENGTH).optional(""),
        "reason": AGREES["reason"],
    },
)
runs.command(
    "drop_gift",
    f"{OF_CIRCUIT}gifts/<int:gift>/drop/",
    gifts.gift_drop,
    "Take such a rule off.",
    body={"reason": AGREES["reason"]},
)
runs.command(
    "send_places",
    f"{OF_CIRCUIT}finals/<slug:slug>/send/",
    places.place_send,
    "Invite the line of a circuit that has ended to its final; twice is once.",
)
runs.command(
    "withdraw_place",
    f"{OF_ONE}finals/<slug:slug>/places/<int:place>/withdraw/",
    places.place_withdraw,
    "Take an invitation back that waits for an answer, with a reason its person reads.",
)
play.command(
    "accept_place",
    f"{ONE}places/<int:place>/accept/",
    places.place_accept,
    "Say yes to your place in a final: you are entered, with what you won.",
)
play.command(
    "decline_place",
    f"{ONE}places/<int:place>/decline/",
    places.place_decline,
    "Say no to your place in a final; the next in line is invited.",
)
