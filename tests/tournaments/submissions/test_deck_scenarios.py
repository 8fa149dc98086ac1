"""The acceptance scenarios of registration, through the pages and in both languages."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.decks.lists import sized_text
from tests.halls import kept
from tests.tournaments.hall import make_tournament
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.entries.services import entry_check_in, tournament_start
from tournaments.events.deck_policy import acts_of
from tournaments.events.services import tournament_open_check_in
from tournaments.submissions.services import deck_extend, deck_remind, deck_revise_by_judge, deck_submit

pytestmark = [pytest.mark.django_db]

FOUR_DISCOUNT = (
    "1 Life Base\n48 Mystic Energy Crystal\n2 Discount\nSideboard\n2 Discount\n8 Boost Energy Crystal"
)


@kept
def hall() -> Hall:
    return make_hall()


def page_submit(hall: Hall, text: str, language: str = "en") -> tuple[int, str]:
    address = reverse("tournaments:deck_submit", args=[hall.tournament.slug])
    client = browser(hall.a)
    client.cookies["django_language"] = language
    response = client.post(address, {"text": text, "idempotency_key": uuid4().hex})
    return response.status_code, response.content.decode()


def submit(hall: Hall, text: str, user: Any = None) -> dict[str, Any]:
    return deck_submit(actor=Actor(user or hall.a, "player"), tournament=hall.tournament, text=text)


def refused(hall: Hall, text: str) -> list[tuple[str, str]]:
    with pytest.raises(UserError) as caught:
        submit(hall, text)
    return sorted((item.rule or "", item.code) for item in caught.value.problems)


# --- scenario 1 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Discount: 4 of 3 over deck and sideboard"),
        ("nl", "Discount: 4 van 3 in deck en sideboard samen"),
    ],
)
def test_scenario_1_the_restriction_counts_over_deck_and_sideboard(hall, language, said):
    status, page = page_submit(hall, FOUR_DISCOUNT, language)
    assert status == 422
    assert said in page and "102.1a" in page
    registration = hall.entry(hall.a).registration
    assert registration.state == Registration.State.DRAFT
    assert registration.draft_text == FOUR_DISCOUNT
    assert DeckRevision.objects.count() == 0
    desk = browser(hall.organizer).get(reverse("tournaments:deck_status", args=[hall.tournament.slug]))
    assert "Draft with mistakes" in desk.content.decode() and "Submitted" not in desk.content.decode()


# --- scenario 2 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("main", [50, 51, 140])
@pytest.mark.parametrize("sideboard", [0, 9, 10, 11])
def test_scenario_2_51_and_140_with_0_or_10_pass_and_every_other_names_each_broken_rule(
    hall, main, sideboard
):
    broken = [("101.1a", "deck_too_small")] if main < 51 else []
    broken += [("102.1a", "sideboard_size")] if sideboard in (9, 11) else []
    if not broken:
        assert submit(hall, sized_text(main, sideboard))["revision"] == 1
    else:
        assert refused(hall, sized_text(main, sideboard)) == broken
        assert DeckRevision.objects.count() == 0


@pytest.mark.parametrize(("bases", "code"), [(0, "no_life_base"), (2, "several_life_bases")])
def test_scenario_2_a_deck_has_exactly_one_life_base(hall, bases, code):
    assert refused(hall, sized_text(60, life_bases=bases)) == [("101.1a", code)]


def test_scenario_2_a_card_with_restriction_infinity_passes_in_40_copies(hall):
    assert submit(hall, "1 Life Base\n40 Mystic Energy Crystal\n10 Boost Energy Crystal")["revision"] == 1


# --- bad input ---------------------------------------------------------------------------------------------------


def test_every_broken_rule_and_every_unread_line_are_named_at_once(hall):
    text = "2 Life Base\n5 Discount\n3 Nonesuch 🐉\nSideboard\n9 Boost Energy Crystal\n1 שלום"
    assert [code for _rule, code in refused(hall, text)] == [
        "unknown_name",
        "unknown_name",
        "deck_too_small",
        "restriction_deck",
        "several_life_bases",
        "sideboard_size",
    ]


def test_one_name_on_two_lines_counts_together(hall):
    text = "1 Life Base\n2 Discount\n48 Mystic Energy Crystal\n2 discount"
    assert refused(hall, text) == [("101.1a", "restriction_deck")]


def test_a_paste_of_two_megabytes_is_refused_before_it_is_read_and_the_draft_stays(hall):
    page_submit(hall, FOUR_DISCOUNT)
    status, _page = page_submit(hall, "1 Discount\n" * 190_000)
    assert status in (413, 422)
    assert hall.entry(hall.a).registration.draft_text == FOUR_DISCOUNT
    assert DeckRevision.objects.count() == 0


# --- scenario 5 ------------------------------------------------------------------------------------------------


def test_scenario_5_the_second_before_the_deadline_counts_and_the_second_after_does_not(hall):
    deadline = hall.tournament.deck_deadline
    with time_machine.travel(deadline - timedelta(seconds=1), tick=False):
        first = submit(hall, sized_text(51))
    with time_machine.travel(deadline + timedelta(seconds=1), tick=False):
        with pytest.raises(UserError) as caught:
            submit(hall, sized_text(52))
        assert caught.value.code == "deck_closed"
        status, _page = page_submit(hall, sized_text(52))
        assert status == 422
        registered = hall.entry(hall.a).registration.current
        assert (registered.number, registered.receipt) == (first["revision"], first["receipt"])

        judge = Actor(hall.judge, "judge")
        number = hall.entry(hall.a).number
        for text in (sized_text(53), sized_text(54)):
            answer = deck_revise_by_judge(
                actor=judge,
                tournament=hall.tournament,
                number=number,
                text=text,
                reason="one card was missing",
                code="T3",
            )
        assert answer["revision"] == 3
        page = browser(hall.a).get(reverse("tournaments:deck_receipt", args=[hall.tournament.slug]))
        content = page.content.decode()
        assert "T3 · one card was missing" in content
        assert "What changed since revision 2" in content
        assert '<td class="num">52</td><td class="num">53</td>' in content


# --- more time and reminders ----------------------------------------------------------------------------------------


def extend(hall: Hall, user: Any, minutes: int, reason: str = "train was late") -> dict[str, Any]:
    return deck_extend(
        actor=Actor(hall.judge, "judge"),
        tournament=hall.tournament,
        number=hall.entry(user).number,
        minutes=minutes,
        reason=reason,
    )


def test_more_time_is_for_one_person_until_its_own_end(hall):
    deadline = hall.tournament.deck_deadline
    with time_machine.travel(deadline + timedelta(minutes=1), tick=False):
        extend(hall, hall.a, 10)
        submit(hall, sized_text(51))
        with pytest.raises(UserError):
            submit(hall, sized_text(51), hall.b)
        page = browser(hall.a).get(reverse("tournaments:deck", args=[hall.tournament.slug])).content.decode()
        assert "train was late" in page
    with time_machine.travel(deadline + timedelta(minutes=11, seconds=1), tick=False):
        with pytest.raises(UserError) as caught:
            submit(hall, sized_text(52))
        assert caught.value.code == "deck_closed"


@pytest.mark.parametrize(
    ("minutes", "reason"), [(0, "because"), (1441, "because"), (30, "x"), (5, "because")]
)
def test_more_time_needs_minutes_a_reason_and_an_end_after_the_deadline(hall, minutes, reason):
    # The deadline is an hour away: five and thirty minutes end before it.
    with pytest.raises(UserError):
        extend(hall, hall.a, minutes, reason)


def test_the_start_waits_for_nobody_who_has_more_time_and_does_not_lock_them(hall):
    organizer = Actor(hall.organizer, "organizer")
    submit(hall, sized_text(51), hall.b)
    tournament_open_check_in(actor=organizer, tournament=hall.tournament)
    for user in (hall.a, hall.b):
        entry_check_in(actor=organizer, tournament=hall.tournament, entry_id=hall.entry(user).pk)
    with pytest.raises(UserError) as caught:
        tournament_start(actor=organizer, tournament=hall.tournament)
    assert caught.value.code == "decks_missing"
    with time_machine.travel(hall.tournament.deck_deadline + timedelta(minutes=1), tick=False):
        extend(hall, hall.a, 10)
        tournament_start(actor=organizer, tournament=hall.tournament)
        submit(hall, sized_text(51))
        with pytest.raises(UserError):
            submit(hall, sized_text(52), hall.b)


def test_a_reminder_reaches_exactly_who_is_missing_and_goes_when_the_deck_is_in(hall):
    submit(hall, sized_text(51), hall.b)
    answer = deck_remind(actor=Actor(hall.scorekeeper, "scorekeeper"), tournament=hall.tournament)
    assert answer == {"reminded": 1}
    said = "The desk is waiting for your deck"
    me = reverse("tournaments:me", args=[hall.tournament.slug])
    assert said in browser(hall.a).get(me).content.decode()
    assert said not in browser(hall.b).get(me).content.decode()
    submit(hall, sized_text(51))
    assert said not in browser(hall.a).get(me).content.decode()


def test_the_list_of_missing_decks_holds_nobody_else(hall):
    submit(hall, sized_text(51), hall.b)
    address = reverse("tournaments:deck_status", args=[hall.tournament.slug])
    page = browser(hall.scorekeeper).get(address + "?missing").content.decode()
    assert "Ann" in page and "Bob" not in page


# --- what the tournament pins ----------------------------------------------------------------------------------------


def test_acts_are_pinned_by_the_tournament_and_shown_on_its_page():
    pinned = make_hall(changes={"pool": "demo-2", "acts": ["D1"]})
    from rules_engine.x610z.cards import load_pool

    second = next(card for card in load_pool("demo-2").cards if card.act == "D2")
    text = f"1 Life Base\n50 Mystic Energy Crystal\n1 {second.name}"
    assert refused(pinned, text) == [("307.2", "wrong_act")]
    page = browser(None).get(reverse("tournaments:detail", args=[pinned.tournament.slug])).content.decode()
    assert "acts D1" in page and "the board of act 1" in page
    everything = make_hall(name="All Acts", changes={"pool": "demo-2"})
    assert submit(everything, text)["revision"] == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"acts": ["D9"]}, "acts"), ({"pool": "nonsense"}, "pool"), ({"lists": "sometimes"}, "choice")],
)
def test_a_deck_policy_that_means_nothing_is_refused(changes, code):
    with pytest.raises(UserError) as caught:
        make_tournament(changes=changes)
    assert [item.code for item in caught.value.problems] == [code]
    assert acts_of("D1, D2;D1  D3") == ["D1", "D2", "D3"]


def test_a_list_of_the_office_counts_on_the_day_of_the_tournament(hall, monkeypatch):
    from rules_engine.x610z.cards import load_pool
    from tournaments.submissions import rules as deck_rules

    card = load_pool().named("Discount")
    asked = []

    def limits(game: str, day: Any, key: str = "") -> dict[str, int]:
        asked.append((game, day, key))
        return {card.number: 0}

    monkeypatch.setattr(deck_rules, "limits_on", limits)
    assert refused(hall, "1 Life Base\n49 Mystic Energy Crystal\n1 Discount") == [("304.3a", "banned")]
    assert asked == [("x610z", timezone.localtime(hall.tournament.starts_at).date(), "")]


# --- Z/X ---------------------------------------------------------------------------------------------------------


ZX = "\n".join(
    [
        *(f"4 {name}" for name in ("Ember Courier", "Anvil Apprentice", "Dawn Messenger", "Torch Choir")),
        "4 Kiln Guardian",
        *(
            f"4 {name}"
            for name in ("Copper Lark", "Salt Lizard", "Iron Bramble", "Glass Heron", "Slate Rider")
        ),
        *("4 Chalk Titan", "4 Marl Serpent", "2 Flint Runner", "Dynamis", "4 Crown of Cinders"),
    ]
)


def test_a_zx_list_goes_through_the_same_pages():
    zx = make_hall(template="zx-community")
    status, page = page_submit(zx, ZX.replace("2 Flint Runner", "1 Flint Runner"))
    assert status == 422 and "The deck needs exactly 50 cards; it has 49." in page
    status, page = page_submit(zx, ZX.replace("2 Flint Runner", "1 Flint Runner"), "nl")
    assert "Het deck moet precies 50 kaarten hebben; het heeft er 49." in page
    status, _page = page_submit(zx, ZX)
    assert status == 302
    revision = zx.entry(zx.a).registration.current
    assert (sum(revision.main.values()), sum(revision.sideboard.values())) == (50, 4)
    for name in ("deck", "deck_receipt"):
        page = browser(zx.a).get(reverse(f"tournaments:{name}", args=[zx.tournament.slug])).content.decode()
        assert "Crown of Cinders" in page and "Dynamis" in page
    number = zx.entry(zx.a).number
    sheet = browser(zx.judge).get(reverse("tournaments:deck_sheet", args=[zx.tournament.slug, number]))
    assert "Ember Courier" in sheet.content.decode()
    assert LedgerRow.objects.filter(action="deck.submit").count() == 1


# --- a saved deck -------------------------------------------------------------------------------------------------


def test_a_saved_deck_fills_the_form_and_stores_nothing(hall, monkeypatch):
    from tournaments.submissions import views as deck_views

    saved = {("mine", hall.a.pk): sized_text(51)}
    monkeypatch.setattr(deck_views, "deck_text_for", lambda user, key: saved.get((key, user.pk)))
    address = reverse("tournaments:deck", args=[hall.tournament.slug])
    page = browser(hall.a).get(address + "?deck=mine")
    assert page.context["typed"].text == sized_text(51)
    assert "Not saved yet." in page.content.decode()
    assert hall.entry(hall.a).registration.draft_text == ""
    assert browser(hall.b).get(address + "?deck=mine").context["typed"].text == ""
    assert browser(hall.a).get(address + "?deck=nonsense").context["typed"].text == ""
