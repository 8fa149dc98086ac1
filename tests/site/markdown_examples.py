"""The examples of a Markdown page: read from it, run in a folder of their own, and held against what the page prints.

Every fenced block says by its language what it is:

- `python` with `>>>`: a doctest; the blocks of a page share their names.
- `console`: lines that begin with `$ ` are run, and what stands below is what they print. A line `…` stands for any
  lines, `…` inside a line for anything. `manage.py` runs inside the test, and `curl` asks the test's own site, so
  neither needs a server. `# exit 1` behind a command is the status it ends with.
- `cardtext`: card texts, one on a line; `tests/rules_engine/cards/test_cardtext.py` compiles them.
- any language below `<!-- file: NAME -->`: a file that the commands of the page find under this name.
- anything below `<!-- not run: WHY -->`: shown only. `test_examples.py` counts these by their reason.
"""

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.patience import HANG
from x610z_site.accounts.models import ApiToken
from x610z_site.accounts.services import token_hash
from x610z_site.accounts.token_services import SCOPES

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.M | re.S
)
ANY = "…"
PYTHON = re.compile(r"^(?:\.venv/bin/)?python3? ")


@dataclass(frozen=True)
class Block:
    """One fenced block: where it begins, what it is, and the mark above it ("" for none)."""

    line: int
    language: str
    body: str
    mark: str

    @property
    def file(self) -> str:
        """The name under which commands find it, or ""."""
        return self.mark.removeprefix("file: ") if self.mark.startswith("file: ") else ""

    @property
    def not_run(self) -> str:
        """Why it is not run, or ""."""
        return self.mark.removeprefix("not run: ") if self.mark.startswith("not run: ") else ""

    @property
    def runs(self) -> bool:
        """Whether a test runs it."""
        return self.language in {"console", "cardtext"} or (self.language == "python" and ">>> " in self.body)


@dataclass(frozen=True)
class Command:
    """One command of a console block, what the page says it prints, and the status it says it ends with."""

    line: int
    text: str
    expected: str
    status: int


def blocks_of(text: str) -> list[Block]:
    """Every fenced block of a page."""
    return [
        Block(text[: found.start()].count("\n") + 1, found["language"], found["body"], found["mark"] or "")
        for found in FENCE.finditer(text)
    ]


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block, each with the lines printed below it."""
    commands: list[Command] = []
    for number, row in enumerate(block.body.splitlines(), block.line + 1):
        if row.startswith("$ "):
            text, _, note = row[2:].partition("  # ")
            ends = re.fullmatch(r"exit (\d+)", note.strip())
            commands.append(Command(number, text.strip(), "", int(ends[1]) if ends else 0))
        else:
            last = commands.pop()
            commands.append(Command(last.line, last.text, last.expected + row + "\n", last.status))
    return commands


def same(expected: str, printed: str) -> bool:
    """Whether a command printed what the page says; trailing spaces of a line do not count."""
    lines = [re.escape(line.rstrip()) for line in expected.strip("\n").splitlines()]
    parts = ["(?:[^\n]*\n)*" if line == re.escape(ANY) else line.replace(ANY, ".*") + "\n" for line in lines]
    said = "".join(line.rstrip() + "\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch("".join(parts), said) is not None


def prepare(folder: Path, blocks: list[Block]) -> None:
    """Make the folder look like a clone to the commands, with the files that the page shows."""
    for path in ROOT.iterdir():
        if path.name not in {"var", ".git", ".venv"}:
            (folder / path.name).symlink_to(path)
    (folder / ".venv").symlink_to(sys.prefix)
    prepare_files(folder, blocks)


def prepare_files(folder: Path, blocks: list[Block]) -> None:
    """Write the files that the page shows."""
    for block in blocks:
        if block.file:
            (folder / block.file).write_text(block.body, encoding="utf-8")


def run(command: Command, folder: Path) -> tuple[int, str]:
    """The status and everything printed: in this process where a database or the site is asked, else by the shell."""
    words = shlex.split(command.text)
    if words[0] == "curl":
        return _asked(words[1:])
    if PYTHON.match(command.text) and words[1] == "manage.py":
        return _managed(words[2:], folder)
    done = subprocess.run(
        ["sh", "-c", PYTHON.sub(f"{shlex.quote(sys.executable)} ", command.text)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANG,
    )
    return done.returncode, done.stdout


def _managed(words: list[str], folder: Path) -> tuple[int, str]:
    out = io.StringIO()
    here = Path.cwd()
    os.chdir(folder)
    try:
        call_command(*words, stdout=out, stderr=out)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}CommandError: {error}\n"
    finally:
        os.chdir(here)
    return 0, out.getvalue()


def _asked(words: list[str]) -> tuple[int, str]:
    """What curl would print: the body (JSON laid out in lines), with `-i` or `-I` the status and the headers first."""
    headers = {}
    flags = []
    address, sent = "", ""
    while words:
        word = words.pop(0)
        if word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value.replace("$TOKEN", _token()) if "$TOKEN" in value else value
        elif word == "-d":
            sent = words.pop(0)
        elif word.startswith("-"):
            flags.append(word)
        else:
            address = word.removeprefix("http://127.0.0.1:8000")
    kind = headers.pop("Content-Type", "")
    ask = Client().post if sent else Client().get
    answer = ask(address, sent, kind, headers=headers) if sent else ask(address, headers=headers)
    body = b"".join(answer) if answer.streaming else answer.content
    said = ""
    if {"-i", "-I"} & set(flags):
        rows = sorted(f"{name}: {value}" for name, value in answer.items())
        said = "\n".join([f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}", *rows, "", ""])
    if "-I" not in flags:
        with contextlib.suppress(ValueError):
            body = json.dumps(json.loads(body), ensure_ascii=False, indent=2).encode()
        said += body.decode()
    return 0, said


def _token() -> str:
    """The token of the person who reads the page: made as their account page makes it, and remembered by its name."""
    person, fresh = get_user_model().objects.get_or_create(
        username="reader", defaults={"display_name": "Reader"}
    )
    said = "x610z_the-token-of-who-reads-the-page"
    if fresh:
        ApiToken.objects.create(
            user=person,
            name="From the page",
            token_hash=token_hash(said),
            scopes=list(SCOPES),
            epoch=person.session_epoch,
            made_at=timezone.now(),
            expires_at=timezone.now() + timedelta(days=1),
        )
    return said


def run_python(blocks: list[Block], name: str) -> tuple[int, str]:
    """Run the doctests of a page in one set of names; how many examples ran, and what failed."""
    failures = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for block in blocks:
        if block.language == "python" and block.runs:
            example = doctest.DocTestParser().get_doctest(block.body, names, name, name, block.line)
            runner.run(example, out=failures.write, clear_globs=False)
            names = example.globs
    return runner.tries, failures.getvalue()
