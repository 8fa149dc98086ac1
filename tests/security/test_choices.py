"""What a person keeps to themselves: two worlds that differ in a hidden clan and a real name look the same.

Every page, file and answer of the tournament is read by one of every kind of person; only those who may know (the
desk, the clan, the office, the person) may see a difference.
"""

from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import Chain
from tests.halls import kept
from tests.security.test_access_matrix import READ, Hall, hall
from tests.security.test_secrets import VOLATILE
from tests.speeds import amount, at_night
from tests.tournaments.hall import approve, make_user, organizer_of, running_tournament
from tournaments.clans.models import Clan, Membership
from tournaments.clans.services import clan_create, clan_join, clan_show
from tournaments.entries.models import Entry
from x610z_site.privacy.choice_services import (
    guardian_confirm,
    guardian_give,
    real_name_change,
)

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]

# Nobody here works at the desk, is of the clan or is the person.
OTHERS = ["stranger", "player", "anonymous", "judge"][
    : amount(2, 4, "two worlds: as whom every page is read")
]
PAGES = [name for name in READ if name.startswith(("tournaments:", "api:", "privacy:", "accounts:"))]
FILES = ("trf", "json", "csv")


def texts(hall: Hall, actors: list[str], pages: list[str] = PAGES) -> dict[tuple[str, str, str], str]:
    """Every page, each clan and each form of the results, without what is new on every request."""
    found = {}
    for name in pages:
        rule = READ[name]
        for number in hall.values["clans"] if "clan" in rule.args else hall.values["clans"][:1]:
            for form in FILES if "export_form" in rule.args else FILES[:1]:
                hall.values |= {"clan": number, "export_form": form}
                for actor in actors:
                    cache.clear()
                    answer = hall.clients[actor].get(hall.url(name, rule))
                    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                    head = f"{answer.status_code} {answer.headers.get('ETag', '')} "
                    found[name, f"{number} {form}", actor] = head + VOLATILE.sub(
                        "", body.decode(errors="replace")
                    )
    return found


def put_in(user: Any, clan: Clan, real_name: str) -> None:
    """The world in which this person is of this clan and has this name, and nothing else is different."""
    Membership.objects.filter(user=user).update(clan=clan)
    Entry.objects.filter(user=user).update(clan=clan)
    type(user).objects.filter(pk=user.pk).update(real_name=real_name)


@kept
def worlds(hall: Hall) -> tuple[Hall, Any, list[Clan]]:
    """The player of the match is of one clan or the other, with a mate in the first; nobody shows it."""
    clans = []
    for name in ("Azure Canary", "Brass Canary"):
        made = clan_create(actor=Actor(make_user(), "player"), name=name)
        clans.append(Clan.objects.get(pk=made["clan"]))
    user = Entry.objects.get(pk=hall.values["entry"]).user
    mate = Entry.objects.filter(tournament=hall.tournament).exclude(user=user).exclude(user__guest_of__gt="")
    mates = [one.user for one in mate[:2]]
    clan_join(actor=Actor(user, "player"), code=clans[0].code)
    clan_join(actor=Actor(mates[0], "player"), code=clans[0].code)
    Membership.objects.filter(user=user).update(place=5)  # free in both clans
    hall.values["clans"] = [clan.pk for clan in clans]
    return hall, user, clans


@pytest.mark.night(
    "two worlds, every page read for everybody",
    short="tests/security/test_penalty_secrets.py::test_in_two_worlds_with_and_without_penalties_everybody_else_gets_the_same_bytes",
)
def test_in_two_worlds_with_another_clan_and_real_name_everybody_else_gets_the_same_bytes(
    worlds: tuple[Hall, Any, list[Clan]], time_machine: Any
) -> None:
    hall, user, (azure, brass) = worlds
    time_machine.move_to(timezone.now(), tick=False)
    allowed = ["organizer", "office"]
    mates = {str(one.user_id) for one in Membership.objects.filter(clan=azure)}
    others = [
        one for one in OTHERS if one == "anonymous" or hall.clients[one].session["_auth_user_id"] not in mates
    ]
    assert len(others) >= len(OTHERS) - 1
    control = (
        PAGES
        if at_night("two worlds: every page of those who may read it")
        else ["tournaments:entries", "tournaments:clan"]
    )
    put_in(user, azure, "Antonia Realname")
    before, before_some = texts(hall, others), texts(hall, allowed, control)
    put_in(user, brass, "Berta Truename")
    after, after_some = texts(hall, others), texts(hall, allowed, control)
    assert {key for key in before if before[key] != after[key]} == set()
    assert not [key for key, text in after.items() if "Truename" in text]
    seen = {(name, actor) for (name, _more, actor), text in after_some.items() if "Truename" in text}
    assert ("tournaments:entries", "organizer") in seen and not [key for key in seen if key[1] == "office"]
    differ = {
        (name, actor)
        for name, more, actor in after_some
        if _differ(before_some, after_some, name, more, actor)
    }
    assert ("tournaments:clan", "office") in differ


def _differ(one: dict[Any, str], two: dict[Any, str], *key: str) -> bool:
    return one[key] != two[key]


def test_why_an_opponent_was_given_names_no_clan_to_anybody(worlds: tuple[Hall, Any, list[Clan]]) -> None:
    hall, _user, (azure, _brass) = worlds
    Entry.objects.filter(tournament=hall.tournament).update(clan=azure)  # then every pair is of one clan
    for entry in Entry.objects.filter(tournament=hall.tournament):
        for number in (1, 2):
            page = hall.clients["anonymous"].get(
                f"/t/{hall.tournament.slug}/tables/{number}/why/{entry.number}/"
            )
            assert "clan" not in page.content.decode().partition("<main")[2].partition("</main")[0].lower()


@pytest.mark.night(
    "every explanation of a round",
    short="tests/security/test_penalty_secrets.py::test_in_two_worlds_with_and_without_penalties_everybody_else_gets_the_same_bytes",
)
def test_why_everybody_met_whom_is_the_same_page_whoever_is_of_which_clan(
    worlds: tuple[Hall, Any, list[Clan]],
) -> None:
    hall, _user, (azure, brass) = worlds
    entries = list(Entry.objects.filter(tournament=hall.tournament).order_by("number"))

    def pages(clans: list[Clan | None]) -> list[str]:
        for entry, clan in zip(entries, clans, strict=False):
            Entry.objects.filter(pk=entry.pk).update(clan=clan)
        cache.clear()
        found = []
        for entry, number, actor in product(entries, (1, 2), ("anonymous", "player", "judge", "organizer")):
            url = f"/t/{hall.tournament.slug}/tables/{number}/why/{entry.number}/"
            found.append(VOLATILE.sub("", hall.clients[actor].get(url).content.decode()))
        return found

    worlds_of = [[None] * 6, [azure] * 3 + [brass] * 3, [azure, brass] * 3, [azure] * 6]
    del worlds_of[amount(2, 4, "worlds with other clans") :]
    first, *others = [pages(list(world)) for world in worlds_of]
    assert all("<main" in page for page in first)
    for other in others:
        assert other == first


def test_a_clan_is_shown_when_the_member_says_so_and_hidden_again(
    worlds: tuple[Hall, Any, list[Clan]],
) -> None:
    _hall, user, (azure, _brass) = worlds
    page, name = f"/clans/{azure.pk}/", f"<bdi>{user.display_name}</bdi>"
    anybody, mine = Client(), Client()
    mine.force_login(user)
    assert name not in anybody.get(page).content.decode()
    assert name in mine.get(page).content.decode()
    assert mine.post(page, {"do": "show"}).status_code == 302
    assert name in anybody.get(page).content.decode()
    assert "1 member is shown" in anybody.get("/clans/").content.decode()
    mine.post(page, {"do": "hide"})
    assert name not in anybody.get(page).content.decode()
    assert "is shown" not in anybody.get("/clans/").content.decode()
    clan_show(actor=Actor(user, "player"), shown=True)
    mine.post(page, {"do": "leave"})
    clan_join(actor=Actor(user, "player"), code=azure.code)
    assert name not in anybody.get(page).content.decode()  # who joins anew is asked anew


def test_a_real_name_is_public_by_the_persons_word_and_no_old_page_keeps_it() -> None:
    tournament = running_tournament(4)
    user = Entry.objects.filter(tournament=tournament)[0].user
    anybody, mine, url = Client(), Client(), f"/t/{tournament.slug}/"
    mine.force_login(user)

    def version() -> int:
        return Chain.objects.get(key=tournament.chain_key).version

    assert mine.post("/me/data/real-name/", {"real_name": "Antonia Realname"}).status_code == 302
    assert "Realname" not in anybody.get(url).content.decode()
    first = version()
    assert mine.post("/me/data/real-name/", {"real_name": "", "shown": "on"}).status_code == 422
    mine.post("/me/data/real-name/", {"real_name": "Antonia Realname", "shown": "on"})
    shown = anybody.get(url)
    assert "Antonia Realname" in shown.content.decode() and version() > first
    second = version()
    mine.post("/me/data/real-name/", {"real_name": "Antonia Realname"})
    assert version() > second
    assert (
        "Realname" not in anybody.get(url, headers={"if-none-match": shown.get("ETag", "")}).content.decode()
    )
    assert "Realname" not in anybody.get("/").content.decode()


def test_somebody_of_12_to_15_shows_a_real_name_only_after_the_guardian_was_confirmed() -> None:
    tournament = running_tournament(4)
    user = Entry.objects.filter(tournament=tournament)[0].user
    me, url = Actor(user, "person"), f"/t/{tournament.slug}/"

    def public() -> bool:
        return "Antonia Realname" in Client().get(url).content.decode()

    real_name_change(actor=me, real_name="Antonia Realname", shown=True)
    assert public()
    guardian_give(actor=me, contact="06 1234 5678")
    assert not public()
    with pytest.raises(UserError) as refused:
        real_name_change(actor=me, real_name="Antonia Realname", shown=True)
    assert refused.value.code == "guardian"
    with pytest.raises(UserError):
        guardian_confirm(actor=me, tournament=tournament, user_id=user.pk)  # nobody confirms for themselves
    guardian_confirm(actor=organizer_of(tournament), tournament=approve(tournament), user_id=user.pk)
    assert not public()  # nothing is switched on by itself
    real_name_change(actor=me, real_name="Antonia Realname", shown=True)
    assert public()
    guardian_give(actor=me, contact="06 8765 4321")
    assert not public()
