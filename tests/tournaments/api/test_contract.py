"""Every writing operation, asked with a token of every scope on a real tournament: answers as the schema says.

The bodies follow the published schema, or break it in one place. `make contract` asks thousands more, from outside.
"""

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.api.programs import Program
from tests.tournaments.hall import play, publish, running_tournament, staff_actor
from tournaments.api.urls import OPERATIONS
from tournaments.events.models import Staff, Tournament
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]
LAST = ("finish_tournament", "cancel_tournament", "take_role")
"""After these nothing can be written in the tournament any more, or not by whose program it is."""
TEXTS = ("", "x", "Late Lou", "played", "caution", "T6", "12 2-1", "é" * 40, "2-0", "E1", "rules", "judge")


class Schema:
    """The published schema, and values that follow it."""

    def __init__(self) -> None:
        self.tree = json.loads(Client().get("/api/v1/schema/?format=json").content)
        self.random = Random(20)

    def operation(self, path: str) -> Any:
        """The part about writing to an address."""
        return self.tree["paths"][path]["post"]

    def value(self, part: Any) -> Any:
        """Something that this part of the schema allows."""
        if "$ref" in part:
            return self.value(self.tree["components"]["schemas"][part["$ref"].rpartition("/")[2]])
        for several in ("oneOf", "anyOf", "allOf"):
            if several in part:
                return self.value(self.random.choice(part[several]))
        if "enum" in part:
            return self.random.choice(part["enum"])
        kind = part.get("type", "string")
        if kind == "object":
            asked = part.get("properties", {})
            needed = part.get("required", ())
            return {
                key: self.value(asked[key]) for key in asked if key in needed or self.random.random() < 0.7
            }
        if kind == "array":
            least, most = part.get("minItems", 0), part.get("maxItems", 3)
            return [self.value(part["items"]) for _one in range(self.random.randint(least, most))]
        if kind == "null":
            return None
        if kind == "integer":
            least, most = part.get("minimum", 0), part.get("maximum", 9)
            return self.random.choice(
                [least, most, min(max(1, least), most), self.random.randint(least, most)]
            )
        if kind == "boolean":
            return self.random.random() < 0.5
        if "example" in part:
            return part["example"]
        return self.random.choice(TEXTS)[: part.get("maxLength", 60)]

    def body(self, path: str) -> Any:
        """A body for this operation; None where it takes none."""
        content = self.operation(path).get("requestBody", {}).get("content", {})
        return self.value(content["application/json"]["schema"]) if content else None

    def check(self, path: str, answer: Any) -> None:
        """Raise ValidationError unless this is what the schema promises."""
        promised = self.operation(path)["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(answer, promised | {"components": self.tree["components"]})

    def broken(self, body: Any) -> Any:
        """The same with a value of another kind in one place."""
        if not isinstance(body, dict) or not body:
            return ["no object"]
        key = self.random.choice(sorted(body))
        return body | {key: {"of": "another kind"}}


@kept
def tournament() -> Tournament:
    found = running_tournament(8, changes={"rounds": 3})
    play(found)
    publish(found, 2)
    return found


def everything(tournament: Tournament) -> Program:
    """The program of somebody who organizes, judges and plays at table 1."""
    user = Match.objects.get(tournament=tournament, round__number=2, table=1).seats.all()[0].entry.user
    for role in ("organizer", "head_judge", "judge"):
        Staff.objects.create(tournament=tournament, user=user, role=role)
    return Program(user)


def test_every_operation_answers_what_its_schema_says_to_bodies_that_follow_it_and_that_break_it(
    tournament: Tournament,
) -> None:
    schema, program = Schema(), everything(tournament)
    place = {"slug": tournament.slug, "round": 2, "table": 1, "entry": 1, "penalty": 1, "number": 1}
    place |= dict.fromkeys(("log", "snapshot", "rule", "invitation", "deck", "puzzle", "counts", "place"), 1)
    done: set[str] = set()
    for one in sorted(OPERATIONS.values(), key=lambda one: one.name in LAST):
        path = one.path
        for name, value in place.items():
            path = path.replace(f"<int:{name}>", str(value)).replace(f"<slug:{name}>", str(value))
        public = "/api/v1/" + one.path.replace("<slug:", "{").replace("<int:", "{").replace(">", "}")
        known = {int(status) for status in schema.operation(public)["responses"]}
        for broken in (False, True):
            body = schema.body(public)
            wrong = broken and body is not None
            answer = program.post(path, schema.broken(body) if wrong else body)
            told = f"{one.name}: {answer.status_code} {answer.content[:300]!r} to {body!r}"
            assert answer.status_code in known, told
            assert answer["Content-Type"] == "application/json", told
            said = answer.json()
            if answer.status_code == 200:
                schema.check(public, said)
                done.add(one.name)
            elif answer.status_code == 409:
                for problem in said["problems"]:
                    assert set(problem) == {"code", "message", "field", "rule"} and problem["message"], told
            assert not wrong or answer.status_code in (400, 403, 404), told
    assert len(done) >= 12, f"hardly anything was done, so little was seen: {sorted(done)}"


def test_a_name_that_no_operation_reads_is_refused_by_its_name(tournament: Tournament) -> None:
    schema, program = Schema(), everything(tournament)
    at = f"tournaments/{tournament.slug}/rounds/2/tables/1/"
    for body in ({"minutes": 5, "minuts": 6}, {"minuts": 6}):
        answer = program.post(f"{at}extend/", body)
        assert (answer.status_code, answer.json()) == (400, {"minuts": ["no such field"]})
    # Where nothing is asked, nothing can be said; and inside of a part, too.
    assert program.post(f"{at}call/claim/", {"reason": "hand"}).json() == {"reason": ["no such field"]}
    fact = {"text": "x", "status": "agreed", "evidence": 1, "sure": True}
    judge = Program(staff_actor(tournament, "judge").user)
    assert "sure" in judge.post(f"{at}cases/", {"facts": [fact]}).content.decode()
    assert program.post(f"{at}cases/", {"facts": [fact]}).status_code == 403, (
        "who plays is not told what it takes"
    )
    bodies = {
        name: one for name, one in schema.tree["components"]["schemas"].items() if name.endswith("Body")
    }
    assert len(bodies) > 60 and all(one["additionalProperties"] is False for one in bodies.values())


def test_a_name_in_a_query_that_nobody_reads_is_refused_and_so_is_one_that_stands_twice(
    tournament: Tournament,
) -> None:
    at, program = f"tournaments/{tournament.slug}/", everything(tournament)
    for query, wrong in (
        ("standings/?rond=1", {"rond": ["no such field"]}),
        ("rounds/2/exchange/plan/?first=1&first=2&second=3", {"first": ["needed once"]}),
        ("rounds/2/exchange/plan/?first=1&scond=3", {"scond": ["no such field"]}),
    ):
        answer = program.get(f"{at}{query}")
        assert (answer.status_code, answer.json()) == (400, wrong), query
    assert program.get(f"{at}standings/?round=1&format=json").status_code == 200


def test_an_address_that_is_none_is_said_as_json_below_the_api_and_as_a_page_elsewhere() -> None:
    for path in ("/api/v1/nothing/", "/api/v1/tournaments/none/rounds/null,null/draft/"):
        answer = Client().post(path)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/json"), path
    answer = Client().get("/nothing/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_the_schema_says_that_open_lists_are_read_by_anybody() -> None:
    paths = Schema().tree["paths"]
    for path in ("decks/", "decks/{number}/"):
        assert {} in paths[f"/api/v1/tournaments/{{slug}}/{path}"]["get"]["security"], path


UNTYPED = {
    "rules": "of a circuit: docs/season-points.md has their form",
    "values": "of an event, each before and after: of whatever type the setting is",
    "result": "of who ends a friendship or leaves a team: done, and nothing to say",
}
"""Parts of answers that may be anything, by name, and why."""


def untyped(part: Any, tree: Any, name: str = "") -> set[str]:
    """The names of the parts of a schema that may be anything."""
    while "$ref" in part:
        part = tree["components"]["schemas"][part["$ref"].rpartition("/")[2]]
    several = [one for key in ("oneOf", "anyOf", "allOf") for one in part.get(key, ())]
    inner = [(name, one) for one in several] + list(part.get("properties", {}).items())
    inner += [
        (name, part[key]) for key in ("items", "additionalProperties") if isinstance(part.get(key), dict)
    ]
    if not inner and (part.get("type", "object") == "object") and not {"enum", "const"} & set(part):
        return {name}
    return {found for called, one in inner for found in untyped(one, tree, called)}


def test_every_answer_says_what_it_holds_but_for_few_that_are_named() -> None:
    tree = Schema().tree
    found: set[str] = set()
    for verbs in tree["paths"].values():
        for one in verbs.values():
            answers = one["responses"]
            kinds = [
                kind
                for code in answers
                if code[0] == "2"
                for kind in answers[code].get("content", {}).values()
            ]
            for kind in kinds:
                found |= untyped(kind["schema"], tree)
    assert found == set(UNTYPED)
    assert untyped({"type": "object", "properties": {"outcome": {}}}, tree) == {"outcome"}
