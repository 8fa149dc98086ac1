"""The page that takes in a finished event: problems named by row, a look before anything is written, once."""

import base64
import json
import zlib
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments.hall import make_user
from tournaments.events.models import Staff, Tournament
from tournaments.imports.forms import PRESET_NAMES
from tournaments.imports.preview import MAX_BYTES, MOST_PLAYERS, Upload
from tournaments.imports.reading import read_event
from tournaments.standings import PRESETS

CSV = """# event: Spring <b>Open</b>
round,player1,player2,wins1,wins2
1,Ann,Bob,2,0
1,Cem,Dot,2,1
2,Ann,Cem,2,0
2,Bob,Dot,0,2
"""
EVENT: dict[str, Any] = {
    "format": "results/1",
    "event": "Small",
    "players": [{"id": one} for one in ("ann", "bob", "cem", "dot")],
    "rounds": [
        {
            "matches": [
                {"players": ["ann", "bob"], "games": [2, 0, 0]},
                {"players": ["cem", "dot"], "games": [2, 1, 0]},
            ]
        },
        {
            "matches": [
                {"players": ["ann", "cem"], "games": [2, 0, 0]},
                {"players": ["bob", "dot"], "games": [0, 2, 0]},
            ]
        },
    ],
}
URL = reverse("tournaments:import")


def sent(client: Client, text: str, filename: str = "day.csv", **more: str) -> HttpResponse:
    """The answer to a file that is sent in."""
    file = SimpleUploadedFile(filename, text.encode())
    return client.post(URL, {"file": file, **more})  # type: ignore[return-value]  # the client's own subclass


def hidden(answer: HttpResponse) -> dict[str, str]:
    """The fields the page would send to confirm."""
    form = answer.context["confirm"]  # type: ignore[attr-defined]  # set by the test client
    return {name: form[name].value() for name in form.fields}


@pytest.fixture
def client_of_kim(db: None) -> Client:
    """Somebody signed in, no more."""
    client = Client()
    client.force_login(make_user("kim"))
    return client


@pytest.mark.sqlite
def test_a_file_is_looked_at_first_and_sent_twice_is_one_tournament(client_of_kim: Client) -> None:
    looked = sent(client_of_kim, CSV, name="My Open", policy="mtg")
    page = looked.content.decode()
    assert looked.status_code == 200
    assert all(name in page for name in ("Ann", "Bob", "Cem", "Dot", "My Open", "Magic"))
    assert "Spring <b>" not in page
    assert not Tournament.objects.exists()
    for _ in range(2):
        answer = client_of_kim.post(URL, hidden(looked))
        tournament = Tournament.objects.get()
        assert answer.headers["Location"] == reverse("tournaments:standings", args=[tournament.slug])
    assert (tournament.name, tournament.policy.preset["key"]) == ("My Open", "mtg")
    owner = Staff.objects.get(tournament=tournament)
    assert (owner.user.display_name, owner.role) == ("kim", Staff.Role.ORGANIZER)
    rows = LedgerRow.objects.filter(action="results.import")
    assert [row.data["new"] for row in rows.order_by("pk")] == [True, False]
    standings = Client().get(reverse("tournaments:standings", args=[tournament.slug])).content.decode()
    for form in ("json", "csv", "trf"):
        assert f'href="{reverse("tournaments:export", args=[tournament.slug, form])}"' in standings
    again = sent(client_of_kim, CSV)
    assert "confirm" in again.context  # type: ignore[attr-defined]  # set by the test client
    assert "Create this tournament" not in again.content.decode()


@pytest.mark.django_db
def test_every_wrong_row_is_named_and_nothing_is_written(client_of_kim: Client) -> None:
    wrong = (
        CSV.replace("1,Cem,Dot,2,1", "1,Cem,Dot,2,many").replace("2,Ann,Cem,2,0", "2,Ann,Ann,2,0") + "x,,,,\n"
    )
    answer = sent(client_of_kim, wrong)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert all(place in page for place in ("line 4, wins2", "line 5", "line 7, round"))
    assert "line 3" not in page
    refused = client_of_kim.post(URL, {"content": "nonsense", "filename": "x.csv"})
    assert refused.status_code == 422
    assert "choose it again" in refused.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_looking_at_a_file_asks_the_database_next_to_nothing(client_of_kim: Client) -> None:
    rows = "".join(f"1,p{2 * place},p{2 * place + 1},2,0\n" for place in range(200))
    with CaptureQueriesContext(connection) as queries:
        assert sent(client_of_kim, "round,player1,player2,wins1,wins2\n" + rows).status_code == 200
    assert len(queries) <= 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("points", "words"),
    [(6, "are the same as ours"), (5, "ann: points is 6.000000, but the file says 5.000")],
)
def test_the_standings_in_the_file_are_held_against_ours(
    client_of_kim: Client, points: int, words: str
) -> None:
    told = [{"player": "ann", "points": points}, {"player": "dot", "points": 3}]
    page = sent(client_of_kim, json.dumps(EVENT | {"standings": told}), "day.json").content.decode()
    assert words in unescape(page)


@pytest.mark.django_db
def test_who_is_not_signed_in_is_sent_to_the_door() -> None:
    answer = Client().post(URL, {"content": "x", "filename": "x.csv"})
    assert answer.status_code == 302
    assert reverse("accounts:login") in answer.headers["Location"]


def problems(data: bytes, filename: str) -> list[str]:
    """What a file is refused for."""
    with pytest.raises(UserError) as refused:
        Upload(data, filename).read()
    return [problem.message for problem in refused.value.problems]


def test_rows_of_json_keep_their_numbers_when_several_are_wrong() -> None:
    event = json.loads(json.dumps(EVENT))
    event["rounds"][0]["matches"][0]["games"] = [2, 0, 0, 0]
    event["rounds"][0]["matches"].append({"players": ["eve", "dot"], "games": [2, 0, 0]})
    event["rounds"][1]["matches"][1]["kind"] = "walkover"
    for name in ("cem", "bob"):
        event["rounds"][0]["matches"].append({"players": [name, "ann"], "games": [1, 0, 0]})
    found = problems(json.dumps(event).encode(), "day.json")
    places = [text.partition(": ")[0] for text in found]
    assert places == [
        "round 1, match 1, ann – bob (rounds[0].matches[0].games)",
        "round 2, match 2, bob – dot (rounds[1].matches[1].kind)",
        "round 1, match 3, eve – dot (rounds[0].matches[2])",
        "round 1, match 4, cem – ann (rounds[0].matches[3])",
    ]
    assert "already has a row in this round (rounds[0].matches[1])" in found[3]


def test_names_and_scores_that_cannot_be_kept_are_named_together() -> None:
    long = "x" * 80
    file = f"round,player1,player2,wins1,wins2,results\n1,{long},Bob,2,0,\n1,Cem,{long}y,2,0,\n"
    assert [text[:9] for text in problems(file.encode(), "x.csv")] == ["player 1,", "player 4,"]
    file = "round,player1,player2,wins1,wins2,results\n1,Ann,Bob,2,0,lw\n1,Cem,Dot,0,2,wl\n1,Eva,Fay,2,0,\n"
    assert [text[:16] for text in problems(file.encode(), "x.csv")] == [
        "round 1, match 1",
        "round 1, match 2",
    ]


@pytest.mark.parametrize(
    ("data", "filename"),
    [
        (b"", "x.csv"),
        (b"\xff\xfe\x00\x01" * 50, "x.json"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "x.png"),
        (b'{"rounds": ' + b"[" * 200_000, "x.json"),
        (
            json.dumps(
                EVENT | {"policy": {"key": "k", "name": "n", "metrics": ["omw"], "win": "1/0"}}
            ).encode(),
            "",
        ),
        (
            json.dumps(
                EVENT | {"policy": {"key": "k", "name": "n", "metrics": ["omw"], "win": "0"}}
            ).encode(),
            "",
        ),
        (b"001" + b" " * 90 + b"\n", "x.trf"),
        (b"round,player1,player2\n" + b"1,a,a\n" * 60, "x.csv"),
        (b"x" * (MAX_BYTES + 1), "x.csv"),
    ],
)
def test_a_hostile_file_is_refused_in_words(data: bytes, filename: str) -> None:
    found = problems(data, filename)
    assert 1 <= len(found) <= 20
    assert all(found)


def test_a_file_of_too_many_players_is_refused() -> None:
    rows = "".join(f"1,p{place},\n" for place in range(MOST_PLAYERS + 1))
    assert "at most 2000 players" in problems(f"round,player1,player2\n{rows}".encode(), "x.csv")[0]


@pytest.mark.parametrize("text", ["", "%%%", "é", "AAAA", "bomb", "cut", "x" * 1_600_000])
def test_a_hidden_field_that_no_page_of_ours_sent_is_refused(text: str) -> None:
    if text == "bomb":
        text = base64.b64encode(zlib.compress(b"0" * 50_000_000, 9)).decode()
    if text == "cut":
        text = base64.b64encode(zlib.compress(CSV.encode())[:-8]).decode()
    with pytest.raises(UserError):
        Upload.unpacked(text, "x.csv", "")
    whole = Upload(CSV.encode(), "x.csv")
    assert Upload.unpacked(whole.packed(), "x.csv", "") == whole
    assert read_event(whole.data).names["Ann"] == "Ann"


def test_every_way_of_counting_has_a_name_in_the_form() -> None:
    assert list(PRESET_NAMES) == list(PRESETS)
