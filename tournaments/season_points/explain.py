"""Every number opened into its arithmetic, as a cell of the standings is.

A second, plain way: the lines are added up here again from single results, without the keys that order the ladder.
The tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tournaments.season_points.circuit import Circuit
from tournaments.season_points.clans import ClanRow
from tournaments.season_points.model import NOT_COUNTED, Ladder, Result, SeasonError
from tournaments.season_points.wording import FORMULAS
from tournaments.standings.model import Arithmetic, Sentence, Step


def explain(table: Ladder, person: str, column: str = "points") -> Arithmetic:
    """Open one number of a person: "points" or a tie-break. Raises SeasonError for an unknown person or column."""
    if person not in table.results:
        raise SeasonError("person_unknown", Sentence("nobody has the key %(person)s", person=repr(person)))
    if column not in _COLUMNS:
        text = Sentence("must be one of %(known)s", known=", ".join(_COLUMNS))
        raise SeasonError("column_unknown", text, column)
    steps = list(_COLUMNS[column](table, table.results[person]))
    value = steps[-1].value
    return Arithmetic(person, column, FORMULAS[column], tuple(steps), value)


def explain_result(table: Ladder, person: str, event: str) -> Arithmetic:
    """Open the worth of one result: the band, the kicker, taking part, or why it is nothing."""
    found = next((one for one in table.results.get(person, ()) if one.event.key == event), None)
    if found is None:
        raise SeasonError(
            "result_unknown", Sentence("%(person)s has no such result", person=repr(person)), event
        )
    steps = _worked_out(found, table.season.circuit)
    return Arithmetic(person, "result", FORMULAS["result"], tuple(steps), steps[-1].value)


def explain_clan(row: ClanRow, rules: Circuit) -> Arithmetic:
    """Open the points of a clan: every member result and crew result, and what was left out."""
    steps = []
    for one in row.results:
        params: dict[str, object] = {
            "date": one.event.on.isoformat(),
            "event": one.event.title,
            "place": one.place,
            "worth": one.worth,
        }
        if one.person is None:
            steps.append(Step("crew_result", params, one.worth))
            continue
        params["person"] = one.person
        if one.counted:
            steps.append(Step("member_result", params, one.worth))
        else:
            params |= {"limit": rules.clan_best, "class": _class_name(rules, one.event.of)}
            steps.append(Step("member_left_out", params, None))
    steps.append(_sum(steps))
    if row.rank is None:
        needed = {"count": len(row.people), "needed": rules.clan_members}
        steps.insert(-1, Step("few_people", needed, None))
    return Arithmetic(row.clan, "clan", FORMULAS["clan"], tuple(steps), steps[-1].value)


def _sum(steps: Iterable[Step]) -> Step:
    value = sum((step.value for step in steps if step.value is not None), Fraction(0))
    return Step("sum", {"value": value}, value)


def _class_name(rules: Circuit, key: str) -> str:
    of = rules.class_of(key)
    return (of.name or of.key) if of else key


def _line(table: Ladder, one: Result) -> Step:
    rules = table.season.circuit
    params: dict[str, object] = {"date": one.event.on.isoformat(), "event": one.event.title}
    if one.state in NOT_COUNTED:
        if one.state == "expired":
            params["months"] = rules.months
        return Step(one.state, params, None)
    params |= {"place": one.finish.place, "field": one.event.field}
    of = rules.class_of(one.event.of)
    if one.state == "kept":
        return Step("kept", params | {"worth": one.worth}, one.worth)
    limits = {
        "over_window": of and of.window_best,
        "over_class": of and of.best,
        "over_all": rules.best,
    }
    if one.state in limits:
        params |= {"worth": one.worth, "limit": limits[one.state]}
        if one.state != "over_all":
            params["class"] = _class_name(rules, one.event.of)
        if one.state == "over_window":
            params["window"] = rules.window_of(one.event.on) or ""
    return Step(one.state, params, None)


def _points(table: Ladder, results: tuple[Result, ...]) -> list[Step]:
    steps = [_line(table, one) for one in results]
    return [*steps, _sum(steps)]


def _kept(results: tuple[Result, ...]) -> list[Result]:
    kept = [one for one in results if one.state == "kept"]
    return sorted(kept, key=lambda one: (-one.worth, one.event.on, one.event.key))


def _day(one: Result) -> dict[str, object]:
    return {"date": one.event.on.isoformat(), "event": one.event.title}


def _in_order(table: Ladder, results: tuple[Result, ...]) -> list[Step]:
    kept = [Step("kept_worth", {**_day(one), "worth": one.worth}, one.worth) for one in _kept(results)]
    return kept or [Step("nothing", {}, Fraction(0))]


def _counted(results: tuple[Result, ...]) -> list[Result]:
    return [one for one in results if one.state in ("kept", "over_window", "over_class", "over_all", "zero")]


def _number(steps: list[Step]) -> list[Step]:
    return [*steps, Step("counted", {"value": len(steps)}, Fraction(len(steps)))]


def _wins(table: Ladder, results: tuple[Result, ...]) -> list[Step]:
    won = [one for one in _counted(results) if one.finish.place == 1]
    return _number([Step("won", _day(one), Fraction(1)) for one in won])


def _earlier(table: Ladder, results: tuple[Result, ...]) -> list[Step]:
    kept = [one for one in results if one.state == "kept"]
    if not kept:
        return [Step("nothing", {}, Fraction(0))]
    last = max(kept, key=lambda one: (one.event.on, one.event.key))
    return [Step("last_kept", _day(last), Fraction(last.event.on.toordinal()))]


def _events(table: Ladder, results: tuple[Result, ...]) -> list[Step]:
    return _number([Step("took_part", _day(one), Fraction(1)) for one in _counted(results)])


_COLUMNS = {"points": _points, "results": _in_order, "wins": _wins, "earlier": _earlier, "events": _events}


def _worked_out(one: Result, rules: Circuit) -> list[Step]:
    of = rules.class_of(one.event.of)
    if of is None or one.state in NOT_COUNTED or one.state in ("disqualified", "unclaimed"):
        return [Step("result_nothing", {"reason": one.state}, None), _sum([])]
    place, field = one.finish.place, one.event.field
    band = of.band_of(place)
    params: dict[str, object] = {"place": place, "field": field}
    if band is None:
        steps = [Step("beyond", {"place": place, "last": of.bands[-1].to if of.bands else 0}, Fraction(0))]
    else:
        params |= {"last": band.to, "kicker": band.field, "points": band.points}
        if field < band.field:
            steps = [Step("kicker_missed", params, Fraction(0))]
        else:
            steps = [Step("band_from" if band.field else "band", params, band.points)]
    if of.taking_part:
        steps.append(Step("taking_part", {"points": of.taking_part}, of.taking_part))
    return [*steps, _sum(steps)]
