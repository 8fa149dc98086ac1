"""An event made anew of its chains is the one of the tables, until somebody edits a table: then that is named."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from ledger.anew import made_anew
from ledger.audits import differences
from ledger.commands import SYSTEM
from ledger.models import LedgerRow
from ledger.telling import ALL, ROWS, kind_of, kinds
from tests.halls import kept
from tests.ledger.an_event import first_match, past_triggers, verified
from tests.site.privacy.erasing import person_erase
from tests.tournaments import hall
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_store_verdict, log_submit
from tournaments.judging.case_models import Appeal, CaseRevision
from tournaments.judging.case_services import case_appeal, case_rule
from tournaments.judging.models import Penalty
from tournaments.judging.services import deck_check_start
from tournaments.rounds.models import Match, Round
from x610z_site.privacy.retention import forget_all

pytestmark = [pytest.mark.django_db]
WORDS = "Aria drew a card too many, and it goes back on top."


@kept
def ruled(judged: Tournament) -> Tournament:
    """With a ruling that was appealed, a log that was checked, and a deck check."""
    match = Match.objects.filter(round__number=3, kind="played").order_by("table")[0]
    judge = hall.staff_actor(judged, "judge")
    hall.tell(judged)
    case_rule(actor=judge, tournament=judged, match_id=match.pk, said={"words": WORDS, "remedy": "fix"})
    player = hall.Actor(match.seats.all()[0].entry.user, "player")
    case_appeal(actor=player, tournament=judged, number=1, grounds="It was mine.")
    bytes_ = b'{"kind": "header", "format": "gamelog/1"}'
    log = log_submit(
        actor=hall.organizer_of(judged), tournament=judged, match_id=first_match().pk, data=bytes_
    )
    report = {"verdict": "legal", "semantics": 1}
    log_store_verdict(actor=SYSTEM, tournament=judged, log_id=log["log"], report=report, decks=[])
    deck_check_start(actor=judge, tournament=judged, match_id=match.pk)
    assert verified() == (True, verified()[1])
    return judged


def by_sql(*statements: str) -> Callable[[], None]:
    """What somebody with the database does, straight and with no trigger in the way."""

    def tamper() -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
                assert cursor.rowcount, f"changes nothing: {statement}"

    return tamper


def gone(model: type[Model], **where: object) -> Callable[[], None]:
    """Rows that are deleted with all that hangs on them."""
    return lambda: model._default_manager.filter(**where).delete()


TAMPERING = {
    "report changed": by_sql('UPDATE tournaments_report SET outcome = \'{"kind": "games", "won": [0, 2]}\''),
    "report gone": by_sql("DELETE FROM tournaments_report"),
    "penalty a caution": by_sql("UPDATE tournaments_penalty SET level = 'caution'"),
    "penalty taken back": by_sql("UPDATE tournaments_penalty SET state = 'withdrawn'"),
    "penalty gone": gone(Penalty),
    "history of a penalty": by_sql(
        "UPDATE tournaments_penaltyevent SET role = 'head_judge', by_id = by_id - 1"
    ),
    "history of a penalty gone": by_sql("DELETE FROM tournaments_penaltyevent"),
    "entry dropped": by_sql("UPDATE tournaments_entry SET state = 'dropped' WHERE number = 2"),
    "entry of another person": by_sql(
        "UPDATE tournaments_entry SET user_id = (SELECT max(id) FROM accounts_user) WHERE number = 2"
    ),
    "entry with another lot": by_sql("UPDATE tournaments_entry SET random = random + 1"),
    "entry with no list": by_sql("UPDATE tournaments_entry SET registration_id = NULL WHERE number = 2"),
    "entry gone": lambda: _without_trace(2),
    "list of before counts": by_sql("UPDATE decks_registration SET current_id = NULL"),
    "two exchanged": lambda: _exchanged(),
    "another table": by_sql('UPDATE tournaments_match SET "table" = 90 WHERE "table" = 1'),
    "a bye": by_sql("UPDATE tournaments_match SET kind = 'bye' WHERE state = 'open'"),
    "match gone": lambda: gone(Match, pk=first_match().pk)(),
    "round gone": gone(Round, number=3),
    "round over": by_sql("UPDATE tournaments_round SET state = 'completed' WHERE number = 3"),
    "clock of a round": by_sql("UPDATE tournaments_round SET minutes = 10 WHERE number = 3"),
    "seed of a round": by_sql("UPDATE tournaments_round SET seed = 'x' WHERE number = 2"),
    "certificate of a round": by_sql("UPDATE tournaments_round SET certificate = '{}' WHERE number = 2"),
    "lots of the event": by_sql("UPDATE tournaments_tournament SET seed = 'x'"),
    "event over": by_sql("UPDATE tournaments_tournament SET state = 'finished'"),
    "event approved": by_sql("UPDATE tournaments_tournament SET approval = 'approved'"),
    "stage": by_sql("UPDATE tournaments_stage SET rounds = 9"),
    "staff": by_sql("UPDATE tournaments_staff SET role = 'organizer' WHERE role = 'judge'"),
    "words of a ruling": by_sql("UPDATE tournaments_caserevision SET words = 'Nothing happened.'"),
    "remedy of a ruling": by_sql("UPDATE tournaments_caserevision SET remedy = 'leave'"),
    "words of a ruling gone": by_sql("UPDATE tournaments_caserevision SET words = ''"),
    "ruling gone": gone(CaseRevision),
    "outcome of an appeal": by_sql("UPDATE tournaments_appeal SET outcome = 'upheld'"),
    "grounds of an appeal": by_sql("UPDATE tournaments_appeal SET grounds = 'x'"),
    "call": by_sql("UPDATE tournaments_judgecall SET state = 'resolved'"),
    "deck check": by_sql("UPDATE tournaments_checkeddeck SET finding = 'fine'"),
    "bytes of a log": lambda: GameLog.objects.update(original=b"{}"),
    "verdict of a log": by_sql("UPDATE tournaments_gamelog SET verdict = 'illegal'"),
    "report of a log": by_sql('UPDATE tournaments_gamelog SET report = \'{"verdict": "legal", "line": 3}\''),
    "log gone": gone(GameLog),
    "readings gone": by_sql("DELETE FROM tournaments_reading"),
    "correction gone": by_sql("DELETE FROM tournaments_resultchange"),
    "correction": by_sql("UPDATE tournaments_resultchange SET role = 'judge'"),
    "added entry": lambda: _copied(Entry, number=99, user=hall.make_user(), registration=None),
    "added penalty": lambda: _copied(Penalty, number=99),
    "added appeal": lambda: _copied(Appeal, entry=Entry.objects.get(number=4)),
}


def _copied(model: type[Model], **other: object) -> None:
    one = model._default_manager.all()[0]
    one.pk = None
    for name, value in other.items():
        setattr(one, name, value)
    one.save()


def _without_trace(number: int) -> None:
    entry = Entry.objects.get(number=number)
    with connection.cursor() as cursor:
        for table in (
            "seat",
            "report",
            "penalty",
            "reading",
            "appeal",
            "checkeddeck",
            "case_parties",
            "judgecall",
        ):
            cursor.execute(f"DELETE FROM tournaments_{table} WHERE entry_id = %s", [entry.pk])  # noqa: S608
        cursor.execute("DELETE FROM tournaments_entry WHERE id = %s", [entry.pk])


def _exchanged() -> None:
    one, two = Match.objects.filter(round__number=3, kind="played").order_by("table")[:2]
    seats = [match.seats.get(position=1) for match in (one, two)]
    entries = [seat.entry_id for seat in seats]
    for seat in seats:
        type(seat).objects.filter(pk=seat.pk).delete()
    for seat, entry in zip(seats, reversed(entries), strict=True):
        type(seat).objects.create(match=seat.match, round=seat.round, entry_id=entry, position=1)


@pytest.mark.parametrize("name", TAMPERING)
def test_every_tampering_is_found_in_the_event_that_is_made_anew(ruled: Tournament, name: str) -> None:
    past_triggers()
    TAMPERING[name]()
    content, said = verified(ruled.chain_key, "--rebuild")
    assert not content, "found when this event alone is asked for"
    assert f"{ruled.chain_key}: whole" in said and f"{ruled.chain_key}: made anew of " in said
    assert "0 differences" not in said


def test_an_event_that_is_gone_is_found(ruled: Tournament) -> None:
    past_triggers()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_tournament SET slug = 'another'")
    content, said = verified()
    assert not content
    assert f"{ruled.chain_key}: tournaments: the event is gone" in said
    assert "t-another: tournaments: the whole chain is gone" in said


def test_it_is_made_anew_of_every_table_that_is_told(ruled: Tournament) -> None:
    made = made_anew(ruled.slug)
    assert made.standing("entry") == Entry.objects.count() == 5
    assert made.standing("round") == Round.objects.count() == 3
    told = {kind for kind in made.rows if made.standing(kind)}
    # Teams, fixed tables, disputes, confirmed lines, opened cards and money are not in this event.
    assert {kind_of(model) for model in kinds()} - told <= {
        *("fee", "booking", "onlinepayment", "tillclosing", "prize"),
        "team",
        "entryrule",
        "dispute",
        "confirmedline",
        "openedpool",
    }
    content, said = verified(ruled.chain_key, "--rebuild")
    assert content
    assert "entry 5" in said and "penaltyevent 1" in said and "does not tell" not in said


# --- older events, and what may go -----------------------------------------------------------------------------


def as_before(tournament: Tournament) -> None:
    """As if the rows of an event had been written before rows of tables were told."""
    for row in LedgerRow.objects.filter(chain__key__endswith=tournament.slug):
        row.data = {name: value for name, value in row.data.items() if name not in (ROWS, ALL)}
        LedgerRow.objects.filter(pk=row.pk).update(data=row.data)


def test_what_an_older_chain_does_not_tell_is_said_and_what_it_tells_is_compared(ruled: Tournament) -> None:
    as_before(ruled)
    found = {one.text: one.untold for _name, one in differences(ruled.chain_key)}
    [untold] = [text for text, older in found.items() if older]
    assert untold.startswith("the chain so far does not tell of these rows, which nothing compares: ")
    assert "entryrule" not in untold and "round 3" not in untold and "tournament 1" in untold
    assert {*found} == {untold}
    Entry.objects.filter(number=2).update(user=hall.make_user())
    Penalty.objects.update(level="caution")
    texts = [one.text for _name, one in differences(ruled.chain_key)]
    assert any("user_id is" in text for text in texts) and any("level is caution" in text for text in texts)


def test_an_older_event_that_is_told_once_is_guarded_from_then_on(ruled: Tournament) -> None:
    as_before(ruled)
    hall.tell(ruled)
    assert [*differences(ruled.chain_key)] == []
    Entry.objects.filter(number=2).update(state="dropped")
    assert ["state is dropped" in one.text for _name, one in differences()] == [True]


def test_what_has_had_its_time_is_missed_by_nobody(ruled: Tournament) -> None:
    over = Tournament.objects.filter(pk=ruled.pk)
    over.update(state="finished", starts_at=timezone.now() - timedelta(days=1))
    hall.tell(ruled)
    rows = LedgerRow.objects.filter(chain__key__endswith=ruled.slug)
    CaseRevision.objects.update(words="")
    assert [*differences()] != [], "too early"
    past_triggers()
    for row in rows:  # everything was a year ago
        rows.filter(pk=row.pk).update(at=row.at - timedelta(days=400))
    forget_all(timezone.now() + timedelta(days=366))
    assert not Penalty.objects.exists() and not bytes(GameLog.objects.get().original)
    assert [*differences()] == []


def test_an_erasure_takes_names_out_of_rulings_and_the_ledger_knows_them_as_they_are_then(
    ruled: Tournament,
) -> None:
    Tournament.objects.filter(pk=ruled.pk).update(state="finished")
    hall.tell(ruled)
    entry = Entry.objects.exclude(penalties=None)[0]
    case = CaseRevision.objects.get()
    before = case.salt
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_appeal SET outcome = 'upheld'")
    CaseRevision.objects.update(words=f"{entry.name} drew a card too many.")
    hall.tell(ruled)
    person_erase(actor=hall.Actor(entry.user, "person"), user_id=entry.user_id)
    case.refresh_from_db()
    assert entry.name not in case.words and case.salt != before, "the old hash proves no guess"
    assert not Penalty.objects.exists()
    assert [*differences()] == []


def test_the_command_tells_every_older_event_once(ruled: Tournament) -> None:
    as_before(ruled)
    said = StringIO()
    call_command("tell_older_events", stdout=said)
    call_command("tell_older_events", stdout=said)
    assert said.getvalue() == f"{ruled.chain_key}\n1 older events told\n0 older events told\n"
    content, printed = verified("--rebuild")
    assert "does not tell what came, changed and went by rows" in printed
    assert "BROKEN" in printed and not content, "the rows of this test were edited; nothing else is wrong"
    assert "0 differences" in printed.splitlines()[-1] or ", 0 differences" in printed
