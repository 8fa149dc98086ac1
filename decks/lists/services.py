"""Writing decks: the only place that does, by commands of the ledger in a chain of their own.

A form carries what it was made from (``base``, ``mark``): one older than the deck is refused with
:class:`StaleError`, and nothing is lost.
"""

import hashlib
from typing import TypedDict

from django.utils.translation import gettext as _

from decks.cards.pools import card_pool, game_of_pool
from decks.registration.check import parsed_list
from decks.registration.services import NAME_LENGTH, require_size
from ledger.commands import Actor, Command, Parted, command
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from ledger.people import Account
from rules_engine.games import game_of

from .models import Deck, DeckListRevision
from .questions import withheld
from .search_facts import facts_of


class DeckMade(TypedDict):
    """A deck by its row and by the part of its address."""

    deck: int
    public_id: str


class DeckSaved(TypedDict):
    """The number of the deck's newest revision."""

    number: int


MAX_DECKS = 500
MAX_REVISIONS = 2_000
MAX_NOTES = 4_000
NOTE_LENGTH = 120
FACTS = ("name_key", "energies", "in_order")


def details_mark(deck: Deck) -> str:
    """A short fingerprint of everything about a deck but its list, to notice a form that is older than it."""
    parts = "\0".join((deck.name, deck.play, deck.pool_key, deck.visibility, deck.notes))
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


DECKS = Parted("decks")
"""The chain of the ledger in which what happens to people's own decks stands."""


@command("own_deck.create", chain=DECKS)
def deck_create(
    cmd: Command, *, name: str, play: str, pool_key: str, text: str = "", notes: str = ""
) -> DeckMade:
    """Make a deck, private, with its first saved list; answers ``{"deck", "public_id"}``.

    Raises :class:`UserError` for what cannot be kept.
    """
    require_size(text)
    owner = cmd.actor.user
    if Deck.objects.filter(owner=owner).count() >= MAX_DECKS:
        raise UserError(
            "too_many_decks",
            _("You already have %(limit)s decks. Delete one first.") % {"limit": MAX_DECKS},
        )
    deck = Deck.objects.create(
        owner=owner,
        name=clean_name(name)[:NAME_LENGTH] or _("My deck"),
        play=_play(play, pool_key),
        pool_key=_pool_key(pool_key),
        notes=_notes(notes),
        saved_at=cmd.at,
    )
    _add(cmd, deck, None, text=text, note="")
    return {"deck": deck.pk, "public_id": deck.public_id}


@command("own_deck.save", chain=DECKS)
def deck_save(cmd: Command, *, deck_id: int, base: int, text: str, note: str = "") -> DeckSaved:
    """Save the list as the next revision, answered as ``{"number"}``; a list that is saved already stays as it is.

    ``base`` is the number of the revision the text was made from. Raises :class:`StaleError` when another one was
    saved since.
    """
    require_size(text)
    deck = _locked(cmd, deck_id)
    current = _current(deck)
    if current is not None and current.text == text:
        return {"number": current.number}
    _require_base(current, base)
    return {"number": _add(cmd, deck, current, text=text, note=note).number}


@command("own_deck.restore", chain=DECKS)
def deck_restore(cmd: Command, *, deck_id: int, base: int, number: int) -> DeckSaved:
    """Save an earlier list anew as the next revision; the ones between stay in the history."""
    deck = _locked(cmd, deck_id)
    old = DeckListRevision.objects.filter(deck=deck, number=number).first()
    if old is None:
        raise UserError("no_revision", _("This deck has no such revision."))
    current = _current(deck)
    if current is not None and current.text == old.text:
        return {"number": current.number}
    _require_base(current, base)
    note = _("Revision %(number)s again") % {"number": number}
    return {"number": _add(cmd, deck, current, text=old.text, note=note).number}


@command("own_deck.describe", chain=DECKS)
def deck_describe(
    cmd: Command,
    *,
    deck_id: int,
    mark: str,
    name: str,
    play: str,
    pool_key: str,
    visibility: str,
    notes: str,
) -> None:
    """Change everything about a deck but its list. Raises :class:`StaleError` when ``mark`` is of an older deck."""
    deck = _locked(cmd, deck_id)
    before = details_mark(deck)
    deck.name = clean_name(name)[:NAME_LENGTH] or deck.name
    deck.play = _play(play, pool_key)
    deck.pool_key = _pool_key(pool_key)
    deck.visibility = _choice(visibility, Deck.Visibility.values, "visibility")
    deck.notes = _notes(notes)
    if deck.visibility != Deck.Visibility.PRIVATE and withheld(deck.public_id):
        text = _("This deck was reported and hidden: only you see it. Your page of reports says why.")
        raise UserError("withheld", text, field="visibility")
    if details_mark(deck) != before:
        if mark != before:
            raise StaleError(
                "stale",
                _("This deck was changed elsewhere in the meantime. Check what you typed and save again."),
            )
        current = _current(deck)
        _note(deck, current.text if current is not None else "")
        deck.save(update_fields=["name", "play", "pool_key", "visibility", "notes", *FACTS])


def deck_copy(*, actor: Actor, key: str | None, source: Deck) -> DeckMade:
    """A deck of one's own, private, with the list of a deck one may read; notes come along from one's own only."""
    answer: DeckMade = deck_create(
        actor=actor,
        key=key,
        name=_("Copy of %(name)s") % {"name": source.name},
        play=source.play,
        pool_key=source.pool_key,
        text=source.current.text if source.current is not None else "",
        notes=source.notes if source.owner_id == actor.user.pk else "",
    )
    return answer


@command("own_deck.delete", chain=DECKS)
def deck_delete(cmd: Command, *, deck_id: int) -> None:
    """Delete a deck with its whole history. Lists submitted at tournaments are copies and stay."""
    Deck.objects.filter(pk=deck_id, owner=cmd.actor.user).delete()
    cmd.record(deck=deck_id)


# --- parts ---------------------------------------------------------------------------------------------------


def owner_of(user: Account) -> Actor:
    """Who acts when somebody writes a deck of their own."""
    return Actor(user, "owner")


def _locked(cmd: Command, deck_id: int) -> Deck:
    """The actor's deck under its row lock; saves of one deck happen one after the other."""
    cmd.record(deck=deck_id)
    deck = Deck.objects.select_for_update().filter(pk=deck_id, owner=cmd.actor.user).first()
    if deck is None:
        raise UserError("no_deck", _("This deck no longer exists."))
    return deck


def _current(deck: Deck) -> DeckListRevision | None:
    """Read anew: what was joined before the lock may be old."""
    return DeckListRevision.objects.filter(pk__in=[deck.current_id]).first()


def _require_base(current: DeckListRevision | None, base: int) -> None:
    if current is not None and base != current.number:
        raise StaleError(
            "stale",
            _(
                "This deck was saved elsewhere in the meantime (revision %(number)s). Your list is here but not "
                "saved; save it again to make it the newest. The other one stays in the history."
            )
            % {"number": current.number},
        )


def _add(
    cmd: Command, deck: Deck, current: DeckListRevision | None, *, text: str, note: str
) -> DeckListRevision:
    number = 1 if current is None else current.number + 1
    if number > MAX_REVISIONS:
        raise UserError(
            "too_many_revisions", _("This deck has a very long history. Go on with a copy of it.")
        )
    pool = card_pool(deck.game, deck.pool_key)
    parsed = parsed_list(text, pool, deck.game)
    revision = DeckListRevision.objects.create(
        deck=deck,
        number=number,
        text=text,
        main=parsed.main,
        sideboard=parsed.sideboard,
        pool_sha256=pool.sha256,
        note=clean_name(note)[:NOTE_LENGTH],
        at=cmd.at,
    )
    cmd.record(deck=deck.pk, revision=number)
    deck.current, deck.saved_at = revision, revision.at
    _note(deck, text)
    deck.save(update_fields=["current", "saved_at", *FACTS])
    return revision


def _note(deck: Deck, text: str) -> None:
    """Put what searches ask of a deck into its columns."""
    facts = facts_of(deck, text)
    deck.name_key, deck.energies, deck.in_order = facts["name_key"], facts["energies"], facts["in_order"]


def _choice(value: str, choices: list[str], field: str) -> str:
    if value not in choices:
        raise UserError("bad_choice", _("Choose one of the values on the page."), field=field)
    return value


def _play(play: str, pool_key: str) -> str:
    """How a deck is played, among the ways that its game knows."""
    game = game_of(game_of_pool(_pool_key(pool_key)))
    if play == Deck.Play.LIMITED and not game.decks.limited:
        raise UserError(
            "not_limited", _("%(game)s is not played limited.") % {"game": game.name}, field="play"
        )
    return _choice(play, Deck.Play.values, "play")


def _pool_key(key: str) -> str:
    """A key of a pool that exists; a text no key can be never reaches the database."""
    try:
        if len(key) <= 40 and key.isprintable():
            card_pool(game_of_pool(key), key)
            return key
    except KeyError:
        pass
    raise UserError("bad_pool", _("There is no such card pool."), field="pool_key")


def _notes(notes: str) -> str:
    """Plain text with line breaks, as long as it may be."""
    plain = notes.replace("\r\n", "\n").replace("\r", "\n")
    plain = "".join(char for char in plain if char == "\n" or clean_name(f"a{char}a") != "aa").strip()
    if len(plain) > MAX_NOTES:
        raise UserError(
            "notes_too_long",
            _("These notes have %(length)s characters; %(limit)s are allowed.")
            % {"length": len(plain), "limit": MAX_NOTES},
            field="notes",
        )
    return plain
