"""The documentation stays true: links, commands, log-ins, rooms, buttons and examples are held against the code."""

import importlib.util
import re
from pathlib import Path

import polib
import pytest
from django.core.management import get_commands

from tests.tables import table
from tournaments.demo import people
from x610z_site.services import start, verify
from x610z_site.services.environment import FLOORS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOT_ROOMS = {"__pycache__", "migrations", "management", "templatetags"}
OUR_HOSTS = {"127.0.0.1:8000", "localhost"}


def name(doc: Path) -> str:
    """A page's path as pytest shows it."""
    return doc.relative_to(ROOT).as_posix()


def prose(text: str) -> str:
    """The text without its blocks and pieces of code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of one language ("" for those without)."""
    return [
        body for found, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S) if found == language
    ]


def anchors(doc: Path) -> set[str]:
    """The names under which a page's headings and the rows of its tables can be linked."""
    text = doc.read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    plain = (re.sub(r"[^\w\- ]", "", head.lower()) for head in heads)
    return {head.strip().replace(" ", "-") for head in plain} | set(re.findall(r'<a id="([^"]+)"></a>', text))


# --- links and pictures --------------------------------------------------------------------------------


@table("doc", PAGES, ids=name)
def test_every_link_of_a_page_leads_somewhere(doc: Path) -> None:
    text = prose(doc.read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    lost = []
    for link in links:
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (doc.parent / path).resolve() if path else doc
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_every_page_is_reached_from_the_index_or_the_readme() -> None:
    start_pages = [ROOT / "README.md", ROOT / "docs" / "index.md"]
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in start_pages
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    }
    assert [name(page) for page in PAGES if page not in linked and page not in start_pages] == []


@table("doc", PAGES, ids=name)
def test_every_picture_of_a_page_is_small_and_told_in_words(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", text)
    for tag in re.findall(r"<img [^>]+>", text):
        said = re.search(r'alt="([^"]*)"', tag)
        pictures.append((said[1] if said else "", re.findall(r'src="([^"]+)"', tag)[0]))
    for words, path in pictures:
        assert len(words) > 20, f"{path} needs words for those who cannot see it"
        assert (doc.parent / path).stat().st_size < 200_000, f"{path} is too large"


@table("doc", PAGES, ids=name)
def test_a_page_names_no_folder_of_somebodys_machine_and_no_foreign_host(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    hosts = set(re.findall(r"https?://([\w.:-]*\w)", text))
    assert hosts <= OUR_HOSTS, hosts - OUR_HOSTS
    assert re.findall(r"(?<![\w.])/(?:home|work|root|Users|tmp|mnt)/\w*", text) == []


# --- commands ------------------------------------------------------------------------------------------


def commands(text: str) -> list[str]:
    """Every command line a page names, in blocks or in the text."""
    shown = blocks(text, "sh") + blocks(text, "")
    lines = [line for block in shown for line in block.splitlines()]
    lines += [
        line[2:] for block in blocks(text, "console") for line in block.splitlines() if line[:2] == "$ "
    ]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    cleaned = [re.sub(r"\s+#.*$", "", line).strip() for line in lines]
    return [re.sub(r"\s+[>|].*$", "", line) for line in cleaned]


def known(line: str) -> bool:
    """Whether a command line that looks like one of ours exists; anything else passes."""
    words = line.split()
    if words[:1] == ["./run"]:
        return not start_refuses(words[1:])
    if words[:1] == ["./test"]:
        verify.parse([word for word in words[1:] if word.startswith("--")])
        return all((ROOT / word).exists() for word in words[1:] if "/" in word and "PATH" not in word)
    if words[:1] == ["make"] and len(words) > 1:
        return re.search(rf"^{re.escape(words[1])}:", (ROOT / "Makefile").read_text(), re.M) is not None
    if found := re.search(r"(?:^|python )manage\.py ([a-z_]+)", line):
        return found[1] in get_commands()
    if found := re.search(r"python3? -m ([\w.]+)", line):
        return importlib.util.find_spec(found[1]) is not None
    return True


def start_refuses(options: list[str]) -> bool:
    """Whether `./run` does not know these options."""
    try:
        start.parse([option.replace("N", "9000") for option in options])
    except SystemExit as error:
        return error.code != 0
    return False


@table("doc", PAGES, ids=name)
def test_every_command_a_page_names_exists(doc: Path) -> None:
    assert [line for line in commands(doc.read_text(encoding="utf-8")) if not known(line)] == []


def test_the_readme_names_the_two_commands_and_every_option_of_run() -> None:
    assert "./run" in blocks(README, "sh")[0]
    assert "./test" in blocks(README, "sh")[1]
    for option in ("--port", "--live-port", "--host", "--fresh", "--no-redis", "--no-demo"):
        assert option in README


# --- the demo, the house, the buttons ------------------------------------------------------------------


def test_the_readme_lists_the_demos_log_ins() -> None:
    table = README[README.index("## The demo") : README.index("## What runs where")]
    named = set(re.findall(r"`([a-z]+)`", "\n".join(re.findall(r"^\| (`.*?) \|", table, re.M))))
    assert named == {person.username for person in people.ACCOUNTS}
    assert f"`{people.PASSWORD}`" in table


def rooms(floor: str) -> set[str]:
    """The folders of a floor that are rooms."""
    return {path.name for path in (ROOT / floor).iterdir() if path.is_dir()} - NOT_ROOMS


@pytest.mark.parametrize("floor", FLOORS)
def test_the_house_plan_names_every_room_and_no_other(floor: str) -> None:
    plan = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    section = plan[plan.index(f"### `{floor}/`") :].split("\n##")[0]
    assert set(re.findall(r"^\| `(\w+)/` \|", section, re.M)) == rooms(floor)
    drawing = blocks(plan, "text")[0]
    assert [room for room in rooms(floor) if f"{room}/" not in drawing] == []


def catalogue(language: str) -> list[re.Pattern[str]]:
    """Every text of the site in one language, its places for names open."""
    entries = polib.pofile(str(ROOT / "locale" / "nl" / "LC_MESSAGES" / "django.po"))
    texts = [entry.msgid if language == "en" else entry.msgstr for entry in entries if entry.msgid]
    return [re.compile(re.sub(r"%\\?\(\w+\\?\)s", ".+", re.escape(text)), re.I) for text in texts if text]


@pytest.mark.parametrize("doc", sorted((ROOT / "docs" / "guide").glob("*.md")), ids=name)
def test_what_a_guide_calls_a_button_stands_on_the_screen(doc: Path) -> None:
    words = re.findall(
        r"(?<![*\w])\*([^*\n]+)\*(?![*\w])", prose(doc.read_text(encoding="utf-8")).replace("\n   ", " ")
    )
    texts = catalogue("nl" if doc.stem.endswith(".nl") else "en")
    unknown = {
        word
        for word in words
        if not re.fullmatch(r"\d–\d", word) and not any(text.fullmatch(word) for text in texts)
    }
    assert unknown == set()
    assert len(words) > 5
