"""A phone makes its own screen: what the server leaves out, its engine says to the last byte."""

import json
from typing import Any

import pytest

from rules_engine.recording.worker import answer
from tests.tournaments.recordings.table import Table

pytestmark = pytest.mark.django_db


def made_here(client: Any, url: str, entries: list[dict[str, Any]], language: str = "en") -> Any:
    """The screen as the worker of this phone makes it, of what the server gave it once."""
    offline = client.get(f"{url}offline.json").json()
    pool = client.get(offline["pool"]["url"]).content.decode()
    answer(json.dumps({**offline, "do": "open", "pool": pool, "lang": language}))
    return json.loads(answer(json.dumps({"do": "show", "entries": entries})))


@pytest.mark.parametrize(("mode", "language"), [("two_phones", "en"), ("scribe", "en"), ("two_phones", "nl")])
def test_what_the_server_leaves_out_the_engine_of_the_phone_says(mode: str, language: str) -> None:
    table = Table()
    table.play(most=40)
    table.recording.mode = mode  # a scribe's engine is told what a scribe may know
    table.recording.save(update_fields=["mode"])
    for client in table.clients:
        reads = {"accept-language": language}
        whole = client.get(f"{table.url}state.json", headers=reads).json()
        lean = client.get(f"{table.url}state.json?since=30&screen=no").json()
        screen = whole.pop("screen")
        assert lean.pop("log_sha256") == screen["log_sha256"]
        assert [entry["seq"] for entry in lean["entries"]] == list(range(31, 41))
        for state in (whole, lean):
            del state["entries"], state["since"], state["time"]["now"]
        assert lean == whole
        assert made_here(client, table.url, table.lines(), language) == screen
        nobody = {"en": "Nobody responds", "nl": "Niemand reageert"}[language]
        assert any(nobody in line["text"] for line in screen["lines"])
        assert len(screen["lines"]) > 30 and bool(screen["castable"]) == (mode == "two_phones")


def test_the_answer_to_a_line_leaves_the_screen_out_as_well() -> None:
    table = Table()
    phone = table.phones[0]
    entry = phone.entry({"kind": "chance", "of": "first", "by": "dice", "value": 0}, base=0)
    said = {"device": phone.device, "entries": [entry]}
    address = f"{table.url}entries.json?since=0&screen=no"
    found = phone.client.post(address, json.dumps(said), content_type="application/json").json()
    assert [ack["status"] for ack in found["acks"]] == ["ok"]
    assert "screen" not in found["state"] and len(found["state"]["entries"]) == 1
    assert found["state"]["log_sha256"] == phone.state()["screen"]["log_sha256"]
