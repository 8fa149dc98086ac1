"""What a program sends and gets, from the signature of the service that an operation calls.

Each parameter of the service is a field of the body, but for those that the address says or the operation fills in.
"""

import inspect
from collections.abc import Callable, Container, Mapping
from typing import Any

import msgspec
from rest_framework import serializers

from ledger.shapes import Json

from .fields import NAMED, TYPED, Body, Kind

Service = Callable[..., Any]
"""A command, as its room offers it."""

SAID_AS = {
    "entry_id": "entry",
    "entry_number": "entry",
    "other_id": "other",
    "user_id": "person",
    "user": "person",
    "log_id": "log",
}
"""Parameters that a body says by another name: a program knows entries and people by their public numbers."""

_ANSWERS: Json = {}
_OF_EVERY_COMMAND = ("cmd", "actor", "key", "tournament")


def parameters_of(service: Service) -> dict[str, inspect.Parameter]:
    """What a service takes beside who acts, under which key, and the tournament."""
    signature = inspect.signature(service)
    return {name: one for name, one in signature.parameters.items() if name not in _OF_EVERY_COMMAND}


def said_of(service: Service, filled: Container[str]) -> dict[str, str]:
    """The parameters that a body says, each with its name there; ``filled`` are those it does not."""
    return {name: SAID_AS.get(name, name) for name in parameters_of(service) if name not in filled}


def body_of(name: str, words: str, fields: Mapping[str, serializers.Field]) -> type[Body]:
    """A body with these fields; ``words`` are what the schema says of it."""
    return type(name, (Body,), {**fields, "__doc__": words})


def fields_of(
    service: Service, said: Mapping[str, str], kinds: Mapping[str, Kind]
) -> dict[str, serializers.Field]:
    """The fields of the parameters that a body says, and what else is in ``kinds``.

    Raises TypeError for a parameter of which nothing tells what it takes.
    """
    taken = parameters_of(service)
    fields = {}
    for name, called in said.items():
        kind = kinds.get(called) or NAMED.get(called) or TYPED.get(taken[name].annotation)
        if kind is None:
            raise TypeError(f"say what {called} may be: nothing tells it of this name and type")
        default = taken[name].default
        needed = default is inspect.Parameter.empty
        fields[called] = kind.field() if needed else kind.field(required=False, default=default)
    more = {called: kind.field() for called, kind in kinds.items() if called not in fields}
    return fields | more


def answer_of(*services: Service) -> Json:
    """The schema of what comes back: what one of these services answers; its parts are kept for :func:`complete`."""
    told = [inspect.signature(one).return_annotation for one in services]
    found, parts = msgspec.json.schema_components(told, ref_template="#/components/schemas/{name}")
    _ANSWERS.update(parts)
    kinds = [one for number, one in enumerate(found) if one not in found[:number]]
    result = kinds[0] if len(kinds) == 1 else {"oneOf": kinds}
    return {"type": "object", "properties": {"result": result}, "required": ["result"]}


def complete(result: Json, **_asked: object) -> Json:
    """Let the schema know every answer, and say of bodies that they take no other names; called when it is made.

    Raises RuntimeError when an answer is named as something else is.
    """
    schemas = result["components"]["schemas"]
    if twice := schemas.keys() & _ANSWERS.keys():
        raise RuntimeError(f"two things of the schema are named {twice}")
    for name, schema in schemas.items():
        if name.endswith("Body"):
            schema["additionalProperties"] = False
    schemas.update(_ANSWERS)
    return result
