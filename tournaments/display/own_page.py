"""A player's screen from a mould: of 2,000 players few differ in more than names and numbers.

What decides how the screen reads (the state of the player, of the table and of the tournament, what may be called and
recorded) is its shape; names, numbers and parts that were rendered already are laid into it. What only a few have on
their screen (a call that waits, a penalty, a ruling, a recording, news of a correction) is rendered for them alone.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString

from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.schedule import Slot

from .moulds import cast, hole, new_key, numbered
from .own_place import OwnPlace
from .whole_pages import TOKEN_HOLE

TEMPLATE = "display/_me.html"
FEW = ("news", "told", "rulings", "penalties", "call")
"""What makes a screen one of its own when there is any."""
WORDS = ("knock_out", "reports", "judge_here", "many", "may_call")
"""What decides the shape as it stands."""
MARKUP = ("clock", "card", "report", "own", "door", "meeting")


class Known:
    """Stands for an object in a mould: what was not said of it must not be asked, or it would be the same for all."""

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise RuntimeError(f"{TEMPLATE} asks for {name!r}, which does not decide its shape (own_page.py)")


def own_markup(context: Mapping[str, Any], user: Any) -> SafeString | None:
    """The screen of this context (views.me) from its mould; None where it must be rendered for its reader alone."""
    entry: Entry = context["entry"]
    deck, recorded = entry.registration, context.get("recorded")
    form = context["form"]
    if (
        any(context.get(name) for name in FEW)
        or (form is not None and (form.is_bound or not context.get("report")))
        or (recorded and recorded["recordings"])
        or entry.moved_up_at
        or deck is None
        or deck.reminded_at
        or deck.extended_until
    ):
        return None
    tournament: Tournament = context["tournament"]
    match, round_, place = context["match"], context["round"], context["place"]
    coming: Slot | None = context["next"]
    values: dict[str, Any] = {
        "name": entry.name,
        "account": user.pk,
        "entry": entry.number,
        "key": new_key,
        "token": SafeString(TOKEN_HOLE),
        "results": SafeString("".join(context["results"])),
        **{name: context[name] for name in MARKUP if context.get(name)},
    }
    if round_ is not None:
        values["round"] = round_.number
    if match is not None:
        values["match"] = match.pk
    shape = {
        **{name: context.get(name) for name in WORDS},
        **{name: bool(context.get(name)) for name in (*MARKUP, "results", "rights", "recorded")},
        "entry": (entry.state, str(entry.get_state_display()), bool(deck.current_id)),
        "tournament": (
            tournament.name,
            tournament.slug,
            tournament.announcement,
            tournament.approval_note,
            tournament.state,
            tournament.starts_at,
            tournament.policy.teams,
        ),
        "match": (match.kind, match.state) if match is not None else None,
        "round": round_ is not None,
        "next": (coming.name, coming.starts_at.replace(second=0, microsecond=0)) if coming else None,
        "place": _place(place, values),
    }
    return cast(TEMPLATE, shape, lambda: _open(shape, tournament, context.get("call_reasons")), values)


def _place(place: OwnPlace | None, values: dict[str, Any]) -> tuple[bool, bool, bool] | None:
    """What of a place decides the shape: whether it has a rank, whether there is a cut, and whether it is inside."""
    if place is None:
        return None
    values |= {"rank": place.rank, "points": place.points, "through": place.through, "cut": place.cut}
    return place.rank is not None, bool(place.cut), place.inside


def _open(shape: Mapping[str, Any], tournament: Tournament, reasons: Any) -> Context:
    """The context of a mould: the shape, and holes for all that is open."""
    state, state_words, submitted = shape["entry"]
    place, match = shape["place"], shape["match"]
    number = numbered("entry")
    deck = Known(reminded_at=None, extended_until=None, current_id=submitted or None)
    entry = Known(
        name=hole("name"),
        number=number,
        state=state,
        get_state_display=state_words,
        moved_up_at=None,
        registration=deck,
    )
    shown = Known(
        name=tournament.name,
        slug=tournament.slug,
        announcement=tournament.announcement,
        approval_note=tournament.approval_note,
        state=tournament.state,
        starts_at=tournament.starts_at,
        policy=Known(teams=tournament.policy.teams),
    )
    context: Context = {name: shape[name] for name in (*WORDS, "rights")}
    context |= {name: hole(name) if shape[name] else "" for name in MARKUP}
    context |= {
        "entry": entry,
        "tournament": shown,
        "user": Known(pk=numbered("account")),
        "round": Known(number=numbered("round")) if shape["round"] else None,
        "next": Known(name=shape["next"][0], starts_at=shape["next"][1]) if shape["next"] else None,
        "match": Known(kind=match[0], state=match[1], pk=numbered("match")) if match else None,
        "recorded": {"recordings": [], "verified": False, "fields": ()} if shape["recorded"] else None,
        "results": [hole("results")] if shape["results"] else [],
        "call_reasons": reasons,
        "open_key": hole("key"),
        "csrf_token": hole("token"),
        "place": place
        and Known(
            rank=hole("rank") if place[0] else None,
            points=hole("points"),
            through=hole("through"),
            cut=hole("cut") if place[1] else 0,
            inside=place[2],
        ),
    }
    return context
