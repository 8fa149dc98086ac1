"""Threads that read by one class at once: a page process has taught msgspec all of its classes before."""

import os
import re
import subprocess
import sys
from pathlib import Path

from x610z_site.services.environment import FLOORS

ROOT = Path(__file__).parents[2]
NO_PAGE = {
    "rules_engine.kernel.lawdiff",
    "rules_engine.testing.campaigns",
    "tournaments.gamelogs.child_main",
    "tournaments.client.made",
    "tournaments.client.sending",
}
"""What workers compare, a drill, the child of a replay, which has one thread, and what is for programs elsewhere."""

READ_AT_ONCE = """
import faulthandler, sys, threading
from importlib import resources
import msgspec
{first}
from rules_engine.x610z.pool import compiled

faulthandler.enable()
sys.setswitchinterval(1e-6)
data = resources.files("rules_engine.x610z.pool").joinpath("compiled.json").read_bytes()
together = threading.Barrier(4)

def read():
    together.wait()
    msgspec.json.decode(data, type=compiled._File)

threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def said_by(program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
    )


def test_a_page_process_reads_its_cards_on_four_threads_at_once() -> None:
    done = said_by(READ_AT_ONCE.format(first="import x610z_site.wsgi"))
    assert done.returncode == 0, done.stderr


def test_every_class_that_a_page_reads_by_is_loaded_before_the_first_request() -> None:
    done = said_by("import sys, x610z_site.wsgi; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    defining = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in FLOORS
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"^class \w+\(.*\bStruct\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(defining) > 20
    assert defining - set(done.stdout.split()) == NO_PAGE
