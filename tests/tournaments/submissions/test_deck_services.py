"""Drafts, handing in, the deadline and revisions by a judge, through the services."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from decks.registration.receipts import receipt_hash
from decks.registration.services import registrations_lock
from ledger.commands import Actor
from ledger.errors import KeyReusedError, UserError
from ledger.models import LedgerRow
from tests.decks.lists import legal_text, sized_text
from tests.halls import kept
from tests.tournaments.submissions.deck_hall import Hall, make_hall
from tournaments.entries.models import Entry
from tournaments.submissions.services import (
    deck_closed_since,
    deck_draft_save,
    deck_revise_by_judge,
    deck_submit,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


@kept
def hall() -> Hall:
    return make_hall()


def player(user):
    return Actor(user, "player")


def submit(hall, user, text, **more):
    return deck_submit(actor=player(user), tournament=hall.tournament, text=text, **more)


def revise(hall, text, *, judge=None, user=None, reason="Wrong count, case T3"):
    number = hall.entry(user or hall.a).number
    return deck_revise_by_judge(
        actor=Actor(judge or hall.judge, "judge"),
        tournament=hall.tournament,
        number=number,
        text=text,
        reason=reason,
    )


def test_a_draft_is_kept_legal_or_not(hall):
    deck_draft_save(actor=player(hall.a), tournament=hall.tournament, text="3 Hunter Dragon", name="Fire")
    registration = hall.entry(hall.a).registration
    assert (registration.draft_text, registration.draft_name) == ("3 Hunter Dragon", "Fire")
    assert registration.draft_saved_at is not None
    assert registration.state == "draft"
    assert registration.current is None


def test_a_legal_list_becomes_revision_one_with_a_receipt_that_can_be_checked(hall):
    answer = submit(hall, hall.a, legal_text(), name="Fire")
    registration = hall.entry(hall.a).registration
    revision = registration.current
    assert registration.state == "submitted"
    assert (revision.number, revision.name, revision.by) == (1, "Fire", hall.a)
    assert revision.sha256 == receipt_hash(
        salt=revision.salt, pool_sha256=revision.pool_sha256, main=revision.main, sideboard=revision.sideboard
    )
    assert answer == {"revision": 1, "receipt": revision.receipt, "at": revision.at.isoformat()}


def test_four_copies_over_deck_and_sideboard_are_refused_and_nothing_is_handed_in(hall):
    text = "1 Life Base\n48 Mystic Energy Crystal\n2 Discount\nSideboard\n2 Discount\n8 Boost Energy Crystal"
    with pytest.raises(UserError) as refused:
        submit(hall, hall.a, text)
    assert [(p.message, p.rule, p.field) for p in refused.value.problems] == [
        ("Discount: 4 of 3 over deck and sideboard", "102.1a", "text")
    ]
    assert hall.entry(hall.a).registration.state == "draft"
    assert not DeckRevision.objects.exists()


def test_a_later_list_replaces_the_first_and_both_stay_readable(hall):
    submit(hall, hall.a, legal_text(0))
    submit(hall, hall.a, legal_text(1))
    registration = hall.entry(hall.a).registration
    assert registration.current.number == 2
    assert [revision.number for revision in registration.revisions.all()] == [1, 2]


def test_the_same_list_again_keeps_its_first_receipt(hall):
    first = submit(hall, hall.a, legal_text())
    assert submit(hall, hall.a, legal_text() + "\n") == first
    assert DeckRevision.objects.count() == 1


def test_the_same_form_sent_twice_has_one_effect(hall):
    key = uuid4().hex
    first = submit(hall, hall.a, legal_text(0), key=key)
    submit(hall, hall.a, legal_text(1))
    assert submit(hall, hall.a, legal_text(0), key=key) == first
    assert hall.entry(hall.a).registration.current.number == 2


def test_one_key_with_two_lists_is_refused(hall):
    key = uuid4().hex
    submit(hall, hall.a, legal_text(0), key=key)
    with pytest.raises(KeyReusedError):
        submit(hall, hall.a, legal_text(1), key=key)


@pytest.mark.parametrize("service", [deck_submit, deck_draft_save])
def test_after_the_deadline_a_player_is_refused_with_the_time(hall, service):
    submit(hall, hall.a, legal_text(0))
    hall.close()
    with pytest.raises(UserError) as refused:
        service(actor=player(hall.a), tournament=hall.tournament, text=legal_text(1))
    assert refused.value.code == "deck_closed"
    closed = timezone.localtime(hall.tournament.deck_deadline)
    assert f"{closed:%H:%M}" in refused.value.message
    registration = hall.entry(hall.a).registration
    assert registration.current.number == 1
    assert registration.draft_text == legal_text(0)


def test_a_page_opened_before_the_deadline_does_not_help(hall):
    stale = hall.tournament
    hall.close()
    stale.deck_deadline = timezone.now() + timedelta(hours=1)
    with pytest.raises(UserError) as refused:
        deck_submit(actor=player(hall.a), tournament=stale, text=legal_text())
    assert refused.value.code == "deck_closed"


def test_the_last_second_counts_and_the_deadline_itself_is_too_late(hall):
    registration = hall.entry(hall.a).registration
    deadline = hall.tournament.deck_deadline
    second = timedelta(seconds=1)
    assert deck_closed_since(hall.tournament, registration, deadline - second) is None
    assert deck_closed_since(hall.tournament, registration, deadline) == deadline
    assert deck_closed_since(hall.tournament, registration, deadline + second) == deadline


def test_a_locked_registration_is_closed_before_the_deadline(hall):
    submit(hall, hall.a, legal_text(0))
    registrations_lock([hall.entry(hall.a).registration_id], at=timezone.now())
    with pytest.raises(UserError) as refused:
        submit(hall, hall.a, legal_text(1))
    assert refused.value.code == "deck_closed"
    submit(hall, hall.b, legal_text(1))


def test_a_judge_makes_a_later_revision_with_a_reason(hall):
    submit(hall, hall.a, legal_text(0))
    hall.close()
    answer = revise(hall, legal_text(1))
    revision = hall.entry(hall.a).registration.current
    assert answer["revision"] == revision.number == 2
    assert (revision.by, revision.reason) == (hall.judge, "Wrong count, case T3")


def test_a_judge_keeps_a_locked_registration_locked(hall):
    submit(hall, hall.a, legal_text(0))
    registrations_lock([hall.entry(hall.a).registration_id], at=timezone.now())
    revise(hall, legal_text(1))
    assert hall.entry(hall.a).registration.state == Registration.State.LOCKED


def test_a_judge_can_register_the_deck_of_somebody_who_handed_in_none(hall):
    hall.close()
    assert revise(hall, legal_text())["revision"] == 1


@pytest.mark.parametrize("reason", ["", "  ", "\u202e\u202e\u202e", "ab"])
def test_a_judge_must_say_why(hall, reason):
    with pytest.raises(UserError) as refused:
        revise(hall, legal_text(), reason=reason)
    assert refused.value.problems[0].field == "reason"
    assert not DeckRevision.objects.exists()


def test_a_judge_cannot_register_an_illegal_list(hall):
    with pytest.raises(UserError) as refused:
        revise(hall, sized_text(50))
    assert refused.value.problems[0].rule == "101.1a"


def test_a_judge_who_plays_cannot_change_their_own_deck(hall):
    with pytest.raises(UserError) as refused:
        revise(hall, legal_text(), judge=hall.a)
    assert refused.value.code == "own_deck"


def test_a_player_of_another_tournament_has_no_deck_here(hall):
    with pytest.raises(UserError) as refused:
        submit(hall, hall.outsider, legal_text())
    assert refused.value.code == "not_entered"


@pytest.mark.parametrize("state", [Entry.State.WITHDRAWN, Entry.State.DROPPED, Entry.State.NO_SHOW])
def test_who_does_not_take_part_any_more_hands_in_nothing(hall, state):
    Entry.objects.filter(user=hall.a).update(state=state)
    with pytest.raises(UserError) as refused:
        submit(hall, hall.a, legal_text())
    assert refused.value.code == "not_taking_part"


@pytest.mark.parametrize("text", ["3 Hunter Dragon\n" * 130_000, "a\0b"])
def test_a_text_that_is_no_list_is_refused_and_the_draft_stays(hall, text):
    deck_draft_save(actor=player(hall.a), tournament=hall.tournament, text="1 Life Base")
    for service in (deck_draft_save, deck_submit):
        with pytest.raises(UserError) as refused:
            service(actor=player(hall.a), tournament=hall.tournament, text=text)
        assert refused.value.problems[0].field == "text"
        assert len(refused.value.message) < 200
    assert hall.entry(hall.a).registration.draft_text == "1 Life Base"


def test_a_name_keeps_its_letters_and_loses_what_hides_or_turns_text(hall):
    submit(hall, hall.a, legal_text(), name="\u202eدراغون 🐉\0\n drake" + "x" * 100)
    name = hall.entry(hall.a).registration.current.name
    assert name.startswith("دراغون 🐉 drakexxx")
    assert len(name) == 60


def test_the_ledger_holds_ids_and_the_salted_hash_and_no_card(hall):
    submit(hall, hall.a, legal_text(), name="Fire")
    revision = DeckRevision.objects.get()
    row = LedgerRow.objects.filter(action="deck.submit").get()
    entry = hall.entry(hall.a)
    assert row.data == {
        "entry": entry.pk,
        "registration": entry.registration_id,
        "revision": 1,
        "sha256": revision.sha256,
    }


def test_the_same_list_of_two_players_has_two_hashes(hall):
    submit(hall, hall.a, legal_text())
    submit(hall, hall.b, legal_text())
    hashes = set(DeckRevision.objects.values_list("sha256", flat=True))
    assert len(hashes) == 2


def test_no_public_page_changes_when_decks_change(hall):
    from ledger.selectors import live_version

    before = live_version(hall.tournament.chain_key)
    deck_draft_save(actor=player(hall.a), tournament=hall.tournament, text="1 Life Base")
    submit(hall, hall.a, legal_text(0))
    revise(hall, legal_text(1))
    assert live_version(hall.tournament.chain_key) == before
