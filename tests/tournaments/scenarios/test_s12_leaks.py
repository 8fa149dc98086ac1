"""Leak test (scenario 12): who gets a private deck list, a log with hidden hands and a penalty note."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.models import LedgerRow
from tests.tournaments.hall import logged, publish, running_tournament
from tests.tournaments.scenarios.people import Person, organizer, players, staff, tables
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.judging.models import Penalty

pytestmark = [pytest.mark.django_db]
NOTE = "Drew a card too many and said so at once"


class Secrets:
    """An event Y with a private deck list, a log with hidden hands and a penalty note; and people who ask for them."""

    def __init__(self) -> None:
        self.tournament = running_tournament(6, name="Event Y")
        first, second, _third = tables(publish(self.tournament))
        first.tournament = second.tournament = self.tournament
        self.owner, self.opponent = players(first)
        self.other_player = players(second)[0]
        self.judge = staff(self.tournament, "judge")
        file = SimpleUploadedFile("game.jsonl", logged(first))
        self.owner.client.post(self.owner.url(f"matches/{first.pk}/log/"), {"game_number": "1", "file": file})
        self.log = GameLog.objects.get()
        replay_log(self.log.pk)
        self.entry = Entry.objects.get(tournament=self.tournament, user=self.owner.user)
        said = {
            "do": "give",
            "entry": self.entry.number,
            "match": first.pk,
            "code": "T8",
            "level": "caution",
            "note": NOTE,
        }
        self.judge.does("judge/penalties/new/", **said)
        self.penalty = Penalty.objects.filter(tournament=self.tournament).first()

    def addresses(self) -> dict[str, str]:
        """What is asked for, by name."""
        return {
            "deck list": f"desk/decks/{self.entry.number}/",
            "log": f"judge/logs/{self.log.pk}/",
            "hands": f"judge/logs/{self.log.pk}/steps/0-3.json",
            "original": f"judge/logs/{self.log.pk}/original/",
            "penalty": f"judge/penalties/{self.penalty.number}/" if self.penalty else "",
        }


def test_s12_only_the_assigned_judge_gets_them_and_the_access_is_audited() -> None:
    secrets = Secrets()
    elsewhere = running_tournament(4, name="Event X")
    strangers = {
        "a judge of event X": Person(secrets.tournament, staff(elsewhere, "judge").user),
        "a head judge of event X": Person(secrets.tournament, staff(elsewhere, "head_judge").user),
        "a player of the same round": secrets.other_player,
        "the opponent": secrets.opponent,
        "an anonymous visitor": Person(secrets.tournament),
        "another organization": Person(secrets.tournament, organizer(elsewhere).user),
    }
    for name, path in secrets.addresses().items():
        for who, person in strangers.items():
            answer = person.client.get(person.url(path))
            refused = answer.status_code in (403, 404) or (
                who == "an anonymous visitor"
                and answer.status_code == 302
                and "/sign-in/" in answer["Location"]
            )
            assert refused, (name, who, answer.status_code, answer.headers)
            assert NOTE not in answer.content.decode()
    before = LedgerRow.objects.filter(action="secret.read").count()
    for path in secrets.addresses().values():
        assert secrets.judge.asks(path) == 200, path
    rows = list(LedgerRow.objects.filter(action="secret.read").order_by("number"))[before:]
    assert [(row.actor_id, row.data["kind"]) for row in rows] == [
        (secrets.judge.user.pk, "list"),
        (secrets.judge.user.pk, "log"),
    ]
    # Who wrote the note is not reading a secret; another judge is, once however often the page is turned.
    assert NOTE in secrets.judge.reads(secrets.addresses()["penalty"])
    other = staff(secrets.tournament, "head_judge")
    for _time in range(2):
        assert NOTE in other.reads(secrets.addresses()["penalty"])
    rows = list(LedgerRow.objects.filter(action="secret.read").order_by("number"))[before + 2 :]
    assert [(row.actor_id, row.data["kind"], row.data["entries"], row.data["what"]) for row in rows] == [
        (other.user.pk, "note", [secrets.entry.pk], secrets.penalty.number)
    ]
    assert NOTE not in secrets.owner.reads(), "a note is for judges; the player reads what was said to them"
