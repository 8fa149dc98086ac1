"""How a body of the API is read: JSON, no deeper than anything the API takes, of characters that can be stored."""

from collections.abc import Mapping
from typing import IO

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from ledger.shapes import Json

MOST_DEEP = 20
"""So many lists and objects inside one another; the deepest that an operation takes are the settings of an event."""


class PlainJSONParser(JSONParser):
    """JSON that can be read, walked and stored; anything else is the sender's error (400), never ours."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Json:
        """The body as plain data; raises ParseError."""
        try:
            said = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("JSON parse error - too deep") from None
        _check(said)
        return said


def _check(said: object) -> None:
    """Walk what was read level by level; raises ParseError for what is too deep and for half characters."""
    level: list[object] = [said]
    for _depth in range(MOST_DEEP + 1):
        if not level:
            return
        below: list[object] = []
        for one in level:
            if isinstance(one, dict):
                below += one.keys()
                below += one.values()
            elif isinstance(one, list):
                below += one
            elif isinstance(one, str) and any("\ud800" <= char <= "\udfff" for char in one):
                raise ParseError("JSON parse error - half of a character")
        level = below
    raise ParseError("JSON parse error - too deep")
