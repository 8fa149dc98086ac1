"""Writes the typed client out of the schema of the API: `manage.py write_client`.

What comes out is ``tournaments/client/made.py``: a struct for every shape, a method for every operation. A word of an
answer is any text, because a newer site may know more of them; a word that is sent is one of those the schema names.
"""

import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from django.utils.translation import override

from ledger.shapes import Json
from tournaments import client

from .schema import described

TARGET = Path(client.__file__).with_name("made.py")
HEAD = '''"""Every operation of the API. Made from its schema by `manage.py write_client`; not written by hand."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from .sending import Sender
'''
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
FORMATS = {"date-time": "datetime", "date": "date"}


class Maker:
    """Writes Python for one schema."""

    def __init__(self, schema: Json) -> None:
        self.parts: Json = schema["components"]["schemas"]
        self.paths: Json = schema["paths"]
        self.wanted: dict[str, None] = {}  # shapes that a method needs, in the order in which they are met

    def whole(self) -> str:
        """The module."""
        methods = [
            self.method(path, verb, one) for path, verbs in self.paths.items() for verb, one in verbs.items()
        ]
        shapes: dict[str, str] = {}
        while waiting := [name for name in self.wanted if name not in shapes]:
            shapes |= {name: self.struct(name, self.parts[name]) for name in waiting}
        site = 'class Site(Sender):\n    """One site; see `Sender` for how it is made."""\n\n'
        written = [shapes[name] for name in sorted(shapes)]
        inside = textwrap.indent("\n\n".join(sorted(methods)), "    ")
        return "\n\n".join([HEAD, *written, site + inside])

    def kind(self, part: Json, *, sent: bool = False) -> str:
        """The type of a part of the schema. ``sent``: in a body, where only the words that are named may stand."""
        if "$ref" in part:
            return self.named(part["$ref"].rpartition("/")[2], sent=sent)
        for several in ("oneOf", "anyOf", "allOf"):
            if several in part:
                return " | ".join(dict.fromkeys(self.kind(one, sent=sent) for one in part[several]))
        if "enum" in part:
            return self.words(part["enum"], sent=sent)
        kinds = part["type"] if isinstance(part.get("type"), list) else [part.get("type", "")]
        return " | ".join(dict.fromkeys(self.plain(one, part, sent=sent) for one in kinds))

    def plain(self, kind: str, part: Json, *, sent: bool) -> str:
        """The type of a part that says its own."""
        if kind == "array":
            return f"list[{self.kind(part['items'], sent=sent)}]"
        if kind == "object":
            values = part.get("additionalProperties")
            return f"dict[str, {self.kind(values, sent=sent) if values else 'Any'}]"
        return FORMATS.get(part.get("format", ""), PLAIN.get(kind, "Any")) if kind != "null" else "None"

    def named(self, name: str, *, sent: bool) -> str:
        """The type of a part that has a name: a struct, or the words of a list."""
        part = self.parts[name]
        if "properties" not in part:
            return self.kind(part, sent=sent)
        self.wanted[name] = None
        return name

    def words(self, known: list[object], *, sent: bool) -> str:
        """The type of one word of a list."""
        if sent:
            return f"Literal[{', '.join(repr(one) for one in known)}]"
        return " | ".join(dict.fromkeys(type(one).__name__ for one in known))

    def struct(self, name: str, part: Json) -> str:
        """A class for an object."""
        needed = set(part.get("required", ()))
        lines = [
            f"class {name}(Struct, kw_only=True, omit_defaults=True):",
            *said(part.get("description", "")),
        ]
        for key, value in part["properties"].items():
            kind = self.kind(value)
            end = f"field(name={key!r}" if spelled(key) != key else ""
            if key in needed:
                lines.append(f"    {spelled(key)}: {kind}" + (f" = {end})" if end else ""))
            else:
                default = f"{end}, default=UNSET)" if end else "UNSET"
                lines.append(f"    {spelled(key)}: {kind} | UnsetType = {default}")
        return "\n".join(lines)

    def method(self, path: str, verb: str, one: Json) -> str:
        """A method for an operation."""
        inside = {part["name"]: part for part in one.get("parameters", ()) if part["in"] == "path"}
        names = re.findall(r"{(\w+)}", path)
        placed = [f"{spelled(name)}: {self.kind(inside[name]['schema'])}" for name in names]
        places = f"({', '.join(map(spelled, names))}{',' if len(names) == 1 else ''})"
        answer = self.answer(one)
        end = f"{re.sub(r'{[^}]*}', '{}', path)!r}, {places}"
        if verb == "get":
            asked = [part for part in one.get("parameters", ()) if part["in"] == "query"]
            more = [f"{spelled(part['name'])}: {self.asked(part)}" for part in asked]
            query = "{" + ", ".join(f"{part['name']!r}: {spelled(part['name'])}" for part in asked) + "}"
            name, call = read_name(path, one), f"self._read({end}, {query}, {answer})"
        else:
            body = self.body(one)
            needed = set(body.get("required", ()))
            keys = sorted(body.get("properties", {}), key=lambda key: key not in needed)
            more = [f"{spelled(key)}: {self.given(body['properties'][key], key in needed)}" for key in keys]
            sent = "{" + ", ".join(f"{key!r}: {spelled(key)}" for key in keys) + "}"
            more.append('key: str = ""')
            name, call = one["operationId"], f"self._write({end}, {sent}, {answer}, key)"
        arguments = ", ".join(["self", *placed, *(["*", *more] if more else [])])
        about = said(one.get("description") or name.replace("_", " ").capitalize())
        call = call.replace(", None, key)", ", type(None), key)") if answer == "None" else f"return {call}"
        return f"def {name}({arguments}) -> {answer}:\n" + "\n".join([*about, f"    {call}"])

    def asked(self, part: Json) -> str:
        """The type of something in a query, with its default."""
        kind = self.kind(part["schema"], sent=True)
        return kind if part.get("required") else f"{kind} | None = None"

    def given(self, part: Json, needed: bool) -> str:
        """The type of something in a body, with its default."""
        kind = self.kind(part, sent=True)
        return kind if needed else f"{kind} | UnsetType = UNSET"

    def body(self, one: Json) -> Json:
        """The shape of what an operation takes."""
        content = one.get("requestBody", {}).get("content", {})
        part: Json = content["application/json"]["schema"] if content else {}
        found: Json = self.parts[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        return found

    def answer(self, one: Json) -> str:
        """The type of what an operation answers; what a write answers stands under `result`."""
        part: Json = one["responses"]["200"]["content"]["application/json"]["schema"]
        return self.kind(
            part["properties"]["result"] if set(part.get("properties", ())) == {"result"} else part
        )


def read_name(path: str, one: Json) -> str:
    """What to call a read: its own name, or the words of its address, each before a key as a single one."""
    if not one["operationId"].endswith(("_retrieve", "_list", "_detail", "_dump")):
        return str(one["operationId"])
    words = re.findall(r"([^/{}]+)(/{\w+})?", path.removeprefix("/api/v1/").rstrip("/"))
    return "_".join(word.removesuffix("s") if key else word for word, key in words).replace("-", "_")


def said(text: str) -> list[str]:
    """A docstring of a class."""
    if not text:
        return []
    lines = textwrap.wrap(" ".join(text.split()).replace("\\", ""), 96)
    return (
        [f'    """{lines[0]}"""']
        if len(lines) == 1
        else [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:]), '    """']
    )


def spelled(name: str) -> str:
    """A name that Python can carry."""
    return f"{name}_" if keyword.iskeyword(name) or name == "self" else name.replace("-", "_")


def made() -> str:
    """The module as it should be, laid out as the rest of the code is."""
    with override("en"):
        text = Maker(described("en")).whole()
    ruff = [sys.executable, "-m", "ruff"]
    for arguments in (["check", "--fix", "--quiet", "--exit-zero"], ["format"]):
        done = subprocess.run(
            [*ruff, *arguments, "--stdin-filename", str(TARGET), "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        text = done.stdout
    return text
