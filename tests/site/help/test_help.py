"""The guides as pages: every page leads to its section, nothing leads out, and both languages say the same places."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.security.test_access_matrix import READ
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from x610z_site.help.checks import guides_are_there
from x610z_site.help.guides import GUIDES, REFERENCES, guide, picture_path
from x610z_site.help.sections import SECTIONS, SELF_EXPLAINING

LANGUAGES = [code for code, _name in settings.LANGUAGES]
NO_PAGES = re.compile(
    r"health|alive|metrics|accounts:passkey_.*|offline:.*|.*_state|.*_ask|.*_log|.*_part|.*_steps|.*_packet|.*_image"
    r"|.*export.*|.*_file|.*_art|.*:version|.*_closer|.*_position|.*_original|.*_calendar|.*_feed|.*:towns|.*recorder_pool|cards_api:.*"
    r"|api:(?!page).*|help:picture"
)
"""Addresses that answer with data, a picture, a file or a part of a page."""


def visitor(language: str, **more: Any) -> Client:
    return Client(headers={"Accept-Language": language}, **more)


def test_every_page_that_people_open_has_its_section_or_explains_itself() -> None:
    pages = {name for name in READ if not NO_PAGES.fullmatch(name)}
    assert set(SECTIONS) | SELF_EXPLAINING == pages
    assert not set(SECTIONS) & SELF_EXPLAINING


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_that_a_page_leads_to_is_there(language: str) -> None:
    lost = {
        route: place
        for route, (name, place) in SECTIONS.items()
        if place not in guide(name, language).anchors
    }
    assert lost == {}


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_has_the_same_places_sections_and_pictures_in_every_language(name: str) -> None:
    english, *others = (guide(name, language) for language in LANGUAGES)
    for other in others:
        assert other.language != "en", "a guide of its own, not the English one"
        assert other.anchors == english.anchors
        assert [one.anchor for one in other.sections] == [one.anchor for one in english.sections]
        assert [f"{other.language}/{one}" for one in english.pictures] == list(other.pictures)
        assert other.title != english.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*GUIDES, *REFERENCES])
@pytest.mark.django_db
def test_a_guide_shows_what_it_says_and_every_link_and_picture_of_it_is_on_this_site(
    name: str, language: str
) -> None:
    client = visitor(language)
    answer = client.get(reverse("help:guide", args=[name]))
    page = answer.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert guide(name, language).title in main.replace("&#x27;", "'")
    assert "](" not in re.sub(r"<(pre|code)\b.*?</\1>", "", main, flags=re.DOTALL), (
        "Markdown left as it was written"
    )
    assert "&lt;a id" not in main
    addresses = set(re.findall(r'(?:href|src)="([^"]+)"', main))
    outside = {one for one in addresses if not one.startswith(("/", "#"))}
    assert outside == set()
    for address in addresses:
        path, _hash, place = address.partition("#")
        assert not path or client.get(path).status_code == 200, address
        if place and (not path or path.startswith("/help/")):
            known = guide(path.split("/")[2] if path else name, language).anchors
            assert place in known, address


@pytest.mark.django_db
def test_a_page_links_its_own_section_and_others_the_list() -> None:
    client = visitor("nl")
    page = client.get(reverse("accounts:sign_up")).content.decode()
    assert page.count('href="/help/playing/#before"') >= 2
    assert "Zo werkt deze pagina" in page
    front = client.get("/").content.decode()
    assert "Zo werkt deze pagina" not in front and 'href="/help/"' in front


@pytest.mark.django_db
def test_a_page_that_is_refused_explains_nothing() -> None:
    tournament = make_tournament()
    address = reverse("tournaments:staff", args=[tournament.slug])
    for person, status in ((organizer_of(tournament).user, 200), (make_user("Nobody"), 404)):
        client = visitor("en")
        client.force_login(person)
        answer = client.get(address)
        assert answer.status_code == status
        assert ("How this page works" in answer.content.decode()) == (status == 200)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/help/", "/help/organizers/"])
def test_a_second_look_is_answered_with_nothing_new_until_reader_or_language_change(address: str) -> None:
    client = visitor("en")
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["Cache-Control"] == "private, no-cache"
    other = client.get(address, headers={"If-None-Match": first["ETag"], "Accept-Language": "nl"})
    assert other.status_code == 200
    assert visitor("en").get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_picture_is_public_and_kept_and_no_other_file_can_be_asked_for() -> None:
    client = Client()
    answer = client.get("/help/pictures/nl/desk.png")
    assert answer["Content-Type"] == "image/png" and answer["Cache-Control"].startswith("public")
    assert (
        client.get("/help/pictures/nl/desk.png", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    )
    for name in (
        "make.py",
        "../guide/judges.md",
        "nl/../desk.png",
        "front.png",
        "nl/../../../manage.py",
        "nl/",
    ):
        assert picture_path(name) is None
        assert client.get(f"/help/pictures/{name}").status_code == 404


def test_html_of_a_guide_that_is_neither_place_nor_picture_is_shown_as_text(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "x.md").write_text(
        "# T\n\nA <b>bold</b> [way out](https://example.org), [another](javascript:x) and [a third](../etc/y.md).\n\n"
        "<script>alert(1)</script>\n",
        encoding="utf-8",
    )
    monkeypatch.setitem(REFERENCES, "planted", "x.md")
    guide.cache_clear()
    text = guide("planted", "en").html + guide("planted", "en").lead
    guide.cache_clear()
    assert "<b>" not in text and "<script" not in text and "href" not in text
    assert "&lt;script&gt;" in text and "way out" in text


def test_a_site_without_a_guide_or_a_picture_is_refused_when_its_files_are_gathered(
    tmp_path: Path, settings: Any
) -> None:
    assert guides_are_there(None) == []
    settings.BASE_DIR = tmp_path
    guide.cache_clear()
    (tmp_path / "docs/guide").mkdir(parents=True)
    (tmp_path / GUIDES["playing"]).write_text(
        "# T\n\nA lead.\n\n![A picture.](../images/gone.png)\n", encoding="utf-8"
    )
    said = " ".join(one.msg for one in guides_are_there(None))
    guide.cache_clear()
    assert "gone.png" in said and "keepers.md" in said and "players.md" not in said
