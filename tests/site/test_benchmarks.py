"""Every benchmark runs by the command that its first lines name; the proxy's files hold what its page promises."""

import ast
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django.urls import resolve

from benchmarks.drills.small import SMALL
from benchmarks.round_command import build
from ledger.commands import Actor
from tests.patience import HANG
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_draft
from x610z_site.services.environment import ROOT

LIBRARIES = {"pairing_bare", "pairing_states", "slowed"}
"""What benchmarks share; they measure nothing by themselves."""
BENCHMARKS = sorted(path for path in (ROOT / "benchmarks").glob("[a-z]*.py") if path.stem not in LIBRARIES)
COMMAND = re.compile(
    r"(?:^ {4}|``)((?:[A-Z]+=\S+ )?(?:\.venv/bin/)?(?:python (?:-m )?benchmarks|\./test benchmarks|make )[^`\n]*?)"
    r"(?:``|  +[#(].*)?$|``(python benchmarks/\w+\.py)``",
    re.MULTILINE,
)


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")), clean=False) or ""


def commands(path: Path) -> list[str]:
    """The commands that the first lines name, without what may be left out."""
    found = [one or other for one, other in COMMAND.findall(docstring(path))]
    return [re.sub(r"\[.*?\](?!\w)", "", command).strip() for command in found]


def test_every_benchmark_names_its_command_and_stands_by_itself() -> None:
    assert {path.stem for path in BENCHMARKS if not commands(path)} == set()


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_the_command_that_a_benchmark_names_is_one(path: Path) -> None:
    for command in commands(path):
        words = [word for word in shlex.split(command) if not re.match(r"[A-Z]+=", word)]
        if words[0] == "make":
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            assert re.search(
                rf"^{re.escape(words[1])}:.*\n(?:\t.*\n)*\t.*benchmarks\.{path.stem}", makefile, re.M
            )
        elif words[0] == "./test":
            assert (ROOT / words[1]) == path
        else:
            assert words[0].endswith("python")
            assert words[1:3] == ["-m", f"benchmarks.{path.stem}"] or words[1] == f"benchmarks/{path.name}"


def test_every_option_in_the_first_lines_is_one_that_the_benchmark_takes() -> None:
    for path in BENCHMARKS:
        text = path.read_text(encoding="utf-8")
        taken = set(re.findall(r'add_argument\(\s*"(--[\w-]+)"', text))
        for command in COMMAND.findall(docstring(path)):
            said = set(re.findall(r"--[\w-]+", "".join(command)))
            assert said <= taken, (path.name, said - taken)


def test_a_benchmark_that_asks_for_help_starts_without_a_server() -> None:
    """All of them in one process: what a module needs to be imported is there."""
    modules = [path.stem for path in BENCHMARKS if "argparse" in path.read_text(encoding="utf-8")]
    assert len(modules) > 8
    program = (
        "import runpy, sys\n"
        f"for name in {modules!r}:\n"
        "    sys.argv = [name, '--help']\n"
        "    try:\n"
        "        runpy.run_module('benchmarks.' + name, run_name='__main__')\n"
        "    except SystemExit as end:\n"
        "        assert end.code in (0, None), name\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=HANG, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("usage:") == len(modules)


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_a_benchmark_finds_everything_that_it_imports(path: Path) -> None:
    import_module(f"benchmarks.{path.stem}")


def test_every_benchmark_is_run_small_by_the_command_that_looks_for_a_broken_one() -> None:
    """`make benchmarks-small`; its words must be among the options that each takes."""
    assert set(SMALL) == {path.stem for path in BENCHMARKS}
    for path in BENCHMARKS:
        small, text = SMALL[path.stem], path.read_text(encoding="utf-8")
        for word in (*small.words, *small.environment):
            assert not word.startswith("-") or f'"{word}"' in text, (path.name, word)
            assert not word.isupper() or re.search(rf"\b{word}\b", text), (path.name, word)


@pytest.mark.django_db
def test_the_hall_that_benchmarks_build_can_be_paired() -> None:
    tournament = Tournament.objects.get(pk=build(16))
    boss = Actor(tournament.created_by, "organizer")
    made = round_draft(actor=boss, tournament=tournament, number=3)
    assert Match.objects.filter(round=made["round"]).count() == 8


# --- the proxy -----------------------------------------------------------------------------------------

SITE = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
MAIN = (ROOT / "deploy" / "nginx-main.conf").read_text(encoding="utf-8")
STREAMS = 10_000
"""Phones that one live process and one worker of the proxy hold."""


def number(text: str, name: str) -> int:
    found = re.search(rf"\b{name}[ =](?:\w+ )??([0-9]+)", text)
    assert found, name
    return int(found[1])


def test_the_proxy_and_the_units_have_room_for_ten_thousand_streams() -> None:
    connections = number(MAIN, "worker_connections")
    assert connections >= 2 * STREAMS + 2_000, "a stream is two connections, and pages need some, too"
    assert number(MAIN, "worker_rlimit_nofile") > 2 * connections
    assert number(SITE, "limit_conn x610z_connections") >= STREAMS, "a hall shares one address"
    for unit in ("web@", "live"):
        text = (ROOT / "deploy" / "systemd" / f"x610z-{unit}.service").read_text(encoding="utf-8")
        assert number(text, "LimitNOFILE") > 2 * STREAMS


def test_the_proxy_keeps_only_what_it_asked_for_without_a_cookie() -> None:
    """Each place that keeps answers takes the cookie away, and says again what a place of its own forgets."""
    places = re.findall(r"    location [^\n]*\{\n(.*?)\n    \}", SITE, re.DOTALL)
    keeping = [
        place for place in places if re.search(r"proxy_cache \w", place) and "proxy_cache off" not in place
    ]
    assert len(keeping) == 1 and SITE.count("proxy_cache_path") == 1
    outside = set(re.findall(r"^    proxy_set_header (\S+)", SITE, re.MULTILINE))
    for place in keeping:
        assert 'proxy_set_header Cookie "";' in place
        assert outside <= set(re.findall(r"proxy_set_header (\S+)", place))
        assert (
            "proxy_ignore_headers Vary;" in place
            and "Set-Cookie" not in place
            and "Cache-Control" not in place
        )
        assert "$host$request_uri" in place


def test_the_place_that_keeps_is_exactly_the_public_parts() -> None:
    pattern = re.compile(re.search(r'location ~ "([^"]+)"', SITE)[1])  # type: ignore[index]  # the test above found it
    for path in ("standings/part/nl/", "tables/part/en/", "tables/12/part/nl/"):
        address = f"/t/a-cup/{path}"
        assert resolve(address).url_name in ("standings_part", "tables_part", "round_part")
        assert pattern.fullmatch(address)
    for other in ("/t/a-cup/standings/", "/t/a-cup/me/", "/t/a-cup/deck/", "/t/a-cup/tables/part/nl/x/", "/"):
        assert not pattern.fullmatch(other)
