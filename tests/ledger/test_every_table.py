"""Every table of the product, and what keeps somebody with the database from changing it unnoticed."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from ledger.telling import Told
from tests.ledger.an_event import first_match
from tournaments.entries.models import Reading
from tournaments.events.models import Tournament
from tournaments.judging.models import PenaltyEvent
from tournaments.rounds.models import ResultChange, Snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]

TRIGGERS = {
    "decks.CardRevision",
    "decks.EnteredRevision",
    "decks.PoolSnapshot",
    "tournaments.Booking",
    "tournaments.CaseRevision",
    "tournaments.ConfirmedLine",
    "tournaments.Frozen",
    "tournaments.PenaltyEvent",
    "tournaments.Reading",
    "tournaments.RecordingEntry",
    "tournaments.ResultChange",
    "tournaments.Snapshot",
    "tournaments.TillClosing",
}
"""Tables whose rows the database itself keeps as they are, by a trigger."""

COMPARED = {
    "decks.DeckRevision": "decks: its own hash, and that of the row of its hand-in",
    "decks.Registration": "decks: the list that counts is the one handed in last",
    "ledger.LedgerRow": "the chain itself",
    "ledger.Chain": "the chain itself",
    "ledger.Volume": "the chain itself",
    "tournaments.Match": "results, seating: how it ended, where it is played and who sits there",
    "tournaments.Reading": "readings",
    "tournaments.Recording": "recordings",
    "tournaments.RecordingEntry": "recordings",
    "tournaments.Seat": "seating",
}
"""Tables that an audit of their own compares; those of which commands tell every row (``Told``) are found by that."""

PERSON = "a person's own account or device: decides nothing in an event, whose ledger holds ids"
CHOICE = "what a person chose or was sent: decides nothing in an event"
WORK = "work that is waiting or was done: made again from what it is about"
CATALOGUE = "the catalogue: what counts in an event are frozen revisions and its frozen pool"
OWN = "a person's own papers, outside every event"
FREE = {
    **dict.fromkeys(
        (
            "accounts.User",
            "accounts.PersonalLink",
            "accounts.Session",
            "accounts.ApiToken",
            "accounts.Tries",
            "accounts.SecondStep",
            "accounts.RecoveryCode",
            "accounts.Passkey",
            "accounts.SpentChallenge",
            "accounts.Recovery",
            "accounts.MailAddress",
            "accounts.MailReset",
            "privacy.Guardian",
            "privacy.GuardianTalk",
            "tournaments.RecordingDevice",
            "tournaments.PairingCode",
        ),
        PERSON,
    ),
    **dict.fromkeys(
        (
            "accounts.Letter",
            "privacy.Choice",
            "reach.Notice",
            "reach.Choices",
            "reach.PushAddress",
            "reach.CalendarAddress",
            "reach.Webhook",
            "reach.HookMessage",
            "tournaments.KeptFilter",
        ),
        CHOICE,
    ),
    **dict.fromkeys(
        (
            "privacy.Erasure",
            "privacy.Export",
            "privacy.ErasureRequest",
            "reach.Sending",
            "ledger.IdempotencyKey",
            "ledger.OutboxMessage",
            "ledger.Pulse",
            "decks.CardImport",
            "tournaments.Forecast",
            "tournaments.Outlook",
            "tournaments.Listing",
            "tournaments.Outcome",
            "tournaments.Table",
            "tournaments.Change",
            "tournaments.RatingPool",
            "tournaments.AuditRun",
            "tournaments.AuditRow",
            "tournaments.DeckComparison",
            "decks.PlayTest",
        ),
        WORK,
    ),
    **dict.fromkeys(
        (
            "decks.CatalogueState",
            "decks.CardSet",
            "decks.Card",
            "decks.Printing",
            "decks.CardPicture",
            "decks.Ruling",
            "decks.LegalityList",
            "decks.LegalityEntry",
        ),
        CATALOGUE,
    ),
    **dict.fromkeys(("decks.Deck", "decks.DeckListRevision", "tournaments.PuzzleAnswer"), OWN),
    **dict.fromkeys(
        (
            "tournaments.Friendship",
            "tournaments.Block",
            "tournaments.Friendly",
            "tournaments.FriendlyNote",
        ),
        CHOICE,
    ),
    **dict.fromkeys(
        ("tournaments.Appointment", "tournaments.Offer", "tournaments.Postponement"),
        "when two want to meet: decides nothing, the result of their match is told",
    ),
    "tournaments.Clan": "for which clan somebody plays here stands in the entry",
    "tournaments.Membership": "for which clan somebody plays here stands in the entry",
    "community.News": "words and a picture: decides nothing in an event; who let it appear says the chain",
    **dict.fromkeys(
        (
            "community.Contest",
            "community.ContestNotice",
            "community.ContestEntry",
            "community.Juror",
            "community.Marks",
            "community.Vote",
        ),
        "a contest decides nothing in an event; its result is counted from its rows, and the chain says who did what",
    ),
    **dict.fromkeys(
        ("community.Matter", "community.Report", "community.Objection", "community.Work"),
        "what is shown: decides nothing in an event; who decided about it says the chain",
    ),
    "community.Follow": CHOICE,
    "community.Subscription": CHOICE,
    "community.ForumAccount": CHOICE,
    "community.SpentNonce": WORK,
    "community.ForumTopic": WORK,
    "community.Issue": WORK,
    "community.Copy": WORK,
    "tournaments.Asked": "a question: what came of it is a member",
    "tournaments.Venue": "an address for people: decides nothing in an event",
    "tournaments.Invitation": "a question: what came of it is an entry or one of the staff",
    "tournaments.TeamAttempt": "a list that was refused, shown to the captain until the next one",
    "tournaments.OpenedHand": "a player's own notes, shown to judges beside the journal, which is compared",
    "tournaments.Precedent": "advice to judges: decides nothing in an event",
    "tournaments.Case_parties": "who sat at the table of a ruling: the seats of its match say it",
    "auth.Permission": "not used",
    "auth.Group": "not used",
    "auth.Group_permissions": "not used",
    "accounts.User_groups": "not used",
    "accounts.User_user_permissions": "not used",
    "contenttypes.ContentType": "names of tables",
}
"""Tables that nothing guards, each with the reason why it need not."""


def test_of_every_table_it_is_said_what_guards_it_or_why_nothing_need() -> None:
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label
        by = ["rows"] if issubclass(model, Told) else []
        by += [name for name, kind in (("trigger", TRIGGERS), ("compared", COMPARED)) if label in kind]
        if label in FREE:
            assert not by, f"{label} is guarded ({by}) and said to be free"
        else:
            assert by, f"{label}: say what guards it, or why nothing need (tests/ledger/test_every_table.py)"


def test_every_trigger_is_there() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
                "WHERE NOT t.tgisinternal AND t.tgenabled = 'O'"
            )
        else:
            cursor.execute("SELECT tbl_name FROM sqlite_master WHERE type = 'trigger'")
        there = {str(name) for (name,) in cursor.fetchall()}
    assert there == {apps.get_model(label)._meta.db_table for label in TRIGGERS}


def refused(change: Callable[[], object], *, everywhere: bool = True) -> None:
    if everywhere or connection.vendor == "postgresql":
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_the_database_refuses_to_change_what_is_only_added_and_lets_words_be_erased(
    judged: Tournament,
) -> None:
    refused(lambda: Reading.objects.update(kind="log"))
    refused(lambda: Reading.objects.all().delete(), everywhere=False)
    refused(lambda: PenaltyEvent.objects.update(role="x"))
    refused(lambda: ResultChange.objects.update(after_kind="bye", reason="x"))
    refused(lambda: Snapshot.objects.update(data=b""))
    assert PenaltyEvent.objects.update(reason="") and ResultChange.objects.update(reason="")
    assert ResultChange.objects.filter(match=first_match()).delete()[0] == 1, "with its match it may go"
    assert Snapshot.objects.all().delete()[0], "after thirty days they are forgotten"
