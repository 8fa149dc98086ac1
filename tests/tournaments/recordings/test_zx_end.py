"""The page of a Z/X table where somebody waits or the game ends: an undo that is asked, time, the way to sign."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from tests.halls import kept
from tests.tournaments.recordings.test_zx_page import bare, page_of, table_of_page, tap
from tests.tournaments.recordings.zx_table import POOL, ZxTable
from tournaments.recordings.models import Recording
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.django_db]
ENDS, CALL = ">End the turn<", 'name="kind" value="call"'


@kept
def table() -> ZxTable:
    return ZxTable()


def in_main_phase(table: ZxTable) -> int:
    """Record until a player may end their turn; who that is."""
    place = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") == "play" and "square" in body
    )
    table.record(place + 1)
    return int(table.game.bodies[place]["seat"])


def test_while_an_undo_is_asked_nothing_is_played_and_its_asker_can_take_the_question_back(
    table: ZxTable,
) -> None:
    seat = in_main_phase(table)
    mine, theirs = table.clients[seat], table.clients[1 - seat]
    newest = table.head
    assert ENDS in table_of_page(mine, table.url) and ENDS not in table_of_page(theirs, table.url)
    asked = table_of_page(theirs, table.url)
    assert (
        'class="rec-button">Undo the last line</summary>' in asked
        and "The other side is asked to agree" in asked
    )
    assert "Undo the last line</summary>" not in table_of_page(mine, table.url), "their own goes at once"
    tap(theirs, table.url, {"from": newest}, kind="undo")
    assert Recording.objects.get(pk=table.recording.pk).entries.get(seq=newest + 1).status == "asked"
    for client, words in ((mine, "wants to undo lines."), (theirs, "Until then nothing is played.")):
        page = table_of_page(client, table.url)
        assert words in page and ENDS not in page and "Undo the last line" not in page
        assert " acts" not in page and "We did something else" not in page
        assert '"do":"next"' not in table_of_page(client, f"{table.url}?pick=turn")
    assert "Do not ask after all" not in table_of_page(mine, table.url)
    tap(theirs, table.url, {"refuse": newest + 1}, kind="undo")
    page = table_of_page(mine, table.url)
    assert "no longer asks to undo" in page and ENDS in page
    assert "Now it is your move." in page
    other = f"Now it is the move of {table.players[seat].name}."
    assert other in table_of_page(theirs, table.url)


def test_a_line_that_is_undone_already_is_called_so_where_others_stand(table: ZxTable) -> None:
    seat = in_main_phase(table)
    client, newest = table.clients[seat], table.head
    tap(client, table.url, {"from": newest}, kind="undo")
    answer = client.post(
        table.url, {"base": table.head, "kind": "undo", "body": f'{{"from":{newest}}}'}, follow=True
    )
    assert "That line is already undone." in answer.content.decode()
    page = table_of_page(client, table.url)
    assert f'{{"from":{newest - 1}}}' in page, "the one before can be undone"


def test_a_card_that_was_turned_up_is_shown_with_its_text_beside_the_question(table: ZxTable) -> None:
    place, body = next(
        (at, one)
        for at, one in enumerate(table.game.bodies)
        if one.get("shown") and any(isinstance(answer, bool) for answer in one.get("answers") or ())
    )
    table.record(place)
    count = next(at for at, answer in enumerate(body["answers"]) if isinstance(answer, bool))
    for names in range(1, len(body["shown"]) + 1):
        line = {**bare(body), "shown": body["shown"][:names], "answers": body["answers"][:count]}
        page = page_of(table.clients[body["seat"]], table.url, f"?{urlencode({'line': json.dumps(line)})}")
        if "Play the card that was turned up?" in page:
            card = POOL[body["shown"][names - 1]]
            break
    else:
        pytest.fail("nothing is asked")
    asked = page.partition("Play the card that was turned up?")[2].partition("</section>")[0]
    face = asked.partition('<article class="card-face')[2].partition("</article>")[0]
    assert f'aria-label="{card.name}"' in face and all(word in face for word in card.keywords)
    assert asked.index('name="answer"') < asked.index("card-face"), "the answers come first"
    assert f"<b>{card.name}</b>: " in asked


def time_runs_out(table: ZxTable) -> None:
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - timedelta(hours=9))


@pytest.mark.parametrize(
    ("language", "turns", "stands"),
    [("en", "then {} has one more turn", "As it stands"), ("nl", "dan heeft {} nog één beurt", "nu staat")],
)
def test_time_says_what_follows_and_how_it_stands_before_it_is_recorded(
    table: ZxTable, language: str, turns: str, stands: str
) -> None:
    seat = in_main_phase(table)
    for client in table.clients:
        client.cookies["django_language"] = language
    assert stands not in table_of_page(table.clients[seat], table.url)
    time_runs_out(table)
    other, line = table.players[1 - seat].name, f'{{"kind":"act","do":"time","seat":{seat}}}'
    page = table_of_page(table.clients[seat], table.url)
    time = page.partition(line)[0]
    assert line in page and turns.format(other) in time and stands in time
    tap(table.clients[seat], table.url, json.loads(line))
    for client in table.clients:
        page = table_of_page(client, table.url)
        assert '"do":"time"' not in page and turns.format(other) in page, "whoever called it, both read it"
    page = table_of_page(table.clients[seat], f"{table.url}?pick=turn")
    assert turns.format(other) in page and stands in page


def test_a_game_that_is_over_leads_to_the_signatures_by_one_large_way(table: ZxTable) -> None:
    seat = in_main_phase(table)
    tap(table.clients[seat], table.url, {"kind": "act", "do": "concede", "seat": seat})
    sign, way = f'href="{table.url}sign/"', "Look and sign"
    assert way not in table_of_page(table.clients[0], table.url)
    tap(table.clients[0], table.url, {"kind": "end"})
    for client in table.clients:
        asked = table_of_page(client, table.url).partition('class="rec-ask"')[2].partition("</section>")[0]
        assert way in asked and 'class="rec-button primary wide"' in asked and sign in asked
        assert f'href="{table.url}"' in page_of(client, f"{table.url}sign/")
    hashed: Any = table.phones[0].state()["screen"]["log_sha256"]
    table.clients[0].post(f"{table.url}sign/", {"log_sha256": hashed})
    page = table_of_page(table.clients[0], table.url)
    assert way not in page and f"Not signed yet: {table.players[1].name}" in page and sign in page
    page = table_of_page(table.clients[1], table.url)
    assert way in page and CALL in page, "as long as somebody has not signed"
    table.clients[1].post(f"{table.url}sign/", {"log_sha256": hashed})
    assert CALL not in table_of_page(table.clients[1], table.url)
