"""The one picture of what people write: as it was sent, drawn anew, hung at its row."""

from typing import Protocol

from django import forms
from django.db import transaction

from decks.cards.pictures import MAX_BYTES, Drawn, picture_forget, picture_keep, reencoded_picture
from ledger.commands import Command
from ledger.errors import Problem, UserError


class Pictured(Protocol):
    """A row with one picture: the random name of its files, and its size in pixels."""

    picture: str
    width: int
    height: int


def picture_sent(form: forms.Form) -> bytes | None:
    """The bytes that a form was sent; one more than is allowed, so that a file that is too large is told so."""
    sent = form.cleaned_data.get("picture")
    return bytes(sent.read(MAX_BYTES + 1)) if sent else None


def drawn_anew(picture: bytes | None, problems: list[Problem]) -> Drawn | None:
    """The picture as it is kept; None without one, and where it cannot be, which ``problems`` then says."""
    if picture is None:
        return None
    try:
        return reencoded_picture(picture)
    except UserError as error:
        problems += [Problem(one.code, one.message, "picture") for one in error.problems]
        return None


def hang(cmd: Command, row: Pictured, drawn: Drawn | None) -> None:
    """Give a row another picture before it is saved; the files of the one that is not kept go."""
    if drawn is None:
        return
    old, kept = row.picture, picture_keep(drawn)
    row.picture, row.width, row.height = kept, drawn.width, drawn.height
    cmd.if_undone(lambda: picture_forget(kept))
    if old:
        transaction.on_commit(lambda: picture_forget(old))
