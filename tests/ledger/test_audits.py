"""What the chain alone cannot show: tables that say something else than the ledger, and a chain that is gone."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from ledger.audits import differences
from ledger.commands import row_hash
from ledger.models import Chain, LedgerRow
from ledger.selectors import verify_chain
from tests.ledger.an_event import first_match, past_triggers, verified
from tests.site.privacy.erasing import person_erase
from tests.tournaments import hall
from tournaments.display.chain_heads import published_head
from tournaments.entries.models import Entry, Reading
from tournaments.events.models import Staff, Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_submit
from tournaments.judging.judges_chain import judges_book
from tournaments.judging.models import Penalty
from tournaments.rounds.models import Match, Report, Round, Seat
from tournaments.rounds.outcomes import Games
from tournaments.rounds.services import result_enter

pytestmark = pytest.mark.django_db


def another_score(tournament: Tournament) -> None:
    Match.objects.filter(pk=first_match().pk).update(outcome=Games((2, 0)))


def another_source(tournament: Tournament) -> None:
    Match.objects.filter(pk=first_match().pk).update(source="both")


def another_kind(tournament: Tournament) -> None:
    Match.objects.filter(pk=first_match().pk).update(kind="forfeit")


def a_drawn_game(tournament: Tournament) -> None:
    Match.objects.filter(pk=first_match().pk).update(outcome=Games((1, 2), 1))


def opened_again(tournament: Tournament) -> None:
    Match.objects.filter(pk=first_match().pk).update(state="open")


def final_without_a_row(tournament: Tournament) -> None:
    going = Match.objects.filter(round__number=3, kind="played")[0]
    Match.objects.filter(pk=going.pk).update(state="final", outcome=Games((1, 1)), source="both")


def staff_inserted(tournament: Tournament) -> None:
    Staff.objects.create(tournament=tournament, user=hall.make_user(), role="head_judge")


def staff_removed(tournament: Tournament) -> None:
    Staff.objects.filter(tournament=tournament, role="organizer").delete()


def list_emptied(tournament: Tournament) -> None:
    revision = Entry.objects.filter(tournament=tournament)[0].registration.current  # type: ignore[union-attr]
    type(revision).objects.filter(pk=revision.pk).update(main={})  # type: ignore[union-attr]


def list_exchanged_with_its_hash(tournament: Tournament) -> None:
    from decks.registration.receipts import receipt_hash

    one = Entry.objects.filter(tournament=tournament)[0].registration.current  # type: ignore[union-attr]
    assert one is not None
    new = receipt_hash(salt=one.salt, pool_sha256=one.pool_sha256, main={}, sideboard=one.sideboard)
    type(one).objects.filter(pk=one.pk).update(main={}, sha256=new)


def entry_given_to_another(tournament: Tournament) -> None:
    Entry.objects.filter(pk=tournament.entries.all()[0].pk).update(user=hall.make_user())


def two_exchanged_in_a_published_round(tournament: Tournament) -> None:
    first = Seat.objects.filter(round__number=3, match__kind="played", position=1).order_by("match__table")
    one, two = first[:2]
    one.delete()
    two.delete()
    for match, round_, entry in (
        (one.match_id, one.round, two.entry_id),
        (two.match_id, two.round, one.entry_id),
    ):
        Seat.objects.create(match_id=match, round=round_, entry_id=entry, position=1)


def another_seed_of_a_round(tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=2).update(seed="0" * 32 + ":1")


def report_changed(tournament: Tournament) -> None:
    Report.objects.filter(match__round__number=3).update(outcome=Games((0, 2)))


def report_made_up(tournament: Tournament) -> None:
    match = Match.objects.filter(round__number=3, kind="played").order_by("table").last()
    assert match is not None
    entry = match.seats.all()[0].entry_id
    Report.objects.create(match=match, entry_id=entry, outcome=Games((2, 0)), at=timezone.now())


def other_rules_of_play(tournament: Tournament) -> None:
    tournament.policy = msgspec.structs.replace(tournament.policy, minutes=tournament.policy.minutes + 5)
    tournament.save(update_fields=["policy"])


def chain_deleted(tournament: Tournament) -> None:
    LedgerRow.objects.filter(chain_id=tournament.chain_key).delete()
    Chain.objects.filter(key=tournament.chain_key).delete()


def rows_deleted_and_head_set_back(tournament: Tournament) -> None:
    LedgerRow.objects.filter(chain_id=tournament.chain_key).delete()
    Chain.objects.filter(key=tournament.chain_key).update(length=0, head_hash="0" * 64)


ATTACKS = (
    another_score,
    another_source,
    another_kind,
    a_drawn_game,
    opened_again,
    final_without_a_row,
    staff_inserted,
    staff_removed,
    list_emptied,
    list_exchanged_with_its_hash,
    entry_given_to_another,
    two_exchanged_in_a_published_round,
    another_seed_of_a_round,
    report_changed,
    report_made_up,
    other_rules_of_play,
    chain_deleted,
    rows_deleted_and_head_set_back,
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_tables_that_differ_from_the_ledger_are_found(
    played: Tournament, attack: Callable[[Tournament], None]
) -> None:
    attack(played)
    content, said = verified()
    assert not content
    assert f"{played.chain_key}: " in said


# --- what judges wrote ----------------------------------------------------------------------------------------


def readings_deleted(tournament: Tournament) -> None:
    past_triggers()
    Reading.objects.filter(tournament=tournament).delete()


def reading_of_another_person(tournament: Tournament) -> None:
    past_triggers()
    Reading.objects.filter(tournament=tournament).update(user=hall.make_user())


def penalty_deleted(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).delete()


def penalty_made_a_caution(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).update(level="caution")


def penalty_given_to_another(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).update(entry=tournament.entries.all()[2])


def penalty_taken_back(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).update(state="withdrawn")


def penalty_added(tournament: Tournament) -> None:
    one = Penalty.objects.filter(tournament=tournament)[0]
    one.pk, one.number = None, one.number + 1
    one.save()


@pytest.mark.parametrize(
    "attack, says",
    [
        (readings_deleted, "0 times, the ledger says 1"),
        (reading_of_another_person, "1 times, the ledger says 0"),
        (penalty_deleted, "gone, and the ledger has it"),
        (penalty_made_a_caution, "level is caution, the ledger says warning"),
        (penalty_given_to_another, "entry_id is"),
        (penalty_taken_back, "state is withdrawn, the ledger says given"),
        (penalty_added, "no row of the ledger tells of it"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_judges_gave_and_read_is_compared(
    judged: Tournament, attack: Callable[[Tournament], None], says: str
) -> None:
    attack(judged)
    content, said = verified()
    assert not content
    assert says in said


def test_a_penalty_that_had_its_time_may_be_forgotten(judged: Tournament) -> None:
    long_ago = timezone.now() - timedelta(days=366)
    LedgerRow.objects.filter(chain_id=judges_book(judged)).update(at=long_ago)
    penalty_deleted(judged)
    assert [*differences()] == []


def test_an_erased_person_leaves_nothing_to_find(judged: Tournament) -> None:
    Tournament.objects.filter(pk=judged.pk).update(state="finished")
    hall.tell(judged)
    user = judged.entries.all()[1].user
    person_erase(actor=hall.Actor(user, "person"), user_id=user.pk)
    assert [*differences()] == []


@pytest.mark.parametrize("change", [{"original": b"{}"}, {"original": b"", "sha256": "0" * 64}])
def test_an_exchanged_log_is_found_and_a_forgotten_one_is_not(
    played: Tournament, change: dict[str, object]
) -> None:
    said = b'{"kind": "header", "format": "gamelog/1"}'
    log_submit(actor=hall.organizer_of(played), tournament=played, match_id=first_match().pk, data=said)
    assert [*differences()] == []
    GameLog.objects.update(original=b"")
    assert [*differences()] == []
    GameLog.objects.update(**change)
    assert f"log {GameLog.objects.get().pk} is not the one that was submitted" in [
        one.text for _name, one in differences()
    ]


# --- published heads ---------------------------------------------------------------------------------------


def cut_the_tail(tournament: Tournament, keep: int) -> None:
    """Cut the end off and set the head back, so that the chain fits itself."""
    LedgerRow.objects.filter(chain_id=tournament.chain_key, number__gt=keep).delete()
    last = LedgerRow.objects.get(chain_id=tournament.chain_key, number=keep)
    Chain.objects.filter(key=tournament.chain_key).update(length=keep, head_hash=last.hash)


def compute_anew(tournament: Tournament) -> None:
    """Edit the second row and hash everything after it again: there is no secret in the hash."""
    rows = list(LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("number"))
    rows[1].data = rows[1].data | {"edited": True}
    previous = rows[0].hash
    for row in rows[1:]:
        row.previous = previous
        row.hash = previous = row_hash(row)
        row.save()
    Chain.objects.filter(key=tournament.chain_key).update(head_hash=previous)


@pytest.mark.parametrize("attack", [lambda one: cut_the_tail(one, 10), compute_anew], ids=["cut", "anew"])
def test_a_published_head_finds_what_fits_itself(
    played: Tournament, attack: Callable[[Tournament], None]
) -> None:
    head = published_head(played)
    assert head is not None
    expected = f"--expected-head={played.chain_key}={head.hash}"
    assert verified(expected)[0]
    attack(played)
    assert verify_chain(played.chain_key) == []  # it sees nothing: that is what the published head is for
    content, said = verified(played.chain_key, expected)
    assert not content
    assert "published_head" in said


def test_a_chain_that_is_gone_is_found_by_its_head_too(played: Tournament) -> None:
    head = published_head(played)
    assert head is not None
    chain_deleted(played)
    content, said = verified(f"--expected-head={played.chain_key}={head.hash}")
    assert not content
    assert f"{played.chain_key}: BROKEN" in said
    assert "the whole chain is gone" in said


def test_the_first_digits_of_a_head_stand_on_slips_and_posters_and_are_enough_to_compare(
    played: Tournament,
) -> None:
    head, desk = published_head(played), Client()
    assert head is not None
    desk.force_login(played.created_by)
    for sheet in ("slips", "names", "tables"):
        paper = desk.get(f"/t/{played.slug}/desk/rounds/3/print/{sheet}/").content.decode()
        assert f"Ledger, row {head.number}: {head.hash[:16]}" in paper and head.hash not in paper
    expected = f"--expected-head={played.chain_key}={head.hash[:16]}"
    assert verified(expected)[0]
    compute_anew(played)
    assert not verified(played.chain_key, expected)[0]


@pytest.mark.parametrize("text", ["x", "t-cup=abc", "=" + "0" * 64])
def test_a_head_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(CommandError):
        call_command("verify_ledger", f"--expected-head={text}", stdout=StringIO())


def test_the_head_stands_under_the_standings_and_in_the_api(played: Tournament) -> None:
    client = Client()
    head = published_head(played)
    assert head is not None
    assert (head.action, head.data["number"]) == ("round.complete", 2)
    page = client.get(f"/t/{played.slug}/standings/").content.decode()
    assert head.hash in page
    assert head.hash not in client.get(f"/t/{played.slug}/standings/?round=1").content.decode()
    data = client.get(f"/api/v1/tournaments/{played.slug}/standings/")
    data = data if data.status_code == 200 else client.get(f"/api/v1/tournaments/{played.slug}/standings/")
    assert data.json()["ledger_head"] == {"row": head.number, "chain": played.chain_key, "hash": head.hash}


def test_what_nobody_else_may_know_of_does_not_move_the_published_head(played: Tournament) -> None:
    before = published_head(played)
    going = Match.objects.filter(round__number=3, kind="played")[0]
    result_enter(actor=hall.organizer_of(played), tournament=played, match_id=going.pk, said=(2, 0, 0))
    after = published_head(played)
    assert before is not None and after is not None
    assert after.hash == before.hash


# --- the page ----------------------------------------------------------------------------------------------


def test_the_page_of_the_ledger_turns_and_shows_one_kind(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.events import views

    monkeypatch.setattr(views, "ROWS_OF_LEDGER", 7)
    client = Client()
    client.force_login(hall.organizer_of(played).user)
    url = f"/t/{played.slug}/desk/ledger/"
    if client.get(url).status_code != 200:
        url = f"/t/{played.slug}/desk/audit/"
    seen: list[int] = []
    query = ""
    while True:
        answer = client.get(url + query)
        rows = [row.number for row in answer.context["rows"]]
        assert len(rows) <= 7
        seen += rows
        if not answer.context["older"]:
            break
        query = f"?kind=&before={answer.context['older']}"
        assert query.replace("&", "&amp;") in answer.content.decode()
    length = Chain.objects.get(key=played.chain_key).length
    assert seen == list(range(length, 0, -1))
    some = client.get(url + "?kind=result")
    assert {row.action for row in some.context["rows"]} <= {"result.enter", "result.correct", "result.report"}
    assert some.context["rows"]
    for wrong in ("?kind=x'y", "?before=%C2%B2", "?before=" + "9" * 30, "?kind=%00"):
        assert client.get(url + wrong).status_code == 200
