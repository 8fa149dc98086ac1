"""The result grid: `12 2-1`, Enter, the next; nothing is overwritten, and a line is about the match it was seen at."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.desk.slips import SeenTable, read_line, read_seen
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import dispute_settle, match_extend, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize(
    ("line", "table", "text", "over"),
    [
        ("12 2-1", 12, "2-1", False),
        ("  7   2 1 ", 7, "2 1", False),
        ("3 21!", 3, "21", True),
        ("3 2-1 !", 3, "2-1", True),
        ("5. 2-0 F", 5, "2-0 f", False),
        ("9 x", 9, "x", False),
    ],
)
def test_a_line_is_a_table_and_a_score(line: str, table: int, text: str, over: bool) -> None:
    slip = read_line(line)
    assert (slip.table, slip.text, slip.over) == (table, text, over)


@pytest.mark.parametrize("line", ["", "12", "x 2-1", "999999 2-1", "-3 2-1", "٣ ", "\x00", " " * 200])
def test_what_is_no_line_is_refused_with_an_example(line: str) -> None:
    with pytest.raises(UserError, match="12 2-1"):
        read_line(line)


def test_what_the_page_did_not_write_is_no_table_it_showed() -> None:
    tokens = ["3.40.2", "4.41", "a.b.c", "5.1.9999999999", "6.-1.2", "", "²." * 2 + "1"]
    assert read_seen(tokens) == {3: SeenTable(40, 2)}


class Desk:
    """A desk with the grid of one round open; ``lines`` are sent as the script sends them."""

    def __init__(self, tournament: Tournament, user: Any, number: int = 1) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.url = f"/t/{tournament.slug}/desk/rounds/{number}/results/"
        self.look()

    def look(self) -> str:
        """Open the page: what it shows of the tables is what later lines are about."""
        text = self.client.get(self.url).content.decode()
        self.seen = re.findall(r'name="seen" value="([^"]+)"', text)
        return text

    def type(self, line: str, *, late: bool = False, key: str = "") -> tuple[int, str]:
        """Status, and the sentence."""
        headers = {"x-waits": "yes"} | ({"x-late": "yes"} if late else {})
        fields = {"line": line, "seen": self.seen, "idempotency_key": key or f"key of {line}"}
        answer = self.client.post(self.url, fields, headers=headers)
        said = json.loads(answer.content)
        assert said["done"] == (answer.status_code == 200)
        return answer.status_code, said["text"]


@kept
def tournament() -> Tournament:
    made = running_tournament(4)
    publish(made)
    return made


@kept
def desk(tournament: Tournament) -> Desk:
    return Desk(tournament, staff_actor(tournament, "scorekeeper").user)


def table(tournament: Tournament, number: int = 1) -> Match:
    return Match.objects.get(tournament=tournament, table=number, round__state=Round.State.PUBLISHED)


def says(match: Match, position: int, score: tuple[int, int, int]) -> None:
    user = match.seats.get(position=position).entry.user
    result_report(actor=Actor(user, "player"), tournament=match.tournament, match_id=match.pk, said=score)


def test_a_line_stores_the_result_and_says_whose_it_is(tournament: Tournament, desk: Desk) -> None:
    status, text = desk.type("1 2-1")
    first, second = (seat.entry.name for seat in table(tournament).seats.all())
    assert status == 200 and first in text and second in text and "2–1" in text
    assert table(tournament).outcome == Games((2, 1)) and table(tournament).source == "staff"
    assert "1 result missing" in desk.look()


def test_the_same_line_sent_twice_is_one_result(tournament: Tournament, desk: Desk) -> None:
    first = desk.type("1 2-1", key="one")
    assert desk.type("1 2-1", key="one") == first
    assert table(tournament).version == 2
    assert desk.type("1 2-1", key="another")[0] == 200 and table(tournament).version == 2


def test_what_cannot_be_is_said_at_once_and_stores_nothing(tournament: Tournament, desk: Desk) -> None:
    refused = {
        "99 2-1": "There is no table 99 in this round.",
        "1 3-0": "Table 1: A match has at most 3 games",
        "1 1-1": "Table 1: A draw or an unfinished match only counts after time",
        "1 what": "“what” is not a result",
        "hello": "such as 12 2-1",
    }
    for line, said in refused.items():
        status, text = desk.type(line)
        assert status == 422 and said in text, text
        assert ("open the table and write down why" in text) == (line == "1 1-1")
    assert not Match.objects.filter(tournament=tournament, state="final").exists()


def test_forfeit_and_double_loss_are_one_line(tournament: Tournament, desk: Desk) -> None:
    assert desk.type("1 2-0 f")[0] == desk.type("2 x")[0] == 200
    assert [table(tournament, number).kind for number in (1, 2)] == ["forfeit", "double_loss"]


def test_what_a_player_reported_otherwise_is_named_and_counts_until_the_desk_insists(
    tournament: Tournament, desk: Desk
) -> None:
    says(table(tournament), 0, (2, 0, 0))
    status, text = desk.type("1 2-1")
    name = table(tournament).seats.get(position=0).entry.name
    assert status == 422 and name in text and "2–0" in text and "!" in text
    assert table(tournament).state == "reported"
    # Insisting counts against what the page has shown only: this page was opened before the report.
    assert desk.type("1 2-1 !")[0] == 422
    desk.look()
    assert desk.type("1 2-1 !", key="seen now")[0] == 200
    assert table(tournament).outcome == Games((2, 1))


def test_a_slip_that_agrees_with_a_report_is_the_result(tournament: Tournament, desk: Desk) -> None:
    says(table(tournament), 0, (2, 0, 0))
    assert desk.type("1 2-0")[0] == 200 and table(tournament).state == "final"


def test_an_extension_given_meanwhile_is_no_contradiction(tournament: Tournament, desk: Desk) -> None:
    match = table(tournament)
    match_extend(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, minutes=3)
    assert desk.type("1 2-0")[0] == 200


def test_a_final_result_and_a_dispute_are_named_and_stay(tournament: Tournament, desk: Desk) -> None:
    desk.type("1 2-0")
    assert desk.type("1 0-2 !", key="x")[1].startswith("Table 1 is final: 2–0")
    says(table(tournament, 2), 0, (2, 0, 0))
    says(table(tournament, 2), 1, (0, 2, 0))
    status, text = desk.type("2 2-0 !")
    assert status == 422 and "disputed" in text and table(tournament, 2).state == "disputed"


def test_a_grid_opened_in_round_1_never_writes_into_round_2(tournament: Tournament, desk: Desk) -> None:
    actor = organizer_of(tournament)
    for number in (1, 2):
        assert desk.type(f"{number} 2-0")[0] == 200
    first = Round.objects.get(tournament=tournament)
    round_complete(actor=actor, tournament=tournament, round_id=first.pk)
    publish(tournament, 2)
    status, text = desk.type("1 0-2", key="old page")
    assert status == 422 and "Table 1" in text
    for line in ("1 0-2", "2 0-2 !"):
        assert desk.type(line, late=True, key=f"late {line}")[0] == 422
    assert {match.state for match in Match.objects.filter(round__number=2)} == {"open"}
    assert table(tournament).round.number == 2


def test_without_script_the_page_comes_back_with_the_line_to_mend(tournament: Tournament, desk: Desk) -> None:
    refused = desk.client.post(desk.url, {"line": "99 2-1", "seen": desk.seen})
    text = refused.content.decode()
    assert refused.status_code == 422 and 'value="99 2-1"' in text and "no table 99" in text
    assert desk.client.post(desk.url, {"line": "1 2-1", "seen": desk.seen}).status_code == 302
    assert table(tournament).state == "final"


def test_search_finds_a_table_by_a_name_without_script(tournament: Tournament, desk: Desk) -> None:
    name = table(tournament, 2).seats.all()[0].entry.name
    found = desk.client.get(desk.url, {"q": name.upper()}).context["tables"]
    assert [row["match"].table for row in found] == [2]


def test_a_draft_has_no_grid(tournament: Tournament) -> None:
    other = running_tournament(4)
    play(other)
    client = Client()
    client.force_login(organizer_of(other).user)
    assert client.get(f"/t/{other.slug}/desk/rounds/2/results/").status_code == 404


def test_a_late_slip_that_contradicts_makes_a_dispute_and_a_judge_settles_it(
    tournament: Tournament, desk: Desk
) -> None:
    match = table(tournament)
    for position in (0, 1):
        says(match, position, (2, 0, 0))
    status, text = desk.type("1 2-1", late=True)
    assert status == 200 and "A judge decides" in text
    match = table(tournament)
    assert (match.state, match.outcome, match.disputes.get().claim) == ("disputed", None, Games((2, 1)))
    judge = staff_actor(tournament, "judge")
    client, player = Client(), Client()
    player.force_login(match.seats.get(position=0).entry.user)
    page = player.get(f"/t/{tournament.slug}/me/").content.decode()
    assert "A slip that reached the desk later says another result." in page
    assert "reports differ" not in page and "s differ." not in page
    with pytest.raises(UserError, match="A slip that reached the desk"):
        says(match, 0, (2, 0, 0))
    client.force_login(judge.user)
    assert "2–1" in client.get(f"/t/{tournament.slug}/desk/matches/{match.pk}/").content.decode()
    dispute_settle(actor=judge, tournament=tournament, match_id=match.pk, said=(2, 1, 0), reason="The slip")
    assert table(tournament).outcome == Games((2, 1)) and table(tournament).source == "judge"


def test_a_late_slip_whose_first_answer_was_lost_changes_nothing(tournament: Tournament, desk: Desk) -> None:
    """The first try arrived, its answer did not; the second says that it is late, and gets the first one's answer."""
    assert desk.type("1 2-1", key="k")[0] == 200
    assert desk.type("1 2-1", key="k", late=True)[0] == 200
    assert (table(tournament).state, table(tournament).version) == ("final", 2)
    says(table(tournament, 2), 0, (2, 0, 0))
    for _time in range(3):
        assert desk.type("2 0-2", key="m", late=True)[0] == 200
    assert table(tournament, 2).disputes.count() == 1 and table(tournament, 2).version == 3
