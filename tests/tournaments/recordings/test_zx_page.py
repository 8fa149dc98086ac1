"""The page on which a Z/X game is recorded at its table: every tap a form, all that a game needs on two phones."""

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from decks.registration.models import DeckRevision
from rules_engine.zx.cards import load_pool
from rules_engine.zx.session import marker_names
from rules_engine.zx.squares import NAMES
from tests.halls import kept
from tests.speeds import amount, few_by_day
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import client_of
from tests.tournaments.recordings.zx_table import POOL, Body, ZxTable
from tournaments.display import live_views
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import check, compare
from tournaments.games.zx.faces import about, moment
from tournaments.judging.call_services import call_claim
from tournaments.recordings.models import Recording

pytestmark = [pytest.mark.django_db]


@kept
def table() -> ZxTable:
    return ZxTable()


def page_of(client: Client, url: str, query: str = "") -> str:
    answer = client.get(f"{url}{query}")
    assert answer.status_code == 200
    return unescape(answer.content.decode().partition("<main")[2])


def table_of_page(client: Client, url: str) -> str:
    """The part of a page that the game makes."""
    return page_of(client, url).partition('id="live-table"')[2]


def tap(client: Client, url: str, body: Any, *, base: int | None = None, **more: Any) -> str:
    """Post as a button does, on a page that is as new as the journal; where the page goes then."""
    head = Recording.objects.get(pk=int(url.rstrip("/").rpartition("/")[2])).head
    post = {"base": head if base is None else base, "body": json.dumps(body), **more}
    answer = client.post(url, post)
    assert answer.status_code == 302
    return str(answer["Location"])


TICKED = ("start_card", "behind")
"""What a form says only of whether it lies there."""


def filled_in(said: Body) -> Body:
    """The form of what lies beside a deck, as its player fills it in."""
    fields = {name: value for name, value in said.items() if name not in ("kind", "seat", *TICKED)}
    return fields | {name: "1" for name in TICKED if said.get(name)}


def lay(client: Client, url: str, said: Body) -> None:
    """Send the form of what lies beside a deck, from the values it offers."""
    page = page_of(client, url)
    fields = filled_in(said)
    for name, value in fields.items():
        offered = [f'value="{one}"' in page for one in (value if name == "markers" else [value])]
        assert f'name="{name}"' in page and (name == "dynamis" or all(offered)), (name, value)
    tap(client, url, {"kind": "lay", "seat": said["seat"]}, **fields)


def bare(body: Body) -> Body:
    """A line as the first tap sends it: nothing that is asked behind it, nor what the engine writes."""
    return {name: value for name, value in body.items() if name not in ("answers", "shown", "hand")}


def play(client: Client, url: str, body: Body) -> None:
    """Tap a line and answer everything that its page asks, as the game did."""
    answers = list(body.get("answers") or ())
    names = [*body.get("shown", ()), *(name for one in answers if isinstance(one, list) for name in one)]
    if body.get("do") == "crisis":
        assert f'name="turned_up" value="{body["card"]}"' in page_of(client, url)
        line = {name: value for name, value in bare(body).items() if name != "card"}
        place = tap(client, url, line, turned_up=body["card"])
    else:
        place = tap(client, url, bare(body))
    for _question in range(30):
        if "line=" not in place:
            break
        page = page_of(client, place)
        [line] = re.findall(r'name="body" value="(.*?)">', page)[:1]
        said = json.loads(line)
        if 'name="written"' in page:
            number = names[len(said.get("shown", ()))]
            place = tap(
                client, url, said, written=POOL[number].name if page.count(POOL[number].name) else number
            )
            if "line=" in place and place.endswith("#table") and page_of(client, place) == page:
                place = tap(client, url, said, written=number)
            continue
        answer = answers[len(said.get("answers") or ())]
        values, many = (answer, {"many": "1"}) if isinstance(answer, list) else ([answer], {})
        place = tap(client, url, said, answer=[json.dumps(value) for value in values], **many)
    assert "line=" not in place


BY_FORMS = amount(30, 10_000, "lines of a game that are tapped without script")


@pytest.mark.parametrize("with_crisis", few_by_day([False, True], 1, "whole games by forms"))
def test_a_whole_game_is_tapped_on_two_phones_without_script(with_crisis: bool) -> None:
    """Every page is opened, every form is sent with what it offers; the log is that of the game.

    By day the first lines of it; that a whole game is signed and legal, tests/tournaments/recordings/test_zx_table.py
    says by day.
    """
    table = ZxTable(with_crisis=with_crisis)
    for body in table.game.bodies[:2]:
        lay(table.clients[body["seat"]], table.url, body)
    dice = table.game.bodies[2]
    page = page_of(table.clients[1], table.url)
    assert f'{{"kind":"chance","of":"first","value":{dice["value"]}}}' in page
    tap(table.clients[1], table.url, dice)
    for number, body in enumerate(table.game.bodies[3:BY_FORMS], 4):
        play(table.clients[body["seat"]], table.url, body)
        assert table.head == number, body
    if len(table.game.bodies) > BY_FORMS:
        return
    tap(table.clients[0], table.url, {"kind": "end"})
    for client in table.clients:
        page = page_of(client, f"{table.url}sign/")
        [sha256] = re.findall(r'name="log_sha256" value="(\w+)"', page)
        client.post(f"{table.url}sign/", {"log_sha256": sha256})
    assert table.fresh().state == Recording.State.SIGNED
    log = GameLog.objects.get(match=table.match)
    assert check(log)["verdict"] == "ok"
    rows = [json.loads(row) for row in bytes(log.original).splitlines()]
    acts = [without_names(row) for row in rows if row["kind"] == "act"]
    assert acts == [without_names(body) for body in table.game.bodies if body["kind"] == "act"]


def without_names(row: Body) -> Body:
    """A line without the names of cards, which a page asks for where they lie open and not where they are chosen."""
    return {name: value for name, value in row.items() if name not in ("n", "shown", "answers", "hand")}


def test_a_players_list_is_offered_and_a_tap_shows_where_a_card_can_go(table: ZxTable) -> None:
    place = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") == "play" and "square" in body
    )
    table.record(place)
    body = table.game.bodies[place]
    mine, theirs = table.clients[body["seat"]], table.clients[1 - body["seat"]]
    assert f"?pick=card%3A{body['card']}#table" in page_of(mine, table.url)
    picked = page_of(mine, table.url, f"?pick=card%3A{body['card']}")
    assert f'"square":"{body["square"]}"' in picked
    waiting = page_of(theirs, table.url)
    assert table.players[body["seat"]].name in waiting and "acts" not in waiting
    looked = page_of(theirs, table.url, f"?pick=card%3A{body['card']}")
    assert "card-face" in looked and '"do":"play"' not in looked, (
        "whoever waits looks at a card, and plays none"
    )


def test_a_card_is_a_face_places_lie_around_the_squares_and_a_battle_says_whose_answer_it_is(
    table: ZxTable,
) -> None:
    attack = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") in ("attack", "attack_player")
    )
    table.record(attack)
    body = table.game.bodies[attack]
    mine, theirs = table.clients[body["seat"]], table.clients[1 - body["seat"]]
    picked = page_of(mine, table.url, f"?{urlencode({'pick': body['card']})}")
    view = table.phones[0].state()["screen"]["view"]
    card = POOL[
        next(
            one["number"]
            for cards in view["squares"].values()
            for one in cards
            if one.get("oid") == body["card"]
        )
    ]
    assert f'aria-label="{card.name}"' in picked and f">{card.power}<" in picked
    assert all(line.split("<Effect> ")[-1][:30] in picked for line in card.text.splitlines())
    for seat in (0, 1):
        assert f'href="#place-{seat}-resource"' in picked and f'id="place-{seat}-resource"' in picked
    assert "In Reboot: " in picked or "All in Sleep" in picked
    table.record_from(attack, attack + 1)
    names = [player.name for player in table.players]
    for client in (mine, theirs):
        page = page_of(client, table.url)
        assert f"Battle: {card.name} attacks" in page
        assert f"Event Step: {names[body['seat']]} may play an Event or an ability, or pass." in page
        news = page.partition('class="zx-rec-news"')[2].partition("</p>")[0]
        assert f"{names[body['seat']]} attacks" in news, "who just did what to what"
    following = table.game.bodies[attack + 1]
    if following.get("do") == "pass":
        table.record_from(attack + 1, attack + 2)
        assert "has passed. If" in page_of(theirs, table.url)


def test_a_game_that_ended_in_a_battle_awaits_no_answer() -> None:
    battle = {"attacker": "#1", "target": "player", "square": "1,2", "priority": 1, "passes": 1}
    view = {"seats": [{"name": "Ada"}, {"name": "Bob"}], "active": 0, "battle": battle, "result": None}
    assert "If Bob passes too" in moment(view)[1], "the control"
    assert moment(view | {"result": {"winners": [0]}}) == []


def test_a_stopped_game_offers_nothing_and_says_whose_yes_is_missing(table: ZxTable) -> None:
    table.record(6)
    client = table.clients[0]
    tap(client, table.url, {"text": ""}, kind="call")
    for one in table.clients:
        page = table_of_page(one, table.url)
        assert '"do":' not in page and "Leave everything as it is" in page
        assert "Waiting for the organizer." in page and "Waiting for Player" not in page
    call = re.search(r'\{"withdraw":\d+\}', page_of(client, table.url))
    assert call is not None
    tap(client, table.url, json.loads(call[0]), kind="call")
    assert "The other side has to say so too." in page_of(client, table.url)
    tap(table.clients[1], table.url, json.loads(call[0]), kind="call")
    goes_on = table_of_page(client, table.url)
    assert goes_on and "Leave everything as it is" not in goes_on


def test_a_stopped_table_reads_who_comes(table: ZxTable) -> None:
    judge = staff_actor(table.tournament, "judge")
    table.record(6)
    tap(table.clients[0], table.url, {"text": ""}, kind="call")
    assert all("Waiting for the judge." in table_of_page(one, table.url) for one in table.clients)
    call_claim(actor=judge, tournament=table.tournament, match_id=table.match.pk)
    name = judge.user.display_name
    for phone in table.phones:
        page = table_of_page(phone.client, table.url)
        assert f"{name} is coming." in page and "Waiting for the judge" not in page
        assert phone.state()["coming"] == name


def test_a_page_from_before_the_other_phone_wrote_writes_nothing(table: ZxTable) -> None:
    table.record(4)
    body = table.game.bodies[4]
    before = table.head
    tap(table.clients[body["seat"]], table.url, bare(body), base=before - 1)
    assert table.head == before
    assert table.phones[0].state()["conflict"] is None


def test_the_other_side_agrees_to_undo_a_line(table: ZxTable) -> None:
    place = next(
        at
        for at, body in enumerate(table.game.bodies)
        if body.get("do") == "resource" and "answers" not in body and not body.get("shown")
    )
    table.record(place + 1)
    seat, head = table.game.bodies[place]["seat"], table.head
    tap(table.clients[1 - seat], table.url, {"from": head}, kind="undo")
    asked = page_of(table.clients[seat], table.url)
    assert f'{{"consent":{head + 1}}}' in asked
    tap(table.clients[seat], table.url, {"consent": head + 1}, kind="undo")
    lines = table.phones[0].state()["screen"]["lines"]
    assert [line["kind"] for line in lines][-1] == "note" and head not in [line["n"] for line in lines]


def test_a_call_stops_both_phones_until_both_withdraw_it(table: ZxTable) -> None:
    table.record(4)
    tap(table.clients[0], table.url, {"text": ""}, kind="call")
    for client in table.clients:
        page = page_of(client, table.url)
        assert '{"withdraw":' in page
        [call] = re.findall(r'\{"withdraw":(\d+)\}', page)
        tap(client, table.url, {"withdraw": int(call)}, kind="call")
    assert table.fresh().state == Recording.State.OPEN


@pytest.mark.parametrize("written", ["", "zz", "No such card"])
def test_a_name_that_no_card_has_is_asked_again(table: ZxTable, written: str) -> None:
    place = next(at for at, body in enumerate(table.game.bodies) if body.get("shown"))
    table.record(place)
    body = table.game.bodies[place]
    client = table.clients[body["seat"]]
    asked = tap(client, table.url, bare(body))
    again = tap(client, table.url, bare(body), written=written)
    assert "line=" in again and page_of(client, asked).count('name="written"') == 1
    assert table.head == place


def test_a_scribe_writes_for_both_and_searches_a_card() -> None:
    """Lists are closed at this event: the scribe's picker is the pool, the same for every list."""
    table = ZxTable(mode="scribe")
    client = table.clients[0]
    page = page_of(table.clients[1], table.url)
    assert 'name="take"' in page and 'name="body"' not in page
    assert 'name="take"' not in page_of(client, table.url), "who opened it writes at once"
    for body in table.game.bodies[:2]:
        lay(client, table.url, body)
    tap(client, table.url, table.game.bodies[2])
    place = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "resource")
    for body in table.game.bodies[3:place]:
        play(client, table.url, body)
    card = table.game.bodies[place]["card"]
    found = page_of(client, table.url, f"?find={POOL[card].name[:6]}")
    assert f"?pick=card%3A{card}#table" in found
    assert '"do":"resource"' in page_of(client, table.url, f"?pick=card%3A{card}")
    play(client, table.url, table.game.bodies[place])
    assert table.head == place + 1


@pytest.mark.night(
    "a whole game by forms",
    short="tests/tournaments/recordings/test_zx_page.py::test_a_whole_game_is_tapped_on_two_phones_without_script",
)
def test_a_judge_writes_a_whole_game_up_afterwards_and_no_player_writes_in_it() -> None:
    """Judges may know both lists; what they write is the word of staff, and is checked like any other log."""
    table = ZxTable(mode="judge")
    judge = client_of(staff_actor(table.tournament, "judge").user)
    first, *others = table.game.bodies
    judge.post(table.url, {"take": "1"})
    for client in table.clients:
        page = client.get(table.url).content.decode().partition("<main")[2]
        assert 'name="take"' not in page and 'name="body"' not in page
        posted = client.post(table.url, {"base": 0, "body": json.dumps(first)})
        assert posted.status_code in (302, 403) and table.head == 0
    lay(judge, table.url, first)
    lay(judge, table.url, others[0])
    tap(judge, table.url, others[1])
    for body in others[2:]:
        play(judge, table.url, body)
    tap(judge, table.url, {"kind": "end"})
    assert table.fresh().state == Recording.State.ENDED
    log = GameLog.objects.get(match=table.match)
    assert (log.evidence, log.entry) == ("4", None)
    report = check(log)
    assert (report["verdict"], compare(log)) == ("ok", [])
    winner = table.game.rows[-1]["claim"]["winners"]
    assert report["result"]["winners"] == winner == table.recording.result["winners"]


def in_main_phase(table: ZxTable) -> tuple[int, Body]:
    """Record until a Z/X stands on a Square and its player goes on; where that is, and the card that stands there."""
    place = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") == "play" and "square" in body
    )
    table.record(place + 1)
    body = table.game.bodies[place]
    seen = table.phones[0].state()["screen"]["view"]["squares"][body["square"]]
    return place, next(card for card in seen if card.get("number") == body["card"])


def test_a_judge_sees_what_a_correction_changes_and_writes_it(table: ZxTable) -> None:
    _place, card = in_main_phase(table)
    judge = client_of(staff_actor(table.tournament, "judge").user)
    url = f"{table.url}judge/"
    page = page_of(judge, url)
    assert "zx-board" in page and f"{card['card']} (" in page and 'value="reboot"' not in page
    said = {"kind": "state", "piece": card["oid"], "value": "sleep", "reason": "It attacked"}
    tried = unescape(judge.post(url, {"do": "preview", **said}).content.decode())
    assert card["oid"] in tried and ">Sleep<" in tried and ">Reboot<" in tried
    assert judge.post(url, {"do": "correct", **said}).status_code == 302
    seen = table.phones[1].state()["screen"]["view"]["squares"]
    assert [one["state"] for cards in seen.values() for one in cards if one.get("oid") == card["oid"]] == [
        "sleep"
    ]
    assert judge.post(url, {"do": "correct", **said, "value": "deactivated"}).status_code == 422
    turn = {"kind": "turn", "piece": "seat:1", "value": "main", "reason": "We lost count"}
    assert judge.post(url, {"do": "correct", **turn}).status_code == 302
    held = {
        seat["seat"]: seat["hand"]["count"] for seat in table.phones[1].state()["screen"]["view"]["seats"]
    }
    assert judge.post(url, {"do": "correct", **turn, "kind": "draw", "value": "1"}).status_code == 302
    marker = marker_names(POOL)[0]
    for value, status in ((f"{marker} 2", 302), (f"{marker} x", 422), ("Moon 2", 422), (marker, 422)):
        counted = {**turn, "kind": "counters", "value": value}
        assert judge.post(url, {"do": "correct", **counted}).status_code == status, value
    view = table.phones[1].state()["screen"]["view"]
    assert (view["active"], view["phase"]) == (1, "main")
    assert [seat["counters"] for seat in view["seats"] if seat["seat"] == 1] == [{marker: 2}]
    assert {seat["seat"]: seat["hand"]["count"] for seat in view["seats"]} == held | {1: held[1] + 1}


def test_a_face_at_the_table_shows_what_was_said_of_its_card_and_says_so(table: ZxTable) -> None:
    _place, card = in_main_phase(table)
    judge = client_of(staff_actor(table.tournament, "judge").user)
    other = next(
        one
        for one in POOL.cards
        if one.kind == "zx" and one.keywords and one.keywords != POOL[card["number"]].keywords
    )
    colour = next(one for one in ("white", "red") if one not in card["colours"])
    before = page_of(table.clients[1], table.url, f"?{urlencode({'pick': card['oid']})}")
    assert "not as printed" not in before and f'aria-label="{card["card"]}"' in before, "the control"
    for kind, value in (("name", "Moonrise"), ("power", "12300"), ("colours", colour), ("text", other.name)):
        said = {"kind": kind, "piece": card["oid"], "value": value, "reason": "As the Shift says"}
        assert judge.post(f"{table.url}judge/", {"do": "correct", **said}).status_code == 302, kind
    for language, words in (
        ("en", "not as printed: name, colours, Power, text."),
        ("nl", "anders dan gedrukt"),
    ):
        for client in table.clients:
            client.cookies["django_language"] = language
            page = page_of(client, table.url, f"?{urlencode({'pick': card['oid']})}")
            face = page.partition('<article class="card-face')[2].partition("</article>")[0]
            assert words in page and 'aria-label="Moonrise"' in face and ">12300<" in face
            assert f"tone-{colour}" in face and card["card"] not in face.partition("alt=")[0]
            assert all(keyword in face for keyword in other.keywords)


def test_ones_own_side_lies_below_and_its_buttons_over_its_squares(table: ZxTable) -> None:
    _place, card = in_main_phase(table)
    names = [player.name for player in table.players]
    for seat, client in enumerate(table.clients):
        page = page_of(client, table.url)
        picture = page.partition("<svg")[2].partition("</svg>")[0]
        strips = re.findall(r'class="zx-strip panel-seat seat-(\d)"', picture)
        assert strips == [str(1 - seat), str(seat)], "drawn from the top"
        sections = re.findall(r'class="rec-seat seat-(\d)', page)
        assert (
            sections[0] == str(seat)
            and f"{names[seat]} (you)" in page
            and f"{names[1 - seat]} (you)" not in page
        )
        squares = re.findall(r'aria-label="Square (\d,\d)', page)
        held = page_of(client, table.url, f"?{urlencode({'pick': card['oid']})}")
        assert f'aria-label="{card["card"]}"' in held
        assert squares == sorted(squares, key=lambda one: (-int(one[2]), int(one[0])), reverse=bool(seat))
        below = page.partition("zx-rec-places is-below")[2].partition("</div>")[0]
        assert f'href="#place-{seat}-' in below and f'href="#place-{1 - seat}-' not in below


def test_going_on_names_what_comes_and_a_line_says_where_it_went(table: ZxTable) -> None:
    """Without Charge the Ignition Phase is over at once, so the button does not name it."""
    went = {
        "To the Ignition Phase": "goes to the Ignition Phase",
        "To the Main Phase": "goes to the Main Phase",
        "End the turn": "ends the turn",
    }
    seen: set[str] = set()
    for at, body in enumerate(table.game.bodies):
        if len(seen) == len(went):
            break
        page = page_of(table.clients[body["seat"]], table.url) if body.get("do") == "next" else ""
        table.record_from(at, at + 1)
        if page:
            [button] = [one for one in went if one in page]
            said = table.phones[0].state()["screen"]["lines"][-1]["text"]
            assert said.endswith(went[button]), (button, said)
            seen.add(button)
    assert seen == set(went)


def test_the_end_of_a_turn_is_asked_again_beside_ones_own_cards(table: ZxTable) -> None:
    """The button is calm and stands beside the phase; what ends the turn is a second tap that says what follows."""
    place = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") == "play" and "square" in body
    )
    table.record(place)
    seat = table.game.bodies[place]["seat"]
    client, line = table.clients[seat], f'{{"kind":"act","do":"next","seat":{seat}}}'
    page = table_of_page(client, table.url)
    assert '<a class="rec-button" href="?pick=turn#table">End the turn</a>' in page and line not in page
    assert page.index("End the turn") < page.index("Undo the last line") < page.index("zx-own")
    asked = table_of_page(client, f"{table.url}?pick=turn")
    assert line in asked and "End the turn?" in asked and "nobody can undo it" in asked
    tap(client, table.url, json.loads(line))
    assert table.phones[0].state()["screen"]["lines"][-1]["text"].endswith("ends the turn")


@pytest.mark.parametrize(("language", "words"), [("en", "goes to Trash"), ("nl", "gaat naar Trash")])
def test_a_square_says_what_goes_to_trash_for_a_card_that_is_played_there(
    table: ZxTable, language: str, words: str
) -> None:
    plays = [one for one in enumerate(table.game.bodies) if one[1].get("do") == "play" and "square" in one[1]]
    place, body = plays[1]
    table.record(place)
    client = table.clients[body["seat"]]
    client.cookies["django_language"] = language
    squares = table.phones[0].state()["screen"]["view"]["squares"]
    own = {
        square
        for square, cards in squares.items()
        if any("power" in card and card["controller"] == body["seat"] for card in cards)
    }
    page = page_of(client, table.url, f"?pick=card%3A{body['card']}")
    board = page.partition('class="zx-rec-squares"')[2].partition("</form>")[0]
    buttons = re.findall(r"<button.*?</button>", board, re.S)
    assert len(buttons) > len(own) > 0, "there are empty Squares, too"
    for button in buttons:
        [square] = re.findall(r'aria-label="Square (\d,\d)', button)
        assert ('class="warned"' in button) == (words in button) == (square in own), button
    ways = page.partition('class="rec-ask"')[2]
    assert len(re.findall(rf"Square \d,\d · [^<]+ {words}", ways)) == len(own)


def test_a_way_to_attack_names_what_is_attacked_and_where(table: ZxTable) -> None:
    attack = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "attack")
    table.record(attack)
    body = table.game.bodies[attack]
    seen = table.phones[0].state()["screen"]["view"]["squares"][body["square"]]
    [target] = [card["card"] for card in seen if "power" in card and card["controller"] != body["seat"]]
    page = page_of(table.clients[body["seat"]], table.url, f"?{urlencode({'pick': body['card']})}")
    said = f"Attack {target} on Square {body['square']}"
    assert re.search(rf'aria-label="Square {body["square"]}: [^"]*: {said}"', page)
    assert said in page.partition('class="rec-ask"')[2]


def test_who_kept_their_hand_reads_whom_they_wait_for(table: ZxTable) -> None:
    table.record(4)
    seat = table.game.bodies[3]["seat"]
    mine, theirs = (table_of_page(table.clients[one], table.url) for one in (seat, 1 - seat))
    assert f"Waiting for {table.players[1 - seat].name}." in mine and "keeps the first hand" in theirs
    assert "Waiting for" not in theirs and "You may draw four others, once." in theirs


def test_what_was_seen_is_not_taken_back_and_the_page_says_why(table: ZxTable) -> None:
    said = "Only the organizer can undo that."
    place = next(at for at, body in enumerate(table.game.bodies) if body.get("shown"))
    table.record(place)
    before = table_of_page(table.clients[0], table.url)
    assert "Undo the last line" in before and said not in before
    table.record_from(place, place + 1)
    page = table_of_page(table.clients[0], table.url)
    assert "Undo the last line" not in page and said in page
    call = page.index('{"text":""}')
    assert call < page.index("rec-seat seat-") and call < page.index("We did something else"), (
        "near the question"
    )


def test_the_audience_sees_the_squares_and_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ZxTable(changes={"live_delay": 1})
    _place, card = in_main_phase(table)
    monkeypatch.setattr(live_views, "now", lambda: timezone.now() + timedelta(minutes=5))
    worlds = []
    for main in (table.game.lists[0][0], {one.number: 2 for one in POOL.cards[:25]}):
        DeckRevision.objects.filter(registration__entry=table.players[0]).update(main=main)
        cache.clear()
        worlds.append(page_of(Client(), f"/t/{table.tournament.slug}/boards/{table.recording.pk}/"))
    assert "zx-board" in worlds[0] and card["card"] in worlds[0]
    assert worlds[0].partition("<footer")[0] == worlds[1].partition("<footer")[0]


def test_both_lose_is_said_on_the_page_of_signatures(table: ZxTable) -> None:
    result = {"winners": [], "losers": [0, 1], "draw": False, "rule": "Z20"}
    Recording.objects.filter(pk=table.recording.pk).update(state="ended", result=result)
    assert "Nobody wins: both players lose." in page_of(table.clients[0], f"{table.url}sign/")


@pytest.mark.parametrize("mode", ["two_phones", "scribe"])
def test_no_page_says_a_card_of_a_list_that_its_reader_may_not_know(mode: str) -> None:
    """Two worlds: another list of one player changes no byte of the rival's, a scribe's or a judge's pages."""
    table = ZxTable(mode=mode)
    if mode == "two_phones":
        reader, changed = table.clients[0], [table.players[1]]
    else:  # the lists are closed, and the scribe is one of the players
        reader, changed = table.clients[0], list(table.players)
        reader.post(table.url, {"take": "1"})
    judge = client_of(staff_actor(table.tournament, "judge").user)
    place = next(
        at for at, body in enumerate(table.game.bodies) if body.get("do") == "play" and "square" in body
    )
    asked = next(at for at, body in enumerate(table.game.bodies) if body.get("shown"))
    line = json.dumps(bare(table.game.bodies[asked]))
    queries = ("", f"?{urlencode({'line': line})}", "?find=ar", "?pick=card%3AZ04-016")
    for upto in (0, 2, asked, place):
        for body in table.game.bodies[table.head : upto]:
            if mode == "two_phones":
                table.phone(body).write(body)
            else:
                write(reader, table.url, body)
        assert table.head == upto
        worlds = []
        for main in ({one.number: 2 for one in POOL.cards[:25]}, table.game.lists[1][0]):
            DeckRevision.objects.filter(registration__entry__in=changed).update(main=main)
            pages = [page_of(reader, table.url, query) for query in queries] + [
                page_of(judge, f"{table.url}judge/")
            ]
            worlds.append([KEYS.sub("", page) for page in pages])
        assert worlds[0] == worlds[1]


KEYS = re.compile(r'name="(csrfmiddlewaretoken|form_key|command_key|key)" value="[^"]*"')
"""What every form has of its own."""


def write(client: Client, url: str, body: Body) -> None:
    """Write a line as it is, by the form."""
    head = Recording.objects.get(pk=int(url.rstrip("/").rpartition("/")[2])).head
    fields: Body = {}
    if body["kind"] == "lay":
        fields = filled_in(body)
        body = {"kind": "lay", "seat": body["seat"]}
    client.post(url, {"base": head, "body": json.dumps(body), **fields})


def test_a_question_for_a_square_or_a_card_on_one_is_answered_on_the_board(table: ZxTable) -> None:
    """Its page says which line is recorded, and the card whose text asks."""
    place, body = next(
        (at, one)
        for at, one in enumerate(table.game.bodies)
        if set(NAMES) & set(map(str, one.get("answers") or ()))
    )
    table.record(place)
    client = table.clients[body["seat"]]
    for count, answer in enumerate(body["answers"]):
        line = {**bare(body), "answers": body["answers"][:count]}
        page = page_of(client, table.url, f"?{urlencode({'line': json.dumps(line)})}")
        board = page.partition('class="zx-rec-squares"')[2].partition("</form>")[0]
        lit = re.findall(r'name="answer" value="(.*?)" aria-label="Square', board)
        asked = re.findall(r'class="rec-button[^"]*" name="answer" value="(.*?)">', page)
        assert lit and set(lit) <= set(asked) and json.dumps(answer) in lit
        assert answer not in NAMES or sorted(lit) == sorted(asked)
        assert count or re.search(r">[^<]+ · \d,\d<", page), "of cards with one name each says where it lies"
        assert 'class="rec-lead"' in page and f'"do":"{body["do"]}"' in board and ">#" not in page
        assert (
            f"{table.players[body['seat']].name} uses an ability of" in page.partition('class="rec-ask"')[2]
        )


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_question_shows_the_one_ability_that_asks(language: str) -> None:
    pool = load_pool("zx-texts")
    card = next(card for card in pool.cards if card.name == "Leviathan of the Deep Lock")
    with override(language):
        whole = about(pool, {"source": card.number})
        asks = about(pool, {"source": card.number, "line": 1})
    assert whole is not None and asks is not None and whole["name"] == asks["name"]
    assert whole["text"].splitlines()[1] == asks["text"] and asks["text"].startswith("[Auto]")
    assert about(pool, {"source": "", "line": -1}) is None, "a rule asks"
