"""What can be reported in the rooms below this floor. Rooms beside and above it register their own kinds."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from decks.cards.selectors import card_key, named_card, pictures_by_number
from decks.lists.models import Deck
from decks.lists.questions import withheld as of_decks
from ledger.people import Person
from ledger.web import whole_number
from tournaments.agenda.models import Friendly
from tournaments.clans.models import Clan
from tournaments.events.models import Tournament
from tournaments.organizations.selectors import living_one
from tournaments.programme.models import Circuit

from . import hiding_services as hiding
from .kinds import Kind, Thing, register
from .selectors import withheld


def _clan(key: str, reader: Person | None) -> Thing | None:
    clan = Clan.objects.filter(pk=whole_number(key), ended_at=None).first()
    if clan is None:
        return None
    return Thing(clan.name, reverse("tournaments:clan", args=[clan.pk]), "", clan.leader_id)


def _organization(key: str, reader: Person | None) -> Thing | None:
    found = living_one(key)
    if found is None:
        return None
    venues = found.venues.filter(closed_at=None)
    said = [found.about, found.website, *(f"{one.name}\n{one.hours}\n{one.house_rules}" for one in venues)]
    url = reverse("tournaments:organization", args=[found.slug])
    return Thing(found.name, url, "\n".join(filter(None, said)), found.created_by_id)


def _circuit(key: str, reader: Person | None) -> Thing | None:
    rows = Circuit.objects.filter(pk=whole_number(key), organization__ended_at=None)
    found = rows.exclude(state=Circuit.State.DRAFT).select_related("organization").first()
    if found is None:
        return None
    url = reverse("tournaments:circuit", args=[found.organization.slug, found.slug])
    return Thing(found.name, url, found.about, found.made_by_id, found.organization)


def _event(key: str, reader: Person | None) -> Thing | None:
    found = Tournament.objects.select_related("organization").filter(slug=key).first()
    if found is None or found.staff_only:
        return None
    words = "\n".join(filter(None, (found.location, found.description, found.announcement)))
    url = reverse("tournaments:detail", args=[found.slug])
    ended = found.organization is None or found.organization.ended_at is not None
    return Thing(found.name, url, words, found.created_by_id, None if ended else found.organization)


def _deck(key: str, reader: Person | None) -> Thing | None:
    shown = Deck.objects.exclude(visibility=Deck.Visibility.PRIVATE).select_related("current")
    found = shown.filter(public_id=key).first()
    if found is None:
        return None
    note = found.current.note if found.current is not None else ""
    url = reverse("decks:deck_view", args=[found.public_id])
    return Thing(found.name, url, "\n".join(filter(None, (found.notes, note))), found.owner_id)


def _card(key: str, reader: Person | None) -> Thing | None:
    game, number = card_key(key)
    found = named_card(game, number)
    if found is None:
        return None
    picture = pictures_by_number(game, [number]).get(number)
    credit = f"{picture.credit}, {picture.licence}" if picture is not None else ""
    return Thing(*found, credit)


def _friendly(key: str, reader: Person | None) -> Thing | None:
    """A friendly game, for the two who see it; what is reported of it is what the other one wrote."""
    rows = Friendly.objects.filter(pk=whole_number(key)).exclude(place="")
    if reader is not None:
        rows = rows.filter(Q(proposer=reader.pk) | Q(asked=reader.pk))
    found = rows.first()
    if found is None:
        return None
    writer = found.other_of(found.answers_id)  # who spoke last named the place
    url = reverse("tournaments:friendly", args=[found.pk])
    return Thing(str(_("Friendly game")), url, found.place, writer)


register(
    Kind("clan", _("a clan"), _clan, hiding.hide_clan, _("The clan is called by its number.")),
    Kind(
        "organization",
        _("an organization"),
        _organization,
        hiding.hide_organization,
        _("What it says of itself goes, and it is called by its number. Its events stay."),
    ),
    Kind(
        "circuit",
        _("a circuit"),
        _circuit,
        hiding.hide_circuit,
        _("What it says of itself goes, and it is called by its number. The ladder stays."),
    ),
    Kind(
        "event",
        _("a tournament"),
        _event,
        hiding.hide_event,
        _("Its description and announcement go, and it is called by its number. It can be played."),
    ),
    Kind(
        "deck",
        _("a deck"),
        _deck,
        hiding.hide_deck,
        _("Only its owner sees it from now on."),
    ),
    Kind(
        "card",
        _("a card"),
        _card,
        hiding.hide_card_picture,
        _("Its picture goes for good. What is printed on it, a keeper of the cards corrects."),
    ),
    Kind(
        "friendly",
        _("the place of a friendly game"),
        _friendly,
        hiding.hide_place,
        _("The place goes. The game stays as it is agreed."),
    ),
)


@of_decks.answered_by
def _withheld_deck(public_id: str) -> bool:
    return withheld("deck", public_id)
