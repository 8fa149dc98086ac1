"""The style guide page without a browser, and the weight of what every page loads."""

import gzip
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

CSS = ("base", "layout", "parts", "board", "pages", "print")
JS = ("live", "clock", "forms", "replay", "screen")

pytestmark = pytest.mark.django_db


def contents(*paths: str) -> list[bytes]:
    """What some static files hold."""
    return [Path(str(finders.find(path))).read_bytes() for path in paths]


def test_the_styles_of_every_page_weigh_at_most_ten_kilobytes_as_they_are_sent() -> None:
    assert (
        sum(len(brotli.compress(file)) for file in contents(*(f"css/{name}.css" for name in CSS))) <= 10_240
    )


def test_the_scripts_with_htmx_weigh_at_most_twenty_six_and_a_half_kilobytes() -> None:
    files = contents("django_htmx/htmx-2.min.js", *(f"js/{name}.js" for name in JS))
    assert sum(len(gzip.compress(file, 9)) for file in files) <= 26_500


def test_every_part_is_shown_on_the_style_guide() -> None:
    text = (Path(__file__).parents[2] / "templates" / "style_guide.html").read_text(encoding="utf-8")
    used_by_others = {
        "site_nav", "display_menu", "user_menu", "messages", "breadcrumb", "clock", "badge", "rule", "board", "field",
        "form", "error_page", "print_entries", "print_judges", "print_pairings", "print_prizes", "print_seats",
        "print_standings", "print_ladder",
    }  # fmt: skip
    parts = {path.stem for path in (Path(__file__).parents[2] / "templates" / "parts").glob("[!_]*.html")}
    missing = {name for name in parts - used_by_others if f"parts/{name}.html" not in text}
    assert missing == set()


def test_the_page_has_no_inline_script_and_no_style_attribute() -> None:
    text = Client().get("/style/").content.decode()
    assert " style=" not in text
    assert "<script>" not in text
    assert " onclick=" not in text


def test_every_id_on_the_page_is_there_once() -> None:
    import re

    ids = re.findall(r'\sid="([^"]+)"', Client().get("/style/").content.decode())
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("step", ["0", "3", "99", "-1", "x", "²", "9" * 5000])
def test_any_step_in_the_address_shows_a_page(step: str) -> None:
    assert Client().get("/style/", {"step": step}).status_code == 200


def test_the_steps_of_the_sample_game_come_as_json() -> None:
    data = Client().get("/style/steps/1-2.json").json()
    assert [step["step"] for step in data["steps"]] == [1, 2]
    assert set(data["steps"][0]["wide"]) == {"live", "viewbox", "title", "desc"}


@pytest.mark.parametrize("span", ["3-1", "9-12"])
def test_steps_that_do_not_exist_are_not_found(span: str) -> None:
    assert Client().get(f"/style/steps/{span}.json").status_code == 404
