"""Every page in both languages: none says a word of the other one, to any kind of person."""

import re
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import Http404
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from community.demo import demo_community
from decks.cards.packaged import cards_load_packaged
from rules_engine.rulebook import rules
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.sheet import KEYWORDS
from tests.site.language_words import Page, foreign, rulings
from tests.site.raw_notation import FOR_PROGRAMS, raw
from tests.speeds import amount, at_night, few_by_day
from tests.tournaments.hall import (
    draft,
    enter,
    make_tournament,
    organizer_of,
    play,
    publish,
    running_tournament,
)
from tests.tournaments.rounds.test_pods import play_pods
from tournaments.demo import day
from tournaments.demo import people as everybody
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import (
    tournament_cancel,
    tournament_finish,
    tournament_open_check_in,
    tournament_open_entry,
    tournament_request_approval,
)
from tournaments.recordings import practice_services
from tournaments.rounds.models import Seat
from tournaments.rounds.stage_services import stage_cut
from x610z_site.accounts.demo import make_person
from x610z_site.accounts.time_zones import zone_choices

pytestmark = pytest.mark.django_db

OTHER = {"en": "nl", "nl": "en"}
STARTS = (
    "/",
    "/t/",
    "/me/",
    "/cards/",
    "/style/",
    "/sign-in/",
    "/sign-up/",
    "/office/",
    "/t/new/",
    "/nothing-here/",
)
NO_PAGES = {
    "health",
    "alive",
    "metrics",
    "version",
    "style_guide_steps",
    "log_steps",
    "log_original",
    "schema",
    "tournaments",
}
MOST_OF_A_KIND = amount(1, 2, "pages of one route that are read per person and tournament")
PEOPLE = {
    "nl": ("anonymous", "organizer", "headjudge", "office", "oscar", "fenna"),
    "en": ("anonymous", "headjudge", "fenna"),
}
# What the walk of each of them must have come by, or it proves little.
REACHED = {
    "anonymous": {
        "front",
        "list",
        "detail",
        "pairings",
        "round",
        "standings",
        "standings_cell",
        "bracket",
        "card",
        "sign_up",
    },
    "organizer": {"desk", "round_desk", "match_desk", "entries", "staff", "links", "audit", "repair", "why"},
    "headjudge": {"judge", "log", "deck_status", "deck_sheet", "match_desk"},
    "office": {"office", "desk"},
    "oscar": {"me", "deck"},
    "fenna": {"me", "deck", "deck_receipt", "log_submit", "why", "profile"},
}
# Written by people or by the demo, in whatever language they like.
WRITTEN = (
    ("accounts.User", ("display_name", "real_name", "username")),
    ("tournaments.Tournament", ("name", "location", "approval_note", "slug", "ruleset")),
    ("tournaments.Organization", ("name", "about")),
    ("tournaments.Venue", ("name", "street", "hours", "house_rules")),
    ("tournaments.Circuit", ("name", "about")),
    ("community.News", ("title", "text")),
    ("community.Contest", ("title", "brief", "rules", "licence")),
    ("community.Work", ("title", "text")),
    ("tournaments.Entry", ("name",)),
    ("tournaments.Team", ("name", "code")),
    ("tournaments.Dispute", ("reason",)),
    ("tournaments.CaseRevision", ("question", "instruction", "words")),
    ("tournaments.Appeal", ("grounds", "reasons")),
    ("tournaments.Precedent", ("question", "answer")),
    ("decks.Registration", ("draft_name",)),
    ("decks.DeckRevision", ("name", "reason")),
    ("decks.Card", ("name", "name_nl")),
)
GAMES = ("Magic: The Gathering", "Flesh and Blood")  # in the choices of the import page
FILES = ("season.json",)
SAMPLE_PEOPLE = (
    "Tijn van der Berg",
    "Berg, van der, Tijn",
    "Saar de Wit",
    "De Wit, Saar",
)  # of the style guide
HASH = r"\b[0-9a-f]{7,}"


@pytest.fixture(scope="module")
def town(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """The demo, and a tournament in every other state of its life, kept by the demo's organizer and office.

    By day these other tournaments alone, with the people of the demo: it takes longer than all that is asked here.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        if at_night("the demo is walked through as well"):
            with pytest.MonkeyPatch.context() as patch:  # the same cards lie on the table each time
                patch.setattr(practice_services, "secrets", SimpleNamespace(token_hex=lambda _size: "known"))
                demo = day.load(make_person)
            demo_community(get_user_model()._default_manager.in_bulk(field_name="username"))
        else:
            cards_load_packaged()
            demo = None
            for person in everybody.ACCOUNTS:
                make_person(person)
        people = get_user_model()._default_manager
        organizer, player = people.get(username="organizer"), people.get(username="fenna")
        started = _in_every_state(player)
        for tournament in started:
            Tournament.objects.filter(pk=tournament.pk).update(created_by=organizer)
            tournament.staff.filter(role="organizer").update(user=organizer)
            for role in ("head_judge", "judge", "scorekeeper"):
                tournament.staff.create(user=people.get(username=role.replace("_", "")), role=role)
        yield demo or started[-1]
        transaction.set_rollback(True)


def _in_every_state(player: Any) -> list[Tournament]:
    """Tournaments from the first idea to the last result; ``player`` takes part in most of them."""
    idea = make_tournament("Alpha")
    asked = make_tournament("Bravo")
    tournament_request_approval(actor=organizer_of(asked), tournament=asked)
    entry_open = make_tournament("Charlie")
    tournament_open_entry(actor=organizer_of(entry_open), tournament=entry_open, casual=True)
    checking = make_tournament("Delta")
    tournament_open_entry(actor=organizer_of(checking), tournament=checking, casual=True)
    entries = enter(checking, 5)
    Entry.objects.filter(pk=entries[0].pk).update(user=player)
    tournament_open_check_in(actor=organizer_of(checking), tournament=checking)
    drafted = running_tournament(7, name="Echo")
    play(drafted, 1)
    draft(drafted, 2)
    over = running_tournament(5, name="Foxtrot")
    for number in range(1, over.stages.get().rounds + 1):
        play(over, number)
    over.refresh_from_db()
    tournament_finish(actor=organizer_of(over), tournament=over)
    off = make_tournament("Golf")
    tournament_open_entry(actor=organizer_of(off), tournament=off, casual=True)
    tournament_cancel(actor=organizer_of(off), tournament=off, reason="Storm")
    return [idea, asked, entry_open, checking, drafted, over, off, *_of_every_kind(player)]


def _of_every_kind(player: Any) -> list[Tournament]:
    """A knock-out of two losses, final tables after pods, and everybody twice against everybody, being played."""
    best = running_tournament(
        9,
        name="Hotel",
        template="constructed-championship",
        changes={"rounds": 2, "knock_out": "double", "leaders": 2, "clan_rounds": 1, "method": "fold"},
    )
    for number in (1, 2):
        play(best, number)
    stage_cut(actor=organizer_of(best), tournament=best)
    publish(best, 3)
    tables = running_tournament(
        7, name="India", template="multiplayer-pods", changes={"rounds": 1, "cut_size": 4}
    )
    play_pods(tables, 1)
    stage_cut(actor=organizer_of(tables), tournament=tables)
    everybody = running_tournament(5, name="Juliett", template="constructed-round-robin", changes={"legs": 2})
    for tournament, number in ((tables, 2), (everybody, 1)):
        publish(tournament, number)
        seat = Seat.objects.filter(match__tournament=tournament, match__kind="played").select_related(
            "entry"
        )[0]
        Entry.objects.filter(pk=seat.entry.pk).update(user=player)
    return [best, tables, everybody]


def client_for(person: str, language: str) -> Client:
    """A signed-in browser that asks for a language."""
    client = Client(headers={"Accept-Language": f"{language},fr;q=0.5"})
    if person != "anonymous":
        client.force_login(get_user_model()._default_manager.get(username=person))
    return client


def pages(client: Client) -> Iterator[tuple[str, str, Page]]:
    """Every page that can be reached by links: route, address, content."""
    seen: set[str] = set()
    reached: dict[tuple[str, str], int] = {}
    waiting = list(STARTS)
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        if address in seen or parts.netloc or parts.scheme or not parts.path.startswith("/"):
            continue
        seen.add(address)
        try:
            route = resolve(parts.path)
        except Http404:
            name, kind = "missing", ("", "missing")
        else:
            name, kind = str(route.url_name), (str(route.kwargs.get("slug", "")), str(route.url_name))
        reached[kind] = reached.get(kind, 0) + 1
        if name in NO_PAGES or reached[kind] > MOST_OF_A_KIND:
            continue
        answer = client.get(address)
        if "text/html" not in answer.get("Content-Type", "") or answer.status_code in (301, 302):
            continue
        page = Page(answer.content.decode())
        waiting += [urldefrag(urljoin(address, link)).url for link in page.links]
        yield name, address, page


PRINTED = ("[Always]", "Sleep State", "Reboot State")
"""What stands on cards of Z/X in whichever language, as their keywords and tribes do."""


def written() -> re.Pattern[str]:
    """What people wrote, and the names of cards, as one pattern."""
    from django.apps import apps

    found: set[str] = set()
    for model, fields in WRITTEN:
        rows = apps.get_model(model)._default_manager.values_list(*fields)
        found |= {line for row in rows for value in row if value for line in value.splitlines() if line}
    rulings = apps.get_model("tournaments.CaseRevision")._default_manager.order_by("pk")
    found |= {fact["text"] for ruling in rulings for fact in ruling.facts}
    rules = apps.get_model("tournaments.Circuit")._default_manager.values_list("rules", flat=True)
    found |= {of["name"] for one in rules for of in one["classes"]}
    criteria = apps.get_model("community.Contest")._default_manager.values_list("criteria", flat=True)
    found |= {of["name"] for one in criteria for of in one}
    people = apps.get_model("tournaments.Entry")._default_manager.values_list("name", flat=True).distinct()
    cards = load_pool(TEXTS_POOL).cards
    # A chart and a Square have no room for a long name: it ends in an ellipsis.
    cut = [*people, *(card.name for card in cards)]
    found |= {f"{name[:length].rstrip()}…" for name in cut for length in range(2, len(name))}
    found |= {*SAMPLE_PEOPLE, *GAMES, *FILES}
    found |= {word for card in cards for word in (card.name, *card.tribes)}
    found |= {*KEYWORDS, *PRINTED}
    found |= {place for _name, place in zone_choices()}
    longest_first = sorted((re.escape(text) for text in found if len(text) > 1), key=len, reverse=True)
    return re.compile("|".join([HASH, *longest_first]), re.IGNORECASE)


@pytest.mark.day("finds real faults")
@pytest.mark.parametrize(
    ("language", "person"),
    few_by_day(
        [(language, person) for language, people in PEOPLE.items() for person in people],
        1,
        "whole walks through the site",
    ),
)
def test_no_page_says_a_word_of_the_other_language_or_of_a_program(
    town: Tournament, language: str, person: str
) -> None:
    given = written()
    wrong: dict[str, Any] = {}
    reached: set[str] = set()
    for name, address, page in pages(client_for(person, language)):
        reached.add(name)
        assert page.language == language, address
        strange = foreign(page, other=OTHER[language], given=given)
        wrong |= {f"{text[:90]} | {' '.join(sorted(found))}": address for text, found in strange.items()}
        if address not in FOR_PROGRAMS:
            wrong |= {f"{text[:90]} | {what}": address for text, what in raw(page).items()}
    assert reached >= REACHED[person], REACHED[person] - reached
    assert not wrong, "\n".join(f"{address}: {text}" for text, address in wrong.items())


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("<p>106.2#2</p>", True), ("<td>#52</td>", True), ("<dd>[6, 7]</dd>", True), ("<code>[&#x27;E1</code>", True),
        ("<p>entry_id</p>", True), ("<p>%(count)s</p>", True), ("<p>False</p>", True), ("<p>&#123;{ name }}</p>", True),
        ("<p>Life Base (#1)</p>", True), ("<p>None</p>", True), ("<p>2026-11-23T10:00</p>", True),
        ('<img alt="&amp;amp;">', True), ("<p>&lt;b&gt;</p>", True), ("<p>{'a': 1}</p>", True),
        ('<a href="#e5">Row 52, rule 106.2</a>', False), ("<code>round.publish</code> in 2–1", False),
        ("<p>None yet.</p>", False), ('<p data-away-text="at %(time)s">1,5 - 0,4</p>', False),
        ("<p>[Shift] &lt;Condition&gt;</p>", False),
    ],
)  # fmt: skip
def test_raw_notation_is_found_wherever_a_person_reads_it(said: str, found: bool) -> None:
    assert bool(raw(Page(said))) is found


def test_a_rule_is_read_as_given_with_and_without_its_number() -> None:
    said = "".join(
        f"<p>{text}</p>"
        for rule in rules().values()
        for text in (rule.title_nl, f"{rule.id} {rule.title_nl}", rule.text_nl)
    )
    said += "".join(f"<p>{name}: {one.question_nl}</p>" for name, one in rulings().items())
    assert foreign(Page(said), other="en", given=re.compile(HASH)) == {}
    assert foreign(Page("<p>208.1 The target is gone</p>"), other="en", given=re.compile(HASH))


# Who sends what where, and a piece of the answer.
WRONG = {
    "wrong password": (
        "anonymous",
        "/sign-in/",
        {"username": "fenna", "password": "no"},
        "horen niet bij elkaar",
    ),
    "bad account": ("anonymous", "/sign-up/", {"username": "f", "password": "123"}, "Verbeter eerst dit"),
    "no tournament": ("organizer", "/t/new/", {"name": "", "starts_at": "soon"}, "Verbeter eerst dit"),
    "deck during a game": (
        "fenna",
        "/t/{slug}/deck/submit/",
        {"text": "1 Sylon"},
        "Gesloten terwijl je speelt",
    ),
    "locked deck": (
        "whoever is done",
        "/t/{slug}/deck/submit/",
        {"text": "3 Hunter Dargon"},
        "De decks liggen vast",
    ),
    "empty log": (
        "fenna",
        "/t/{slug}/matches/{match}/log/",
        {"game_number": "1", "text": ""},
        "Het verslag is leeg",
    ),
    "noise": (
        "fenna",
        "/t/{slug}/matches/{match}/log/",
        {"game_number": "1", "text": "{}"},
        "Dit is geen spelverslag",
    ),
    "nothing chosen": ("headjudge", "/t/{slug}/desk/matches/{match}/", {"kind": "x"}, "Verbeter eerst dit"),
    "not for you": ("fenna", "/office/", {}, "Deze pagina is niet voor jou"),
    "no address": ("oscar", "/t/nowhere/check-in/", {}, "Hier is niets"),
}


@pytest.mark.night(
    "the demo is built for it",
    short="tests/site/test_languages.py::test_no_page_says_a_word_of_the_other_language_or_of_a_program",
)
@pytest.mark.parametrize("case", WRONG)
def test_every_refusal_is_in_the_readers_language(town: Tournament, case: str) -> None:
    person, address, data, told = WRONG[case]
    seat = Seat.objects.get(
        match__tournament=town, match__round__state="published", entry__user__username="fenna"
    )
    if person == "whoever is done":
        done = Seat.objects.filter(
            match__tournament=town,
            match__round__state="published",
            match__state="final",
            match__kind="played",
        ).select_related("entry__user")
        person = done[0].entry.user.username
        # A guest whose link was opened before the deck was handed in: on a newer one the page stays closed.
        before = timezone.now() - timedelta(days=9)
        get_user_model().objects.filter(username=person).update(guest_since=before)
    url = address.format(slug=town.slug, match=seat.match_id)
    given = written()
    with transaction.atomic():
        # A guest may see no deck here; anyone who posts has an account of their own.
        get_user_model().objects.filter(username=person).update(guest_of="", guest_since=None)
        answer = client_for(person, "nl").post(url, data, follow=True)
        transaction.set_rollback(True)
    page = Page(answer.content.decode())
    assert page.language == "nl"
    assert foreign(page, other="en", given=given) == {}, url
    assert told in " ".join(page.texts)
