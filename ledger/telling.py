"""What a command did to the rows of an event, told in its ledger row by construction: no service says it by hand.

A model that inherits :class:`Told` says which of its columns decide something. Whatever a command saves, updates, adds
in bulk or deletes of such a model is noted while it runs; before its row is appended, the rows it touched are read once
more and told as they then stand, or as gone. :mod:`ledger.anew` makes an event anew of all that was told.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

from django.db import models
from django.db.models.signals import class_prepared, post_delete, post_save

from .hashing import digest, plain
from .shapes import Json

ALL = "all_rows"
"""Marks a ledger row that tells every row of its event: what was written before no row had to tell."""
ROWS = "rows"
"""The value of a ledger row that tells of rows: by kind and key what they say, or None for one that is gone."""
SALT, WORDS = "salt", "words"
_MANY = 500
Key = tuple[int, ...]
Touched = dict["type[Told]", dict[int, Key]]
touching: ContextVar[Touched | None] = ContextVar("rows_touched", default=None)
"""What the running command has touched, by primary key; None where no command runs, so nothing is told."""


@dataclass(frozen=True)
class Tells:
    """What of a table is told: names of columns, separated by blanks.

    ``fields`` in the clear: ids, states, values. ``sealed`` as a hash: what is secret by itself, or long. ``words``:
    what somebody wrote, together as one hash with the row's own ``salt``; an erasure changes both. ``event``: the way
    to the slug of the event, or of what else it is ``about``; ``book``: the prefix of the chain that may tell it.
    ``key``: what makes it the same row. ``before``: columns that rows of an action beginning with ``action`` told
    before rows were told as such; ``stays``: and then it had to be there still. ``kept``: days after which a row may be
    gone, or its words and what is sealed.
    """

    fields: str
    event: str
    sealed: str = ""
    words: str = ""
    book: str = "t"
    about: str = "event"
    key: str = "pk"
    before: str = ""
    action: str = ""
    stays: bool = False
    kept: int | None = None

    @cached_property
    def columns(self) -> list[str]:
        """Every column that is read to tell a row, after the key and the event."""
        salt = [SALT] if self.words else []
        return [*self.fields.split(), *self.sealed.split(), *self.words.split(), *salt]

    def say(self, values: Sequence[object]) -> Json:
        """What is told of a row with these :attr:`columns`."""
        row = dict(zip(self.columns, values, strict=True))
        said: Json = {name: plain(row[name]) for name in self.fields.split()}
        said |= {name: seal(row[name]) for name in self.sealed.split()}
        if self.words:
            words = [row[name] for name in self.words.split()]
            said[WORDS] = digest([row[SALT], *words])[:32] if any(words) else ""
        return said


def seal(value: object) -> str:
    """A value as a hash; empty for what is empty."""
    return digest(bytes(value) if isinstance(value, memoryview) else value)[:32] if value else ""


Model = TypeVar("Model", bound="Told")


class ToldRows(models.QuerySet[Model]):
    """Rows of a model that is told: what changes many of them at once is noted like what changes one."""

    def update(self, **values: object) -> int:
        """Change them, and note those that change in a column that is told or followed."""
        if touching.get() is not None and _told(self.model, values):
            *names, last = ("pk", *_key(self.model), _followed_by(self.model))
            rows = list(self.values_list(*names, last))
            _touch(self.model, (row[:-1] for row in rows))
            _note(self.model, (row[-1] for row in rows))
        elif touching.get() is not None and _followed(self.model, values):
            _note(self.model, self.values_list(_followed_by(self.model), flat=True))
        return super().update(**values)

    def bulk_create(
        self,
        objs: Iterable[Model],
        batch_size: int | None = None,
        ignore_conflicts: bool = False,
        update_conflicts: bool = False,
        update_fields: Collection[str] | None = None,
        unique_fields: Collection[str] | None = None,
    ) -> list[Model]:
        """Add them, and note them."""
        made = super().bulk_create(
            objs, batch_size, ignore_conflicts, update_conflicts, update_fields, unique_fields
        )
        _touch(self.model, ((one.pk, *(getattr(one, name) for name in _key(self.model))) for one in made))
        _note(self.model, (getattr(one, _followed_by(self.model)) for one in made))
        return made


class Told(models.Model):
    """A table of an event of which commands tell what they do to its rows."""

    tells: ClassVar[Tells]
    objects = ToldRows.as_manager()

    class Meta:
        abstract = True


def new_salt() -> str:
    """A salt for words that are told."""
    return secrets.token_hex(16)


def kinds(about: str = "event") -> list[type[Told]]:
    """Every model that is told of an event, or of what else it can be about, by its name."""
    return sorted((model for model in _models if model.tells.about == about), key=kind_of)


def chains_of(event: str, about: str = "event") -> set[str]:
    """The keys of the chains that may tell of an event, or of what else it is about, with this slug."""
    return {f"{model.tells.book}-{event}" for model in kinds(about)}


def kind_of(model: type[models.Model]) -> str:
    """How a ledger row calls a model."""
    return str(model._meta.model_name)


@dataclass(frozen=True)
class Follower:
    """Who make something of the rows of a table, of which columns beside those that are told, and by which key."""

    makes: tuple[Callable[[Collection[int]], None], ...]
    columns: frozenset[str]
    by: str


_followers: "dict[type[Told], Follower]" = {}
_noted: ContextVar["dict[type[Told], set[int]] | None"] = ContextVar("rows_noted", default=None)


def follow(
    model: "type[Told]", make: Callable[[Collection[int]], None], columns: str = "", by: str = "pk"
) -> None:
    """Let ``make`` have the keys of the rows that a command touched, inside its transaction.

    For rooms above that keep something made of them. ``columns``: which fields count beside those that are told;
    ``by``: which one is handed over, of rows that are gone as well, the same for all who follow a table.
    """
    before = _followers.get(model, Follower((), frozenset(), by))
    if before.by != by:
        raise ValueError(f"{kind_of(model)} is followed by {before.by}")
    makes = (*before.makes, *(() if make in before.makes else (make,)))
    _followers[model] = Follower(makes, before.columns | frozenset(columns.split()), by)


def let_follow() -> None:
    """Call everybody who follows a table of which the running command touched rows."""
    noted = _noted.get() or {}
    for model, follower in _followers.items():
        if keys := noted.get(model):
            for make in follower.makes:
                make(keys)


@contextmanager
def listening() -> Iterator[None]:
    """Note what is touched, while one command runs."""
    token, noted = touching.set({}), _noted.set({})
    try:
        yield
    finally:
        touching.reset(token)
        _noted.reset(noted)


def touch_all(event: str) -> None:
    """Let the running command tell every row of an event as it stands."""
    for model in kinds():
        rows = model._default_manager.filter(**{model.tells.event: event}).order_by()
        _touch(model, rows.values_list("pk", *_key(model)))


def key_text(key: Iterable[object]) -> str:
    """The key of a row as a ledger row has it."""
    return ":".join(map(str, key))


def told_rows(chain_key: str, beside: Collection[str] = ()) -> Iterator[tuple[str, Json]]:
    """What the running command has to tell, by the chain to tell it in; ``chain_key`` is that of its own row.

    What everybody may know is told in that row, too, unless one of the rows ``beside`` is in the event's own chain: a
    reader of that chain must not see whether judges had written something before.
    """
    said: dict[str, Json] = {}
    own, _dash, event = chain_key.partition("-")
    for model, rows in (touching.get() or {}).items():
        found = _stand(model, list(rows))
        for pk, key in rows.items():
            slug, now = found.get(pk, (event, None))
            if not slug:  # of no event
                continue
            in_own_row = model.tells.book == "t" and slug == event and f"t-{slug}" not in beside
            book = own if in_own_row else model.tells.book
            kind = said.setdefault(f"{book}-{slug}", {}).setdefault(kind_of(model), {})
            if now is not None or key_text(key) not in kind:
                kind[key_text(key)] = now
    yield from said.items()


def _stand(model: type[Told], keys: list[int]) -> dict[int, tuple[str, Json]]:
    """By primary key the event and what is told of the rows that are there."""
    found: dict[int, tuple[str, Json]] = {}
    for start in range(0, len(keys), _MANY):
        rows = model._default_manager.filter(pk__in=keys[start : start + _MANY]).order_by()
        for pk, slug, *values in rows.values_list("pk", model.tells.event, *model.tells.columns):
            found[pk] = (slug, model.tells.say(values))
    return found


_models: list[type[Told]] = []


def _prepare(sender: type[models.Model], **_more: object) -> None:
    if issubclass(sender, Told) and not sender.__module__.startswith("__fake__"):
        _models.append(sender)
        post_save.connect(_saved, sender=sender)
        post_delete.connect(_deleted, sender=sender)


class_prepared.connect(_prepare)


def _saved(sender: type[Told], instance: Told, update_fields: Iterable[str] | None, **_more: object) -> None:
    if update_fields is None or _told(sender, update_fields):
        _deleted(sender, instance)
    elif _followed(sender, update_fields):
        _note(sender, [getattr(instance, _followed_by(sender))])


def _deleted(sender: type[Told], instance: Told, **_more: object) -> None:
    _touch(sender, [(instance.pk, *(getattr(instance, name) for name in _key(sender)))])
    _note(sender, [getattr(instance, _followed_by(sender))])


def _told(model: type[Told], names: Iterable[str]) -> bool:
    """Whether a change of these fields is told."""
    columns = {*model.tells.columns, *_key(model)}
    changed = set(names)
    fields = model._meta.concrete_fields
    return any(one.attname in columns and {one.name, one.attname} & changed for one in fields)


def _followed(model: type[Told], names: Iterable[str]) -> bool:
    """Whether somebody follows a change of these fields."""
    return model in _followers and not _followers[model].columns.isdisjoint(names)


def _followed_by(model: type[Told]) -> str:
    return _followers[model].by if model in _followers else "pk"


def _note(model: type[Told], keys: Iterable[int]) -> None:
    noted = _noted.get()
    if noted is not None and model in _followers:
        noted.setdefault(model, set()).update(keys)


def _key(model: type[Told]) -> list[str]:
    return list(model.tells.key.split())


def _touch(model: type[Told], rows: Iterable[Key]) -> None:
    touched = touching.get()
    if touched is not None:
        touched.setdefault(model, {}).update({pk: tuple(key) for pk, *key in rows})
