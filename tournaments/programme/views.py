"""The pages of a circuit that everybody reads: the ladder, every number of it opened, its rules, what moved."""

from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.selectors import last_of
from ledger.shapes import Context
from ledger.web import optional_part, whole_number
from tournaments.organizations.models import Level
from tournaments.season_points import Ladder, SeasonError, explain, explain_result
from tournaments.season_points.wording import FORMULAS

from .access import access_circuit, runs
from .honours import rule_words
from .invitation_selectors import gift_notes, gives_of, titles_given
from .ladder_services import Moved, moves_in, moves_told, table_fresh
from .ladders import ladder_of, live_ladder, rules_of
from .models import Change, Circuit
from .pages import own_line, person_key, person_of, served, sky_of, version_of
from .selectors import changes_of, class_name, events_of_circuit, notes_of
from .words import (
    CAUSES,
    COLUMNS,
    arithmetic_lines,
    cause_of,
    class_words,
    named,
    number,
    rules_words,
    why_words,
)

MOVES_SHOWN = 60
"""Moves of one change on a page; the others are counted."""
COMING = 12


def frame(request: HttpRequest, circuit: Circuit, tab: str, **context: object) -> Context:
    """What every page of a circuit needs."""
    return {
        "circuit": circuit,
        "organization": circuit.organization,
        "tab": tab,
        "runs": runs(request.user, circuit),
        **context,
    }


@require_safe
def circuit_by_number(request: HttpRequest, number: int) -> HttpResponse:
    """Where a notice leads: the circuit of that number."""
    circuit = get_object_or_404(Circuit.objects.select_related("organization"), pk=number)
    access_circuit(request.user, circuit.organization.slug, circuit.slug)
    return redirect("tournaments:circuit", circuit.organization.slug, circuit.slug)


@require_safe
def ladder(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """The ladder, a page of rows at a time; the reader's own row is marked."""
    one = access_circuit(request.user, organization, circuit)
    version = version_of(one)
    page = whole_number(request.GET.get("rows", ""), 1)
    etag = f'W/"{one.chain_key}.{version}.{page}.{get_language()}"'
    anonymous = not request.user.is_authenticated
    known = get_conditional_response(request, etag=etag) if anonymous and not one.hidden else None
    if known is not None:
        return known
    table = ladder_of(one)
    own = optional_part("ladder.own", lambda: own_line(one, table, request.user), None)
    context = frame(
        request,
        one,
        "ladder",
        body=served(one, page, version, table),
        own=own,
        own_rows=own["key"] if own else "",
        sky=optional_part(
            "ladder.sky", lambda: sky_of(table, own["rank"] if own is not None else None), None
        ),
        frozen=optional_part("ladder.frozen", lambda: frozen_words(one, table), None),
    )
    response = render(request, "programme/ladder.html", context)
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    if anonymous and not request.COOKIES:
        response["ETag"] = etag
    return response


def frozen_words(circuit: Circuit, table: Ladder) -> Context | None:
    """Of a circuit that ended: when, the row of its ledger, and what would move if it were counted anew today."""
    if circuit.state != Circuit.State.CLOSED:
        return None
    head = last_of(circuit.chain_key, ("circuit.end",))
    would = moves_told(table, live_ladder(circuit)[1])
    return {"at": circuit.closed_at, "head": head, "would": len(would)}


@require_safe
def opened(request: HttpRequest, organization: str, circuit: str, who: str, column: str) -> HttpResponse:
    """Where one number of the ladder comes from: points, a tie-break, or what one event was worth."""
    one = access_circuit(request.user, organization, circuit)
    table = ladder_of(one)
    person = person_of(one, table, who)
    if person is None:
        raise Http404
    try:
        found = explain(table, person, column) if column in COLUMNS else explain_result(table, person, column)
    except SeasonError as error:
        raise Http404 from error
    event = next((some.event for some in table.results[person] if some.event.key == column), None)
    row = table.row(person)
    value = row.values.get(column, row.points) if row is not None else Fraction(0)
    context = frame(
        request,
        one,
        "ladder",
        who=named([person]).get(person, ("?", ""))[0],
        key=who,
        name=COLUMNS[column] if event is None else event.title,
        formula=_(FORMULAS[found.metric]),
        lines=arithmetic_lines(found),
        value=number(found.value if event is not None else value),
        event=event,
        results=_results(one, table, person) if event is None else [],
    )
    return render(request, "programme/opened.html", context)


def _results(circuit: Circuit, table: Ladder, person: str) -> list[Context]:
    """Every result of a person, to open one after the other."""
    return [
        {
            "key": one.event.key,
            "name": one.event.title,
            "as_class": class_name(circuit, one.event.of),
            "place": one.finish.place,
            "field": one.event.field,
            "worth": number(one.worth),
            "kept": one.state == "kept",
        }
        for one in table.results[person]
    ]


@require_safe
def rules(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """The rules in words, the days, what counts and what the end gives."""
    one = access_circuit(request.user, organization, circuit)
    said = rules_of(one)
    context = frame(
        request,
        one,
        "rules",
        classes=[class_words(of) for of in said.classes],
        words=rules_words(said),
        windows=said.windows,
        levels=_levels(one),
        coming=events_of_circuit(one, coming=True)[:COMING],
        gives=gives_of(one),
        notes=gift_notes(one),
        titles=titles_given(one) if one.state == Circuit.State.CLOSED else [],
        honours=[(rule.name, rule_words(rule, said)) for rule in said.honours],
    )
    return render(request, "programme/rules.html", context)


def _levels(circuit: Circuit) -> list[tuple[str, str]]:
    """As which class the organization's own events count, by their size."""
    return [
        (str(Level(int(level)).label), class_name(circuit, of))
        for level, of in sorted(circuit.by_level.items())
    ]


@require_safe
def circuit_moves(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """What moved, the newest first, and by what."""
    one = access_circuit(request.user, organization, circuit)
    if not one.hidden:
        table_fresh(one)
    page = max(1, whole_number(request.GET.get("page", ""), 1))
    found, more = changes_of(one, page)
    told = [(change, moves_in(change)) for change in found]
    would: list[Moved] = []
    if one.state == Circuit.State.CLOSED and page == 1:
        would = moves_told(ladder_of(one), live_ladder(one)[1])
    names = names_in([*(moved for _change, moved in told), would])
    events, notes = _eventnames_in(one, found), notes_of(one, found)
    context = frame(
        request,
        one,
        "moves",
        changes=[
            _change(one, change, moved, names, events, notes.get(change.pk, "")) for change, moved in told
        ],
        would=[moved_context(one, move, names, events) for move in would[:MOVES_SHOWN]],
        would_more=max(0, len(would) - MOVES_SHOWN),
        on=page + 1 if more else 0,
        back=page - 1,
    )
    return render(request, "programme/moves.html", context)


def names_in(some: list[list[Moved]]) -> dict[str, str]:
    """Names for everybody who is named in these moves; one query."""
    people = {
        person
        for moved in some
        for move in moved[:MOVES_SHOWN]
        for person in (move.person, *(one for why in move.reasons for one in why.people))
    }
    return {key: name for key, (name, _page) in named(people).items()}


def _eventnames_in(circuit: Circuit, changes: list[Change]) -> dict[str, str]:
    """What events are called, by key: those of the ladder as it stands, and the causes of these changes."""
    known = {event.key: event.title for event in ladder_of(circuit).season.events}
    return {one.tournament.slug: one.tournament.name for one in changes if one.tournament} | known


def _change(
    circuit: Circuit,
    change: Change,
    moved: list[Moved],
    names: dict[str, str],
    events: dict[str, str],
    note: str,
) -> Context:
    return {
        "change": change,
        "note": note,
        "words": CAUSES[cause_of(change)],
        "moves": [moved_context(circuit, move, names, events) for move in moved[:MOVES_SHOWN]],
        "more": max(0, change.moved - min(len(moved), MOVES_SHOWN)),
    }


def moved_context(circuit: Circuit, move: Moved, names: dict[str, str], events: dict[str, str]) -> Context:
    return {
        "key": person_key(circuit, move.person),
        "name": names.get(move.person, "?"),
        "before": move.rank_before,
        "after": move.rank_after,
        "points_before": number(Fraction(move.points_before)),
        "points_after": number(Fraction(move.points_after)),
        "why": [why_words(why, names, events) for why in move.reasons],
    }
