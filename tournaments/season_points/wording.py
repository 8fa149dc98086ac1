"""The sentences of an opened number and of a move, as English message ids with named placeholders.

A page translates `STEPS[step.code]` and fills in `filled(step)`; `sentence` says it in English for the command line.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.season_points.moves import Move, Reason
from tournaments.standings.model import Arithmetic, Step
from tournaments.standings.wording import gettext_noop, plain

FORMULAS: dict[str, str] = {
    "points": gettext_noop("The results that count, added up."),
    "results": gettext_noop("The results that count, the highest first, compared one by one."),
    "wins": gettext_noop("How many events were won; more is better."),
    "earlier": gettext_noop("The day of the last result that counts; earlier is better."),
    "events": gettext_noop("How many events were played; fewer is better."),
    "result": gettext_noop("What the place pays, and what taking part pays."),
    "clan": gettext_noop("The best member results of each class and all crew results, added up."),
}
"""What each number is."""

STATES: dict[str, str] = {
    "kept": gettext_noop("counts"),
    "over_window": gettext_noop("left out by the limit of its window"),
    "over_class": gettext_noop("left out by the limit of its class"),
    "over_all": gettext_noop("left out by the limit of the circuit"),
    "zero": gettext_noop("pays no points"),
    "disqualified": gettext_noop("disqualified"),
    "unclaimed": gettext_noop("not claimed"),
    "other_class": gettext_noop("of no class of this circuit"),
    "not_chosen": gettext_noop("not chosen for this circuit"),
    "rehearsal": gettext_noop("a rehearsal"),
    "imported": gettext_noop("brought in from elsewhere"),
    "too_early": gettext_noop("before the circuit began"),
    "too_late": gettext_noop("after the circuit ended"),
    "later": gettext_noop("after the day of this ladder"),
    "expired": gettext_noop("too long ago"),
}
"""How a result counts, in words."""

STEPS: dict[str, str] = {
    # Points of a person
    "kept": gettext_noop("%(date)s, %(event)s, place %(place)s of %(field)s: %(worth)s"),
    "over_window": gettext_noop(
        "%(date)s, %(event)s, place %(place)s of %(field)s: %(worth)s left out, "
        "as only the best %(limit)s of %(class)s count in %(window)s"
    ),
    "over_class": gettext_noop(
        "%(date)s, %(event)s, place %(place)s of %(field)s: %(worth)s left out, "
        "as only the best %(limit)s of %(class)s count"
    ),
    "over_all": gettext_noop(
        "%(date)s, %(event)s, place %(place)s of %(field)s: %(worth)s left out, "
        "as only the best %(limit)s results count"
    ),
    "zero": gettext_noop("%(date)s, %(event)s, place %(place)s of %(field)s: no points"),
    "disqualified": gettext_noop("%(date)s, %(event)s: disqualified, so no points"),
    "unclaimed": gettext_noop("%(date)s, %(event)s: not claimed by an account, so no points"),
    "other_class": gettext_noop("%(date)s, %(event)s: does not count, of no class of this circuit"),
    "not_chosen": gettext_noop("%(date)s, %(event)s: does not count, not chosen for this circuit"),
    "rehearsal": gettext_noop("%(date)s, %(event)s: does not count, a rehearsal"),
    "imported": gettext_noop("%(date)s, %(event)s: does not count, brought in from elsewhere"),
    "too_early": gettext_noop("%(date)s, %(event)s: does not count, before the circuit began"),
    "too_late": gettext_noop("%(date)s, %(event)s: does not count, after the circuit ended"),
    "later": gettext_noop("%(date)s, %(event)s: does not count, after the day of this ladder"),
    "expired": gettext_noop("%(date)s, %(event)s: does not count, more than %(months)s months ago"),
    # One result
    "band": gettext_noop("Places up to %(last)s: %(points)s"),
    "band_from": gettext_noop("Places up to %(last)s, with %(kicker)s entrants or more: %(points)s"),
    "kicker_missed": gettext_noop(
        "Places up to %(last)s are paid with %(kicker)s entrants or more, but there were %(field)s: 0"
    ),
    "beyond": gettext_noop("Place %(place)s comes after the last one that is paid: 0"),
    "taking_part": gettext_noop("Taking part: %(points)s"),
    "result_nothing": gettext_noop("No points: %(reason)s"),
    # Tie-breaks
    "kept_worth": gettext_noop("%(date)s, %(event)s: %(worth)s"),
    "won": gettext_noop("%(date)s, %(event)s: won"),
    "last_kept": gettext_noop("The last result that counts: %(date)s, %(event)s"),
    "took_part": gettext_noop("%(date)s, %(event)s"),
    "counted": gettext_noop("Counted: %(value)s"),
    # Clans
    "member_result": gettext_noop("%(date)s, %(event)s, %(person)s at place %(place)s: %(worth)s"),
    "member_left_out": gettext_noop(
        "%(date)s, %(event)s, %(person)s at place %(place)s: %(worth)s left out, "
        "as only the best %(limit)s of %(class)s count"
    ),
    "crew_result": gettext_noop("%(date)s, %(event)s, crew at place %(place)s: %(worth)s"),
    "few_people": gettext_noop("No rank yet: %(count)s of the %(needed)s people it needs"),
    # Moves
    "result_new": gettext_noop("New: %(event)s"),
    "result_gone": gettext_noop("No longer there: %(event)s"),
    "worth_changed": gettext_noop("%(event)s: worth %(after)s, before %(before)s"),
    "state_changed": gettext_noop("%(event)s: %(after)s, before %(before)s"),
    "passed_by": gettext_noop("Now behind: %(people)s"),
    "passed": gettext_noop("Now ahead of: %(people)s"),
    "same_points": gettext_noop("Same results; a tie was decided differently"),
    # Endings
    "sum": gettext_noop("Added up: %(value)s"),
    "nothing": gettext_noop("Nothing to count yet, so 0"),
}
"""Every step code with its sentence."""


def filled(step: Step, names: Mapping[str, str] | None = None) -> dict[str, object]:
    """The parameters of a step ready for its sentence: short numbers, names for keys, words for states (English)."""
    known = names or {}
    out = {key: plain(value) for key, value in step.params.items()}
    for key in ("reason", "before", "after"):
        if key in out:
            out[key] = STATES.get(str(out[key]), out[key])
    if "person" in out:
        out["person"] = known.get(str(out["person"]), out["person"])
    return out


def sentence(step: Step, names: Mapping[str, str] | None = None) -> str:
    """One step in English."""
    return STEPS[step.code] % filled(step, names)


def text(opened: Arithmetic, names: Mapping[str, str] | None = None) -> list[str]:
    """A whole opened number in English: what it is, then its lines."""
    return [opened.formula, *(sentence(step, names) for step in opened.steps)]


def step_of(reason: Reason, names: Mapping[str, str] | None = None) -> Step:
    """A reason of a move as a step, for the same sentences."""
    known = names or {}
    params: dict[str, object] = {}
    if reason.event is not None:
        params = {"event": reason.event.title, "before": reason.before, "after": reason.after}
    if reason.people:
        params["people"] = ", ".join(known.get(person, person) for person in reason.people)
    return Step(reason.code, params, None)


def move_text(move: Move, names: Mapping[str, str] | None = None) -> list[str]:
    """A move in English: who from where to where, then why."""
    before, after = (str(rank) if rank else "-" for rank in (move.rank_before, move.rank_after))
    points = f"{plain(move.points_before)} -> {plain(move.points_after)}"
    head = f"{(names or {}).get(move.person, move.person)}: {before} -> {after} ({points})"
    return [head, *(f"  {sentence(step_of(reason, names), names)}" for reason in move.reasons)]
