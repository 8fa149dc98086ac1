"""From a call to the position in one tap: what a judge finds there, and what both phones are told of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table, client_of
from tournaments.recordings.judge_views import stopped_minutes
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]


@kept
def table() -> Table:
    """A game of some lines in which the second player called a judge."""
    table = Table()
    table.play(most=12)
    table.phones[1].write({"text": ""}, kind="call")
    return table


def test_a_call_leads_to_the_stopped_game_by_one_link_and_so_does_the_table(table: Table) -> None:
    slug = table.tournament.slug
    judge = client_of(staff_actor(table.tournament, "judge").user)
    link = f'href="{table.url}judge/"'
    assert link in judge.get(f"/t/{slug}/judge/").content.decode()
    assert link in judge.get(f"/t/{slug}/matches/{table.match.pk}/recordings/").content.decode()
    assert (
        link not in table.clients[0].get(f"/t/{slug}/matches/{table.match.pk}/recordings/").content.decode()
    )
    helper = client_of(staff_actor(table.tournament, "scorekeeper").user)
    assert link not in helper.get(f"/t/{slug}/desk/matches/{table.match.pk}/").content.decode()


def test_undoing_to_a_line_is_shown_before_it_is_written_and_told_to_both_phones(table: Table) -> None:
    judge = client_of(staff_actor(table.tournament, "head_judge").user)
    address, head = f"{table.url}judge/", table.head
    line = table.phones[0].state()["screen"]["lines"][-1]
    page = judge.post(address, {"do": "without", "line": line["n"]}).content.decode()
    assert "Nothing has been written yet" in page and page.count("rec-wide") == 2
    assert f'name="line" value="{line["n"]}"' in page and table.head == head
    done = judge.post(
        address, {"do": "rewind", "line": line["n"], "remedy": "G1", "reason": "the wrong pawn"}
    )
    assert done.status_code == 302, done.content.decode()[:2000]
    for phone in table.phones:
        said = phone.state()["screen"]["lines"][-1]["text"]
        assert said.startswith("The judge undid: ") and len(said) > len("The judge undid: ")


def test_a_floor_judge_reads_before_any_form_what_the_head_judge_decides(table: Table) -> None:
    address, limits = f"{table.url}judge/", "the head judge decides."
    lines = table.phones[0].state()["screen"]["lines"]
    floor, head = (client_of(staff_actor(table.tournament, role).user) for role in ("judge", "head_judge"))
    page = floor.get(address).content.decode()
    assert page.index(limits) < page.index(
        'name="remedy"' if 'name="remedy"' in page else "There is nothing to undo"
    )
    assert page.count("From here back, the head judge decides") == 1
    assert page.count('value="without"') < len(lines)
    barred = {"do": "rewind", "line": lines[0]["n"], "remedy": "G1", "reason": "far back"}
    assert "the head judge decides" in floor.post(address, barred).content.decode()
    page = head.get(address).content.decode()
    assert limits not in page and page.count('value="without"') == len(lines)
    assert "a rule of the game was not followed (G1)" in page and "in the words of the choices above" in page


def test_a_game_goes_on_with_its_time_back_by_one_button(table: Table) -> None:
    judge = client_of(staff_actor(table.tournament, "head_judge").user)
    stopped = {"kind": "call", "body": {}, "received": timezone.now() - timedelta(minutes=3, seconds=10)}
    assert stopped_minutes([stopped]) == 4, "minutes that have begun are proposed"
    assert stopped_minutes([stopped, {**stopped, "kind": "resume"}]) == 0
    page = judge.get(f"{table.url}judge/").content.decode()
    assert 'name="minutes" value="1"' in page and "Called by " in page
    judge.post(f"{table.url}judge/", {"do": "resume", "minutes": 4, "extend": "1"})
    assert Match.objects.get(pk=table.match.pk).extension_minutes == 4
    assert {phone.state()["screen"]["news"]["text"] for phone in table.phones} == {
        "The game goes on. Minutes added: 4"
    }
    assert table.fresh().state == "open"


def test_a_game_that_goes_on_without_more_time_tells_no_phone_of_minutes(table: Table) -> None:
    judge = client_of(staff_actor(table.tournament, "head_judge").user)
    judge.post(f"{table.url}judge/", {"do": "resume", "minutes": 4})
    assert Match.objects.get(pk=table.match.pk).extension_minutes == 0
    assert {phone.state()["screen"]["news"]["text"] for phone in table.phones} == {"The game goes on"}
    assert "This table lost 4 minutes." in judge.get(f"{table.url}judge/").content.decode()


def test_a_game_whose_time_is_refused_stays_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_said: object) -> None:
        raise UserError("over", "No more time.")

    judge = client_of(staff_actor(table.tournament, "head_judge").user)
    before = table.fresh().entries.count()
    monkeypatch.setattr("tournaments.recordings.judge_views.match_extend", refused)
    page = judge.post(f"{table.url}judge/", {"do": "resume", "minutes": 4, "extend": "1"})
    assert "No more time." in page.content.decode() and table.fresh().state == "frozen"
    assert table.fresh().entries.count() == before


def test_two_lines_on_one_base_say_in_what_they_differ_and_which_rule_one_breaks() -> None:
    table = Table()
    table.begin()
    head = table.head
    table.phones[0].write({"kind": "act", "do": "end", "seat": 0})
    bad = table.phones[1].entry({"kind": "act", "do": "end", "seat": 1}, base=head)
    assert table.phones[1].post(bad).json()["acks"][0]["status"] == "conflict"
    for phone in table.phones:
        conflict = phone.state()["conflict"]
        assert conflict["differs"]["head"].startswith("who: ") and conflict["differs"]["branch"].startswith(
            "who: "
        )
        assert conflict["differs"]["head"] != conflict["differs"]["branch"]
        assert conflict["broken"]["rule"] and conflict["broken"]["text"]
        assert phone.state()["screen"]["news"]["text"] == "Two phones recorded something different"
