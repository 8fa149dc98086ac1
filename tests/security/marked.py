"""A world in which every secret has a word of its own, and for each who may read it, and where."""

from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from community.newsletter.models import Subscription
from community.safety.models import Report
from decks.lists.models import Deck
from decks.lists.services import deck_create, owner_of
from ledger.commands import Actor
from tests.community.hung import send_story
from tests.community.wanted import piece
from tests.decks.lists import legal_text
from tests.security.crawling import mark
from tests.security.test_access_matrix import Hall
from tests.site.reach.test_hooks import hook_to
from tests.tournaments.agenda.people import acts
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tournaments.agenda.models import Block, Friendly, Friendship
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.entries.models import Team
from tournaments.entries.rehearsal_services import tournament_rehearse
from tournaments.entries.services import entry_create
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.finding.models import KeptFilter
from tournaments.judging.models import Penalty
from tournaments.organizations.bar_services import bar_set
from tournaments.organizations.models import Organization
from tournaments.rounds.models import Dispute, Match
from tournaments.submissions.services import deck_submit
from x610z_site.accounts.models import MailAddress
from x610z_site.privacy.models import Choice, Export, Guardian
from x610z_site.privacy.tasks import make_export


class Control(NamedTuple):
    """Who may read a secret, and at which address: there it is found, or nothing would be proved."""

    client: Client
    url: str


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def world_of(hall: Hall) -> dict[str, Control]:
    """Plant a mark for every secret; by the name of the mark who finds it."""
    found: dict[str, Control] = {}
    for plant in (of_people, of_clans, of_decks, of_events, of_organizations, of_friends, of_community):
        found |= plant(hall)
    return found


def user_of(hall: Hall, actor: str) -> Any:
    """The person behind a client of the hall."""
    return get_user_model().objects.get(pk=hall.clients[actor].session["_auth_user_id"])


def set_on(row: Any, **values: Any) -> None:
    """Write past the services: only where the words stand is asked here."""
    type(row)._default_manager.filter(pk=row.pk).update(**values)


def of_people(hall: Hall) -> dict[str, Control]:
    player, dropped = user_of(hall, "player"), user_of(hall, "dropped")
    set_on(player, real_name=mark("real"), email=f"{mark('mail')}@post.example")
    MailAddress.objects.create(
        user=player, address=f"{mark('address')}@post.example", verified_at=timezone.now()
    )
    Guardian.objects.create(user=dropped, given_at=timezone.now(), contact=mark("guardian"))
    minor = make_user(mark("minor"))
    Guardian.objects.create(user=minor, given_at=timezone.now(), contact="x")
    Choice.objects.create(user=minor, page_code=mark("minorpage"), shows_real_name=True)
    set_on(minor, real_name=mark("minorreal"))
    guardians = reverse("privacy:guardians", args=[hall.tournament.slug])
    entries = reverse("tournaments:entries", args=[hall.tournament.slug])
    KeptFilter.objects.create(
        user=player,
        query=f"q={mark('search')}",
        place=1,
        made_at=timezone.now(),
        told_at=timezone.now(),
        next_at=timezone.now(),
    )
    return {
        "real": Control(hall.clients["organizer"], entries),
        "address": Control(hall.clients["player"], _file_of(player)),
        "mail": Control(hall.clients["player"], _file_of(player)),
        "guardian": Control(hall.clients["organizer"], guardians),
        "minor": Control(signed_in(minor), "/me/"),
        "minorreal": Control(signed_in(minor), "/me/data/"),
        "minorpage": Control(signed_in(minor), _file_of(minor)),
        "search": Control(hall.clients["player"], _file_of(player)),
    }


def _file_of(user: Any) -> str:
    """The address of the file of somebody's data, made now; made anew once everything is planted."""
    made, _new = Export.objects.get_or_create(
        user=user, defaults={"language": "en", "state": "queued", "asked_at": timezone.now()}
    )
    return reverse("privacy:export_file", args=[made.pk])


def make_files() -> None:
    """Make every file of somebody's data: archives in which marks stand."""
    for export in Export.objects.all():
        set_on(export, state="queued")
        make_export(export.pk)


def of_clans(hall: Hall) -> dict[str, Control]:
    leader, member = make_user("Leader"), make_user(mark("member"))
    clan = Clan.objects.get(pk=clan_create(actor=acts(leader), name="Quiet Clan")["clan"])
    clan_join(actor=acts(member), code=clan.code)
    set_on(clan, code=mark("clancode"))
    page = reverse("tournaments:clan", args=[clan.pk])
    return {"member": Control(signed_in(leader), page), "clancode": Control(signed_in(leader), page)}


def of_decks(hall: Hall) -> dict[str, Control]:
    player = user_of(hall, "player")
    deck = player.decks.get(public_id=hall.values["own_deck"])
    set_on(deck, name=mark("deck"), notes=mark("notes"), name_key=mark("deck"))
    deck_create(actor=owner_of(player), key="", name="Shown", play="constructed", pool_key="demo")
    Deck.objects.filter(owner=player, name="Shown").update(
        visibility="public", public_id="shown-to-everybody"
    )
    closed = make_tournament("Closed Lists")
    tournament_open_entry(actor=organizer_of(closed), tournament=closed, casual=True)
    entry_create(actor=acts(player), tournament=closed)
    deck_submit(actor=acts(player), tournament=closed, text=legal_text(), name=mark("list"))
    hall.values["closed"] = closed.slug
    of_player = hall.clients["player"]
    return {
        "deck": Control(of_player, reverse("decks:deck_list")),
        "notes": Control(of_player, reverse("decks:deck_view", args=[deck.public_id])),
        "list": Control(of_player, _file_of(player)),
    }


def of_events(hall: Hall) -> dict[str, Control]:
    organizer, slug = organizer_of(hall.tournament), hall.tournament.slug
    hidden = make_tournament(mark("event"), by=organizer.user)
    Tournament.objects.filter(pk=hidden.pk).update(description=mark("description"), slug="not-yet")
    rehearsal = tournament_rehearse(actor=organizer, tournament=hall.tournament, players=4)["slug"]
    Tournament.objects.filter(slug=rehearsal).update(name=mark("rehearsal"))
    invitation_make(
        actor=organizer, tournament=hall.tournament, username=mark("invited"), kind="staff", role="judge"
    )
    Penalty.objects.filter(tournament=hall.tournament).update(note=mark("penalty"))
    match = Match.objects.filter(tournament=hall.tournament, kind="played").order_by("-pk")[0]
    Dispute.objects.create(
        match=match, opened_at=timezone.now(), settled_at=timezone.now(), reason=mark("dispute")
    )
    hook_to(hall.tournament, f"https://{mark('hook')}.example/")
    penalty = reverse("tournaments:penalty", args=[slug, hall.values["penalty_number"]])
    boss = hall.clients["organizer"]
    Team.objects.filter(tournament=hall.tournament).update(code=mark("teamcode")[:12])
    return {
        "event": Control(boss, "/t/not-yet/"),
        "description": Control(boss, "/t/not-yet/"),
        "rehearsal": Control(boss, f"/t/{rehearsal}/"),
        "invited": Control(boss, reverse("tournaments:staff", args=[slug])),
        "penalty": Control(hall.clients["judge"], penalty),
        "dispute": Control(hall.clients["judge"], reverse("tournaments:match_desk", args=[slug, match.pk])),
        "hook": Control(boss, reverse("reach:hooks", args=[slug])),
    }


def of_organizations(hall: Hall) -> dict[str, Control]:
    club = Organization.objects.get(slug=hall.values["organization"])
    owner = Actor(club.created_by, "owner")
    set_on(club, asked_why=mark("why"), asked_level=1, asked_at=timezone.now())
    bar_set(actor=owner, organization=club, username=mark("barred"), reason=mark("barreason"))
    barred = reverse("tournaments:organization_barred", args=[club.slug])
    return {
        "why": Control(hall.clients["office"], reverse("tournaments:office_organizations")),
        "barred": Control(hall.clients["organizer"], barred),
        "barreason": Control(hall.clients["organizer"], barred),
    }


def of_friends(hall: Hall) -> dict[str, Control]:
    player, other = user_of(hall, "player"), make_user("Somebody Else")
    Block.objects.create(owner=player, other=other, name=mark("blocked"), at=timezone.now())
    Friendship.objects.create(asker=player, username=mark("friend"), asked_at=timezone.now())
    Friendly.objects.filter(pk=hall.values["friendly"]).update(place=mark("place"))
    of_player = hall.clients["player"]
    friends = reverse("tournaments:friends")
    return {
        "blocked": Control(of_player, friends),
        "friend": Control(of_player, friends),
        "place": Control(of_player, reverse("tournaments:friendly", args=[hall.values["friendly"]])),
    }


def of_community(hall: Hall) -> dict[str, Control]:
    player, organizer = user_of(hall, "player"), organizer_of(hall.tournament)
    club = Organization.objects.get(slug=hall.values["organization"])
    draft = piece(organizer, club, title=mark("draftnews"))
    Subscription.objects.create(
        organization=club,
        user=player,
        address=f"{mark('reader')}@post.example",
        folded=f"{mark('reader')}@post.example",
        language="en",
        state="active",
        asked_at=timezone.now(),
    )
    Report.objects.filter(matter=hall.values["matter"]).update(words=mark("report"))
    work = send_story(make_user(mark("artist")), title=mark("work"))
    office = hall.clients["office"]
    return {
        "draftnews": Control(hall.clients["organizer"], reverse("community:news", args=[draft.pk])),
        "reader": Control(hall.clients["player"], _file_of(player)),
        "report": Control(office, reverse("community:matter", args=[hall.values["matter"]])),
        "work": Control(office, reverse("community:gallery_work", args=[work.pk])),
    }
