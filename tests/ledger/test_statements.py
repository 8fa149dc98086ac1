"""SQL of our own: order, rows, plans, parameters; and how many messages a hand-in and a result need."""

import inspect
import re
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from decks.cards.models import CatalogueState
from decks.registration import statements as of_registrations
from ledger import sql as sending
from ledger import statements as of_commands
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import Chain
from ledger.sql import Sql, run
from tests.decks.lists import legal_text
from tests.tournaments.hall import make_tournament, publish, running_tournament
from tests.tournaments.recordings.table import Table, paper_game, writer_of
from tests.tournaments.submissions.deck_hall import make_hall
from tournaments.display import statements as of_display
from tournaments.entries import statements as of_entries
from tournaments.recordings import statements as of_recordings
from tournaments.rounds import statements as of_rounds
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report
from tournaments.submissions import rules as deck_rules
from tournaments.submissions import statements as deck_statements
from tournaments.submissions.services import deck_draft_save, deck_submit
from x610z_site.accounts import statements as of_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
MODULES = (
    of_commands,
    of_registrations,
    deck_statements,
    of_entries,
    of_rounds,
    of_recordings,
    of_display,
    of_accounts,
)


def constants(module: ModuleType) -> list[Sql]:
    return [value for _name, value in inspect.getmembers(module) if isinstance(value, Sql)]


def messages(work: Any) -> list[str]:
    """What is sent to the database, without the savepoints that stand for the transaction in a test."""
    with CaptureQueriesContext(connection) as captured:
        work()
    return [query["sql"] for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]]


def together(statements: int, sent: int) -> int:
    """How many messages: PostgreSQL takes several statements in one, SQLite one at a time."""
    return sent if connection.vendor == "postgresql" else statements


def test_every_statement_has_a_name_of_its_own() -> None:
    names = [sql.name for module in MODULES for sql in constants(module)]
    assert len(names) == len(set(names)) > 8
    assert all(re.fullmatch("[a-z_]+", name) for name in names)


def test_the_columns_of_a_players_deck_are_those_that_are_named() -> None:
    columns = re.findall(r"\b([etr])\.(\w+)", deck_statements.OWN.text.partition("FROM")[0])
    named = [
        ("e", deck_statements.ENTRY),
        ("t", deck_statements.TOURNAMENT),
        ("r", deck_statements.REGISTRATION),
    ]
    assert columns == [(table, name) for table, names in named for name in names]


def test_each_statement_sees_what_those_before_it_did_and_gives_its_own_rows() -> None:
    taken = (of_commands.NEXT, ("t-x", "0" * 64, 1))
    first, noted, second = run(taken, (of_commands.HEAD, ("t-x", "a" * 64)), taken)
    assert (first, noted, second) == ([(1, "0" * 64, 1)], [], [(2, "a" * 64, 2)])


def test_a_message_that_fails_leaves_the_next_one_whole() -> None:
    taken = (of_commands.NEXT, ("t-x", "0" * 64, 0))
    with pytest.raises(DatabaseError), transaction.atomic():
        run(taken, (of_commands.HEAD, ("t-x", None)))
    assert not Chain.objects.filter(key="t-x").exists()
    assert run(taken) == [[(1, "0" * 64, 0)]]


@pytest.mark.parametrize("kept", [True, False])
def test_without_kept_plans_the_same_is_done(kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a pooler no plan is kept; Django's own setting for one is what is asked."""
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", not kept)
    hall = make_hall()
    sent = messages(
        lambda: deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=legal_text())
    )
    assert hall.entry(hall.a).registration.current.number == 1
    assert any("EXECUTE" in text for text in sent) == (kept and connection.vendor == "postgresql")


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_makes_its_own_plans() -> None:
    tournament = make_tournament()
    before = Chain.objects.get(key=tournament.chain_key).length
    connection.close()
    assert run((of_commands.NEXT, (tournament.chain_key, "", 0)))[0][0][0] == before + 1
    connection.close()
    assert run((of_commands.NEXT, (tournament.chain_key, "", 0)))[0][0][0] == before + 2


@pytest.mark.parametrize("text", ["'; DROP TABLE ledger_chain; --", "100 %s %(x)s $1 \\' \"", "é 龍 \\x00"])
def test_what_a_player_types_is_never_a_part_of_a_statement(text: str) -> None:
    hall = make_hall()
    key = uuid4().hex
    for _time in range(2):
        deck_draft_save(
            actor=Actor(hall.a, "player"), tournament=hall.tournament, text=text, name=text, key=key
        )
    registration = hall.entry(hall.a).registration
    assert (registration.draft_text, registration.draft_name) == (text, text)


def test_an_instance_knows_the_columns_read_and_asks_for_the_others() -> None:
    hall = make_hall()
    found = sending.loaded(type(hall.tournament), ("slug", "id"), (hall.tournament.slug, hall.tournament.pk))
    assert messages(lambda: found.slug) == []
    assert found.name == hall.tournament.name


def test_a_hand_in_needs_three_messages_and_the_offices_list_is_read_once_per_stamp(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = make_hall()
    CatalogueState.objects.update_or_create(pk=1, defaults={"stamp": uuid4().hex})

    def hand_in(user: Any) -> None:
        deck_submit(
            actor=Actor(user, "player"), tournament=hall.tournament, text=legal_text(), key=uuid4().hex
        )

    sent = [len(messages(lambda user=user: hand_in(user))) for user in (hall.a, hall.b)]
    assert sent == [together(10, 3) + 1, together(10, 3)]
    monkeypatch.setattr(deck_rules, "limits_on", lambda *_asked: {"D1.1/009/100-R": 0, "1.1/001/089-C": 0})
    deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=legal_text(1))
    CatalogueState.objects.update(stamp=uuid4().hex)
    with pytest.raises(UserError):
        deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=legal_text(2))


def test_the_messages_of_a_reported_result_are_counted() -> None:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    first, second = [seat.entry.user for seat in match.seats.select_related("entry__user")]

    def report(user: Any) -> None:
        result_report(
            actor=Actor(user, "player"),
            tournament=tournament,
            match_id=match.pk,
            said=(2, 0, 0),
            key=uuid4().hex,
        )

    sent = [len(messages(lambda user=user: report(user))) for user in (first, second)]
    # The first asks the opponent for the other report as well: one row of the outbox more.
    assert sent == [together(14, 3), together(13, 3)]


@pytest.mark.django_db(transaction=True)  # a process keeps what is committed
def test_a_line_of_a_recorded_game_and_the_phone_that_hears_of_it_need_few_messages() -> None:
    """Session and person, the tournament, the game with its phone, who plays; then lock and write between two marks."""
    table = Table()
    table.play(most=10)
    line = paper_game(3)[10]
    own, other = table.phones[writer_of(line)], table.phones[1 - writer_of(line)]
    entry = own.entry(line, base=10)
    assert len(messages(lambda: own.post(entry))) == together(15, 9)
    assert len(messages(other.state)) == together(6, 5)
    assert table.head == 11
