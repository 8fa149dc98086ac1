"""Season points a second time, from docs/season-points.md alone: slow, literal, and without a line of the first.

Each function is a paragraph of the page; what it must offer stands in `agreement.py`. It trusts its input. What one
more event can give is in `second_one_more.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

Data = dict[str, Any]
TO = (1, 2, 4, 8, 16, 32, 64)
KICKERS = (0, 4, 8, 17, 33, 65, 129)
EVENING = (15, 12, 10, 8, 6, 4)
OPEN = (50, 40, 32, 25, 20, 16, 13)
CHAMPIONSHIP = (100, 80, 64, 50, 40, 32, 26)


# --- circuits ----------------------------------------------------------------------------------------------


def preset_class(key: str, points: tuple[int, ...], **more: int) -> Data:
    """A class of a preset."""
    bands = [
        {"to": to, "points": paid, "field": field}
        for to, paid, field in zip(TO, points, KICKERS, strict=False)
    ]
    return {"key": key, "bands": bands, **more}


PRESETS: dict[str, Data] = {
    "x610z": {
        "classes": [
            preset_class("evening", EVENING, taking_part=1, best=4),
            preset_class("open", OPEN, taking_part=1, best=4),
            preset_class("championship", CHAMPIONSHIP, taking_part=1, best=2),
        ]
    },
    "pokemon": {
        "classes": [preset_class("challenge", EVENING, best=4), preset_class("cup", OPEN, best=4)],
    },
    "vekn": {"classes": [preset_class("event", OPEN)], "best": 8, "months": 18},
    "alwaysberunning": {"classes": [preset_class("event", OPEN)], "best": 5, "only": []},
}
WITHOUT_IT: Data = {
    "best": None,
    "starts": None,
    "ends": None,
    "months": None,
    "windows": [],
    "tie_breaks": ["results", "wins", "earlier"],
    "clan_best": 5,
    "clan_members": 3,
    "only": None,
    "also": [],
    "honours": [],
}


def rules_of(data: Data) -> Data:
    """All fields of the circuit; its classes by key."""
    said = data.get("circuit", "x610z")
    if isinstance(said, str):
        said = {"preset": said}
    rules = WITHOUT_IT | PRESETS.get(said.get("preset"), {}) | said
    return rules | {"classes": {one["key"]: one for one in rules["classes"]}}


# --- which events count ------------------------------------------------------------------------------------


def day_of(data: Data) -> str | None:
    """The day of the ladder."""
    return data.get("on") or max((event["date"] for event in data["events"]), default=None)


def months_before(on: str, months: int) -> str:
    """The day of the same number, or the last of a month that is too short."""
    day = date.fromisoformat(on)
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    first_of_next = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    last = (first_of_next - timedelta(days=1)).day
    return date(year, month + 1, min(day.day, last)).isoformat()


def reason(rules: Data, event: Data, on: str) -> str:
    """Why an event does not count, or nothing when it does."""
    also = event["key"] in rules["also"]
    if event["class"] not in rules["classes"]:
        return "other_class"
    if rules["only"] is not None and event["key"] not in rules["only"] and not also:
        return "not_chosen"
    if event.get("rehearsal") and not also:
        return "rehearsal"
    if event.get("imported") and not also:
        return "imported"
    if rules["starts"] and event["date"] < rules["starts"]:
        return "too_early"
    if rules["ends"] and event["date"] > rules["ends"]:
        return "too_late"
    if event["date"] > on:
        return "later"
    if rules["months"] and event["date"] <= months_before(on, rules["months"]):
        return "expired"
    return ""


# --- what a finish is worth --------------------------------------------------------------------------------


def exact(points: object) -> Fraction:
    """Points as the file has them."""
    return Fraction(str(points))


def worth_of(of: Data, place: int, field: int) -> Fraction:
    """What a place of a class pays in a field."""
    worth = exact(of.get("taking_part", 0))
    for band in of.get("bands", []):
        if place <= band["to"]:
            return worth + (exact(band["points"]) if field >= band.get("field", 0) else 0)
    return worth


def members_of(finish: Data) -> list[Data]:
    """Who stands in a finish: each with person and clan."""
    if "members" not in finish:
        return [finish]
    named = [{"person": one} if isinstance(one, str) else one for one in finish["members"]]
    return [{**one, "clan": finish.get("clan", one.get("clan"))} for one in named]


def results_of(rules: Data, events: Iterable[Data], on: str) -> list[Data]:
    """Every member of every finish: the state is empty while it may still be kept."""
    out = []
    for event in sorted(events, key=lambda one: (one["date"], one["key"])):
        why = reason(rules, event, on)
        for finish in event["finishes"]:
            worth = Fraction(0)
            if event["class"] in rules["classes"]:
                field = event.get("size", len(event["finishes"]))
                worth = worth_of(rules["classes"][event["class"]], finish["place"], field)
            for member in members_of(finish):
                state = ""
                if why:
                    state = why
                elif finish.get("disqualified") or member.get("disqualified"):
                    state = "disqualified"
                elif member.get("unclaimed"):
                    state = "unclaimed"
                elif not worth:
                    state = "zero"
                out.append(
                    {
                        "event": event["key"],
                        "class": event["class"],
                        "date": event["date"],
                        "crew": event.get("kind") == "crew",
                        "place": finish["place"],
                        "person": member["person"],
                        "clan": member.get("clan"),
                        "worth": worth,
                        "state": state,
                        "paid": state in ("", "zero"),
                    }
                )
    return out


# --- limits ------------------------------------------------------------------------------------------------


def better_first(result: Data) -> tuple[Any, ...]:
    """Worth more, then earlier, then the smaller key of the event."""
    return (-result["worth"], result["date"], result["event"])


def limited(rules: Data, results: list[Data]) -> list[Data]:
    """The results of one person with their final states."""
    results = [dict(one) for one in results]

    def leave_out(group: list[Data], limit: int | None, state: str) -> None:
        left = sorted((one for one in group if not one["state"]), key=better_first)
        for one in left[limit:] if limit is not None else ():
            one["state"] = state

    for key, of in rules["classes"].items():
        here = [one for one in results if one["class"] == key]
        for window in rules["windows"]:
            inside = [one for one in here if window["starts"] <= one["date"] <= window["ends"]]
            leave_out(inside, of.get("window_best"), "over_window")
    for key, of in rules["classes"].items():
        leave_out([one for one in results if one["class"] == key], of.get("best"), "over_class")
    leave_out(results, rules["best"], "over_all")
    for one in results:
        one["state"] = one["state"] or "kept"
    return results


# --- the ladder --------------------------------------------------------------------------------------------


def standing(rules: Data, results: list[Data]) -> Data:
    """What one person has: results, points, values of the tie-breaks, and the order (less is better)."""
    results = limited(rules, results)
    kept = [one for one in results if one["state"] == "kept"]
    paid = [one for one in results if one["paid"]]
    values: Data = {
        "results": sorted((one["worth"] for one in kept), reverse=True),
        "wins": len({one["event"] for one in paid if one["place"] == 1}),
        "earlier": max((one["date"] for one in kept), default=""),
        "events": len({one["event"] for one in paid}),
    }
    order = {
        "results": [-worth for worth in values["results"]],
        "wins": -values["wins"],
        "earlier": values["earlier"],
        "events": values["events"],
    }
    points = sum((one["worth"] for one in kept), Fraction(0))
    tie_breaks = rules["tie_breaks"]
    return {
        "results": results,
        "points": points,
        "values": {key: values[key] for key in tie_breaks},
        "order": [-points, *(order[key] for key in tie_breaks)],
    }


def by_person(results: list[Data]) -> dict[str, list[Data]]:
    """The results of each."""
    out: dict[str, list[Data]] = {}
    for one in results:
        out.setdefault(one["person"], []).append(one)
    return out


def ranked(rows: list[Data], name: str) -> list[Data]:
    """In order, with ranks and who shares them."""
    rows = sorted(rows, key=lambda row: (row["order"], row[name]))
    for row in rows:
        row["rank"] = 1 + sum(other["order"] < row["order"] for other in rows)
        row["tied_with"] = [
            other[name] for other in rows if other["order"] == row["order"] and other is not row
        ]
    return rows


def rows_of(rules: Data, results: list[Data]) -> list[Data]:
    """The ladder."""
    standings = [
        {"person": person, **standing(rules, theirs)} for person, theirs in by_person(results).items()
    ]
    rows = ranked([row for row in standings if row["points"] > 0], "person")
    names = ["points", *rules["tie_breaks"]]
    for number, row in enumerate(rows):
        row["decided_by"] = None
        if number:
            pairs = zip(names, rows[number - 1]["order"], row["order"], strict=True)
            row["decided_by"] = next((name for name, above, here in pairs if above != here), None)
    return rows


# --- the clan ladder ---------------------------------------------------------------------------------------


def clans_of(rules: Data, events: list[Data], results: list[Data]) -> list[Data]:
    """The clan ladder."""
    rows = []
    for clan in {one["clan"] for one in results if one["clan"] and one["paid"]}:
        theirs = [one for one in results if one["clan"] == clan and one["paid"]]
        members = [{**one, "counted": False} for one in theirs if not one["crew"] and one["worth"]]
        for key in rules["classes"]:
            of_class = [one for one in members if one["class"] == key]
            of_class.sort(key=lambda one: (*better_first(one), one["person"]))
            for one in of_class[: rules["clan_best"]]:
                one["counted"] = True
        listed = members + crew_results(clan, events, theirs)
        listed.sort(key=lambda one: (one["date"], one["event"], one["place"], one["person"] or ""))
        worths = sorted((one["worth"] for one in listed if one["counted"]), reverse=True)
        rows.append(
            {
                "clan": clan,
                "points": sum(worths, Fraction(0)),
                "people": sorted({one["person"] for one in theirs}),
                "results": listed,
                "order": [-sum(worths, Fraction(0)), [-worth for worth in worths]],
            }
        )
    rows = [row for row in rows if row["points"] > 0]
    enough = [row for row in rows if len(row["people"]) >= rules["clan_members"]]
    too_few = ranked([row for row in rows if len(row["people"]) < rules["clan_members"]], "clan")
    return ranked(enough, "clan") + [{**row, "rank": None, "tied_with": []} for row in too_few]


def crew_results(clan: str, events: list[Data], paid: list[Data]) -> list[Data]:
    """Each crew of the clan of which somebody is paid, once."""
    out = []
    for event in events:
        if event.get("kind") != "crew":
            continue
        for finish in event["finishes"]:
            people = [one["person"] for one in members_of(finish)]
            here = [one for one in paid if one["event"] == event["key"] and one["person"] in people]
            if finish["clan"] == clan and here and here[0]["worth"]:
                out.append({**here[0], "person": None, "counted": True})
    return out


# --- honours -----------------------------------------------------------------------------------------------


def honours_of(rules: Data, rows: list[Data], clans: list[Data], results: list[Data]) -> list[Data]:
    """The awards."""
    out = []
    for rule in rules["honours"]:
        place = rule.get("place", 1)
        if rule["kind"] in ("rank", "clan_rank"):
            table, name = (rows, "person") if rule["kind"] == "rank" else (clans, "clan")
            for row in table:
                if row["rank"] is not None and row["rank"] <= place:
                    award = {"who": row[name], "rank": row["rank"], "events": []}
                    out.append({"honour": rule["key"], **award})
            continue
        for person, theirs in sorted(by_person(results).items()):
            keys = [
                one["event"]
                for one in theirs
                if one["paid"]
                and rule.get("class") in (None, one["class"])
                and (rule["kind"] == "events" or one["place"] <= place)
            ]
            if len(keys) >= rule.get("times", 1):
                out.append({"honour": rule["key"], "who": person, "rank": None, "events": keys})
    return out


# --- what comes out ----------------------------------------------------------------------------------------


def written(found: object) -> Any:
    """Points as text, whatever they stand in."""
    if isinstance(found, Fraction):
        return str(found)
    if isinstance(found, dict):
        return {key: written(one) for key, one in found.items()}
    return [written(one) for one in found] if isinstance(found, list) else found


def picked(found: Data, fields: str) -> Data:
    """Some of the fields."""
    return {key: found[key] for key in fields.split()}


def answer(data: Data) -> Data:
    """The `rows`, `clans` and `honours` of `ladder/1`."""
    rules = rules_of(data)
    results = results_of(rules, data["events"], day_of(data) or "")
    rows = rows_of(rules, results)
    clans = clans_of(rules, data["events"], results)
    given = honours_of(rules, rows, clans, results)
    for row in rows:
        for one in row["results"]:
            if one["state"] != "kept" and not one["state"].startswith("over_"):
                one["worth"] = Fraction(0)
        row["results"] = [picked(one, "event place worth state") for one in row["results"]]
    for row in clans:
        row["results"] = [picked(one, "event place person worth counted") for one in row["results"]]
    of_row = "rank person points tied_with decided_by values results"
    of_clan = "rank clan points people tied_with results"
    found: Data = {
        "rows": [picked(row, of_row) for row in rows],
        "clans": [picked(row, of_clan) for row in clans],
        "honours": given,
    }
    return {key: written(one) for key, one in found.items()}
