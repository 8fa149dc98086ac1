"""Taking out of sight what rooms below show, inside the command that decided so. What people played stays as it is."""

import secrets

from decks.cards.picture_services import picture_take
from decks.cards.selectors import card_key, pictures_of
from decks.lists.models import Deck
from ledger.commands import Command
from ledger.names import fold
from tournaments.agenda.models import Friendly
from tournaments.clans.models import Clan
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.organizations.models import Organization, Venue
from tournaments.programme.models import Circuit


def _neutral(word: str, number: object) -> str:
    """A name that says nothing, and that nobody can have taken before to keep a thing from being hidden."""
    return f"{word} {number}-{secrets.token_hex(2)}"


def hide_clan(cmd: Command, key: str, reason: str) -> None:
    """Call a clan by its number; its leader cannot give it another name, so nothing comes back."""
    name = _neutral("Clan", key)
    Clan.objects.filter(pk=key).update(name=name, folded=fold(name))


def hide_organization(cmd: Command, key: str, reason: str) -> None:
    """Empty what an organization says of itself and of its venues, and call it by its number."""
    row = Organization.objects.select_for_update(no_key=True).get(slug=key)
    row.name = _neutral("Organization", row.pk)
    row.folded, row.about, row.website = fold(row.name), "", ""
    row.save(update_fields=["name", "folded", "about", "website"])
    Venue.objects.filter(organization=row).update(house_rules="", hours="")


def hide_circuit(cmd: Command, key: str, reason: str) -> None:
    """Empty what a circuit says of itself, and call it by its number; the ladder stays."""
    name = _neutral("Circuit", key)
    Circuit.objects.filter(pk=key).update(name=name, folded=fold(name), about="")


def hide_event(cmd: Command, key: str, reason: str) -> None:
    """Empty the description and the announcement of an event, and call it by its number; its rounds go on."""
    row = Tournament.objects.get(slug=key)
    cmd.lock(TOURNAMENT_LOCK, row.pk)
    Tournament.objects.filter(pk=row.pk).update(
        name=_neutral("Tournament", row.pk), description="", announcement=""
    )
    cmd.also("event.hide", chain=row.chain_key, public=True)


def hide_deck(cmd: Command, key: str, reason: str) -> None:
    """Show a deck to its owner alone; while it is withheld nobody else is let in again."""
    Deck.objects.filter(public_id=key).update(visibility=Deck.Visibility.PRIVATE)


def hide_card_picture(cmd: Command, key: str, reason: str) -> None:
    """Take the picture of a card away for good, if it has one; what a card says, its keeper corrects."""
    picture = pictures_of(*card_key(key)).filter(removed_at=None).order_by("-pk").first()
    if picture is not None:
        picture_take(cmd, picture, reason[:300])


def hide_place(cmd: Command, key: str, reason: str) -> None:
    """Empty the place of a friendly game."""
    Friendly.objects.filter(pk=key).update(place="")
