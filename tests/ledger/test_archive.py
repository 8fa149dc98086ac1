"""Old rows put away are read, verified, told and erased as before, and whoever changes a volume is found."""

import json
import zlib
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from ledger import archive
from ledger.anew import made_anew
from ledger.commands import SITE_CHAIN, Actor
from ledger.models import Chain, LedgerRow, Volume
from ledger.selectors import history, kinds_of, verify_chain
from tests.halls import kept
from tests.ledger.an_event import past_triggers, verified
from tests.ledger.test_parted import write
from tests.site.privacy.erasing import person_erase
from tests.site.privacy.test_pages import file_of
from tests.tournaments import hall
from tournaments.display.chain_heads import PUBLISHED, published_head
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Report
from x610z_site.privacy.export import rows_of
from x610z_site.privacy.inventory import BY_LABEL

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
LONG_AGO = timedelta(days=500)
CHAINS = ("t", "j", "m")


@kept
def over(judged: Tournament) -> Tournament:
    """An event that was over more than a year ago; its rows are as old as its chain says, which is now."""
    Tournament.objects.filter(pk=judged.pk).update(state="finished", starts_at=timezone.now() - LONG_AGO)
    judged.refresh_from_db()
    hall.tell(judged)
    return judged


def rows(chain: str) -> list[tuple[object, ...]]:
    """Everything a chain says, the numbers of its rows among all rows included."""
    fields = (
        "pk",
        "number",
        "action",
        "actor_id",
        "role",
        "at",
        "data",
        "note",
        "note_salt",
        "previous",
        "hash",
    )
    return [tuple(getattr(row, name) for name in fields) for row in archive.rows_of(chain)]


def put_away(tournament: Tournament) -> int:
    """All that the chains of an event say."""
    keys = [f"{letter}-{tournament.slug}" for letter in CHAINS]
    return sum(archive.put_away(key, stay=PUBLISHED) for key in keys)


def command(*arguments: str) -> str:
    said = StringIO()
    call_command("archive_ledger", *arguments, stdout=said)
    return said.getvalue()


def test_what_is_put_away_is_read_as_it_was(over: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST", 7)  # several volumes
    keys = [f"{letter}-{over.slug}" for letter in CHAINS]
    before = [rows(key) for key in keys]
    pages = [history(over.chain_key, 20, kind="result", before=200), history(over.chain_key, 9)]
    kinds, made, head = kinds_of(over.chain_key), made_anew(over.slug), published_head(over)
    there = LedgerRow.objects.count()
    assert put_away(over) == sum(map(len, before)) > 30
    assert Volume.objects.count() > 5 and LedgerRow.objects.count() < there - 20
    assert [rows(key) for key in keys] == before
    assert [history(over.chain_key, 20, kind="result", before=200), history(over.chain_key, 9)] == pages
    assert (kinds_of(over.chain_key), made_anew(over.slug), published_head(over)) == (kinds, made, head)
    assert all(verify_chain(key) == [] for key in keys if Chain.objects.filter(pk=key).exists())
    assert verified() == (True, verified()[1]) and verified(over.chain_key)[0]
    client = Client()
    client.force_login(over.created_by)
    page = client.get(f"/t/{over.slug}/desk/ledger/").content.decode()
    assert all(f">{row.number}<" in page for row in pages[1])
    assert put_away(over) == 0  # nothing new
    left = LedgerRow.objects.count()
    assert sum(map(archive.bring_back, keys)) == there - left
    assert (LedgerRow.objects.count(), Volume.objects.count()) == (there, 0)
    assert [rows(key) for key in keys] == before


def test_a_chain_goes_on_behind_its_volumes(over: Tournament) -> None:
    put_away(over)
    length = Chain.objects.get(pk=over.chain_key).length
    hall.tell(over)
    assert Chain.objects.get(pk=over.chain_key).length == length + 1
    assert verify_chain(over.chain_key) == [] and verified()[0]
    assert archive.put_away(over.chain_key, stay=PUBLISHED) == 1
    assert [one.first for one in Volume.objects.filter(chain=over.chain_key).order_by("first")] == [
        1,
        length + 1,
    ]
    assert verify_chain(over.chain_key) == [] and verified()[0]


def volume(tournament: Tournament) -> Volume:
    return Volume.objects.get(chain=tournament.chain_key)


def with_body(change: Callable[[bytes], bytes]) -> Callable[[Tournament], None]:
    """Somebody changes what a volume says, and packs it again as it should be."""

    def tamper(tournament: Tournament) -> None:
        one = volume(tournament)
        said = change(zlib.decompress(bytes(one.body)))
        Volume.objects.filter(pk=one.pk).update(body=zlib.compress(said, 9))

    return tamper


TAMPERING = {
    "a result changed": with_body(lambda said: said.replace(b'"won":[2,0]', b'"won":[0,2]', 1)),
    "another who did it": with_body(lambda said: said.replace(b'"organizer"', b'"head_judge"', 1)),
    "cut off": with_body(lambda said: b',["'.join(said.split(b',["')[:-3]) + b"]"),
    "half of it gone": lambda one: void(Volume.objects.filter(pk=volume(one).pk).update(body=b"x\x9c")),
    "gone": lambda one: void(volume(one).delete()),
    "another hash before": lambda one: void(
        Volume.objects.filter(pk=volume(one).pk).update(previous="1" * 64)
    ),
}


def void(_count: object) -> None:
    """An update's count is of no interest here."""


@pytest.mark.parametrize("tamper", TAMPERING.values(), ids=TAMPERING)
def test_who_changes_a_volume_is_found(over: Tournament, tamper: Callable[[Tournament], None]) -> None:
    put_away(over)
    tamper(over)
    assert verify_chain(over.chain_key) != []
    assert not verified(over.chain_key)[0]


def test_a_table_changed_beside_a_chain_that_was_put_away_is_found(over: Tournament) -> None:
    put_away(over)
    past_triggers()
    assert Report.objects.filter(match__tournament=over).delete()[0]
    content, said = verified()
    assert not content and "report" in said and "whole" in said and "BROKEN" not in said


def test_a_chain_that_is_not_whole_is_not_put_away(over: Tournament) -> None:
    LedgerRow.objects.filter(chain=over.chain_key, number=4).update(role="organizer", action="result.rule")
    LedgerRow.objects.update(at=timezone.now() - LONG_AGO)
    there = LedgerRow.objects.count()
    with pytest.raises(CommandError, match="chains are not whole"):
        command(over.chain_key)
    assert (LedgerRow.objects.count(), Volume.objects.filter(chain=over.chain_key).count()) == (there, 0)


def test_the_words_of_somebody_are_in_no_volume_and_are_erased_as_ever(over: Tournament) -> None:
    put_away(over)
    kept_rows = LedgerRow.objects.filter(chain__key__endswith=over.slug).exclude(note="")
    assert kept_rows.count() >= 2
    person = Match.objects.filter(tournament=over, kind="played")[0].seats.all()[0].entry.user
    LedgerRow.objects.filter(pk=kept_rows[0].pk).update(note=f"{person.display_name} read again")
    person_erase(actor=Actor(person, "player"), user_id=person.pk)
    assert person.display_name not in "".join(LedgerRow.objects.values_list("note", flat=True))
    assert [one for one in verify_chain(over.chain_key) if one.code != "note"] == []


def test_a_person_is_given_what_they_did_of_what_was_put_away_too(over: Tournament) -> None:
    person = over.created_by
    before = rows_of(BY_LABEL["ledger.LedgerRow"], person)
    put_away(over)
    assert len(rows_of(BY_LABEL["ledger.LedgerRow"], person)) < len(before)  # the control
    assert len(archive.by(person.pk)) >= 1
    told = json.loads(file_of(person)["person.json"])["ledger.LedgerRow"]
    assert told == json.loads(json.dumps(before))


def test_the_command_takes_what_is_over_and_old_and_nothing_else(over: Tournament) -> None:
    going = hall.make_tournament()
    hall.tell(going)
    write(actor=Actor(over.created_by), card="x")
    assert "0 rows of 0 chains" in command()  # the rows themselves are of today
    assert "0 rows of 0 chains" in command("--days", "0", going.chain_key)
    site = LedgerRow.objects.filter(chain__key__startswith=SITE_CHAIN).count()
    assert site
    said = command("--days", "0")
    assert (
        f"{len(rows(over.chain_key)) + sum(len(rows(f'{one}-{over.slug}')) for one in 'jm') + site} rows"
        in said
    )
    assert not Volume.objects.filter(chain=going.chain_key).exists()
    assert verified()[0]
    assert "rows brought back" in command("--bring-back", over.chain_key)
    assert not Volume.objects.filter(chain=over.chain_key).exists() and verified()[0]
    assert Volume.objects.exists() and "0 rows brought back" in command("--bring-back", going.chain_key)
    put_away(over)
    there = LedgerRow.objects.count()
    command("--bring-back")
    assert not Volume.objects.exists() and LedgerRow.objects.count() > there and verified()[0]
