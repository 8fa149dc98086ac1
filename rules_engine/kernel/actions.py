"""What the actions of any game have in common: which fields one kind of action may have, and which it must."""

from operator import attrgetter
from typing import Protocol

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from .errors import LogError

ALWAYS = ("n", "do", "seat", "note")
"""The fields that every action may have."""


class Doing(Protocol):
    """An action as its form reads it: what it does, beside the fields of its game."""

    @property
    def do(self) -> str:
        """What kind of action it is."""


class Form:
    """The fields of the actions called ``do``: ``names``, and ``needed`` among them; all others must be left out."""

    __slots__ = ("_needed", "_refused", "empty", "read")

    def __init__(
        self, action: type[Struct], do: str, names: tuple[str, ...], needed: tuple[str, ...] = ()
    ) -> None:
        left_out = [field for field in fields(action) if field.name not in (*ALWAYS, *names)]
        self._refused = tuple(field.name for field in left_out)
        self.empty = (do, *map(_default, left_out))
        self.read = attrgetter("do", *self._refused)  # one name alone would give no tuple; see ``check``
        """What of an action must be ``empty``: who has many to check compares the two, and asks for the fault then."""
        self._needed = needed

    def check(self, action: Doing) -> None:
        """Raise :class:`LogError` for a field that is missing, or that does not belong to the action."""
        for name in self._needed:
            if not getattr(action, name):
                raise LogError("field_missing", field=name, do=action.do)
        if self._refused and (values := self.read(action)) != self.empty:
            wrong = zip(self._refused, values[1:], self.empty[1:], strict=True)
            name = next(name for name, value, none in wrong if value != none)
            raise LogError("field_not_allowed", field=name, do=action.do)


def _default(field: FieldInfo) -> object:
    return field.default if field.default is not NODEFAULT else field.default_factory()
