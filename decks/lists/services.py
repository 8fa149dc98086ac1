"""Writing decks: the only place that does. Each call is one transaction and may be sent twice.

A form carries a ``key``: the second of two equal forms finds what the first one made. It also carries what it was
made from (``base``, ``mark``): a form older than the deck is refused with :class:`StaleError`, and nothing is lost.
"""

import hashlib
import secrets
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.cards.pools import pool_for
from decks.registration.services import NAME_LENGTH, require_size
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from rules_engine.x610z.decklist import parse_decklist

from .facts import facts_of
from .models import Deck, DeckListRevision

MAX_DECKS = 500
MAX_REVISIONS = 2_000
MAX_NOTES = 4_000
NOTE_LENGTH = 120
FACTS = ("name_key", "energies", "in_order")


def details_mark(deck: Deck) -> str:
    """A short fingerprint of everything about a deck but its list, to notice a form that is older than it."""
    parts = "\0".join((deck.name, deck.play, deck.pool_key, deck.visibility, deck.notes))
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def deck_create(
    *, owner: Any, key: str, name: str, play: str, pool_key: str, text: str = "", notes: str = ""
) -> Deck:
    """Make a deck, private, with its first saved list. Raises :class:`UserError` for what cannot be kept."""
    require_size(text)
    made_key = _stored(key)
    with transaction.atomic():
        made = Deck.objects.filter(owner=owner, made_key=made_key).first()
        if made is not None:
            return made
        if Deck.objects.filter(owner=owner).count() >= MAX_DECKS:
            raise UserError(
                "too_many_decks",
                _("You have %(limit)s decks already. Delete one first.") % {"limit": MAX_DECKS},
            )
        deck = Deck(
            owner=owner,
            name=clean_name(name)[:NAME_LENGTH] or _("My deck"),
            play=_choice(play, Deck.Play.values, "play"),
            pool_key=_pool_key(pool_key),
            notes=_notes(notes),
            made_key=made_key,
            saved_at=timezone.now(),
        )
        try:
            with transaction.atomic():
                deck.save(force_insert=True)
        except IntegrityError:
            return Deck.objects.get(owner=owner, made_key=made_key)  # the twin of this form was faster
        _add(deck, None, text=text, note="", key=made_key)
        return deck


def deck_save(
    *, owner: Any, deck_id: int, key: str, base: int, text: str, note: str = ""
) -> DeckListRevision:
    """Save the list as the next revision; the list that is saved already is not saved twice.

    ``base`` is the number of the revision the text was made from. Raises :class:`StaleError` when another one was
    saved since.
    """
    require_size(text)
    with transaction.atomic():
        deck = _locked(owner, deck_id)
        sent = DeckListRevision.objects.filter(deck=deck, key=_stored(key)).first()
        if sent is not None and sent.text == text:
            return sent
        current = _current(deck)
        if current is not None and current.text == text:
            return current
        _require_base(current, base)
        return _add(deck, current, text=text, note=note, key=_stored(key if sent is None else ""))


def deck_restore(*, owner: Any, deck_id: int, key: str, base: int, number: int) -> DeckListRevision:
    """Save an earlier list anew as the next revision; the ones between stay in the history."""
    with transaction.atomic():
        deck = _locked(owner, deck_id)
        sent = DeckListRevision.objects.filter(deck=deck, key=_stored(key)).first()
        if sent is not None:
            return sent
        old = DeckListRevision.objects.filter(deck=deck, number=number).first()
        if old is None:
            raise UserError("no_revision", _("This deck has no such revision."))
        current = _current(deck)
        if current is not None and current.text == old.text:
            return current
        _require_base(current, base)
        note = _("Revision %(number)s again") % {"number": number}
        return _add(deck, current, text=old.text, note=note, key=_stored(key))


def deck_describe(
    *, owner: Any, deck_id: int, mark: str, name: str, play: str, pool_key: str, visibility: str, notes: str
) -> Deck:
    """Change everything about a deck but its list. Raises :class:`StaleError` when ``mark`` is of an older deck."""
    with transaction.atomic():
        deck = _locked(owner, deck_id)
        before = details_mark(deck)
        deck.name = clean_name(name)[:NAME_LENGTH] or deck.name
        deck.play = _choice(play, Deck.Play.values, "play")
        deck.pool_key = _pool_key(pool_key)
        deck.visibility = _choice(visibility, Deck.Visibility.values, "visibility")
        deck.notes = _notes(notes)
        if details_mark(deck) != before:
            if mark != before:
                raise StaleError(
                    "stale",
                    _("This deck was changed elsewhere meanwhile. Look at what you typed and save again."),
                )
            current = _current(deck)
            _note(deck, current.text if current is not None else "")
            deck.save(update_fields=["name", "play", "pool_key", "visibility", "notes", *FACTS])
        return deck


def deck_copy(*, owner: Any, source: Deck, key: str) -> Deck:
    """A deck of one's own, private, with the list of a deck one may read; notes come along from an own deck only."""
    return deck_create(
        owner=owner,
        key=f"copy:{source.public_id}:{key}" if key else "",
        name=_("Copy of %(name)s") % {"name": source.name},
        play=source.play,
        pool_key=source.pool_key,
        text=source.current.text if source.current is not None else "",
        notes=source.notes if source.owner_id == owner.pk else "",
    )


def deck_delete(*, owner: Any, deck_id: int) -> None:
    """Delete a deck with its whole history. Lists handed in at tournaments are copies and stay."""
    with transaction.atomic():
        Deck.objects.filter(pk=deck_id, owner=owner).delete()


# --- parts ---------------------------------------------------------------------------------------------------


def _locked(owner: Any, deck_id: int) -> Deck:
    """The deck under its row lock; saves of one deck happen one after the other."""
    deck = Deck.objects.select_for_update().filter(pk=deck_id, owner=owner).first()
    if deck is None:
        raise UserError("no_deck", _("This deck does not exist any more."))
    return deck


def _current(deck: Deck) -> DeckListRevision | None:
    """Read anew: what was joined before the lock may be old."""
    return DeckListRevision.objects.filter(pk__in=[deck.current_id]).first()


def _require_base(current: DeckListRevision | None, base: int) -> None:
    if current is not None and base != current.number:
        raise StaleError(
            "stale",
            _(
                "This deck was saved elsewhere meanwhile (revision %(number)s). Your list stands here unsaved; "
                "save it again to make it the newest. The other one stays in the history."
            )
            % {"number": current.number},
        )


def _add(deck: Deck, current: DeckListRevision | None, *, text: str, note: str, key: str) -> DeckListRevision:
    number = 1 if current is None else current.number + 1
    if number > MAX_REVISIONS:
        raise UserError(
            "too_many_revisions", _("This deck has a very long history. Go on with a copy of it.")
        )
    pool = pool_for(deck.pool_key)
    parsed = parse_decklist(text, pool)
    revision = DeckListRevision.objects.create(
        deck=deck,
        number=number,
        text=text,
        main=parsed.main,
        sideboard=parsed.sideboard,
        pool_sha256=pool.sha256,
        note=clean_name(note)[:NOTE_LENGTH],
        key=key,
        at=timezone.now(),
    )
    deck.current, deck.saved_at = revision, revision.at
    _note(deck, text)
    deck.save(update_fields=["current", "saved_at", *FACTS])
    return revision


def _note(deck: Deck, text: str) -> None:
    """Put what searches ask of a deck into its columns."""
    facts = facts_of(deck, text)
    deck.name_key, deck.energies, deck.in_order = facts["name_key"], facts["energies"], facts["in_order"]


def _stored(key: str) -> str:
    """A key as it is stored: its hash, for it comes from outside; a form without one gets one of its own."""
    return hashlib.sha256((key or secrets.token_hex(16)).encode("utf-8", "replace")).hexdigest()


def _choice(value: str, choices: list[str], field: str) -> str:
    if value not in choices:
        raise UserError("bad_choice", _("Choose one of the values on the page."), field=field)
    return value


def _pool_key(key: str) -> str:
    """A key of a pool that exists; a text no key can be never reaches the database."""
    try:
        if len(key) <= 40 and key.isprintable():
            pool_for(key)
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
