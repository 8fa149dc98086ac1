"""Games in which players choose, of both games, recorded by tapping on two phones and compared with their source.

    python -m benchmarks.choices [--games 2] [--lines 150]

Each choice is made on the phone that asks: by what the screen offers, the other player's where it is theirs; of Z/X the
cards that are turned up are named as well. It says how many answers were recorded, and whether every log is its game.
Taps and speed are what ``benchmarks.recorder`` measures, in games without choices. Control: a game of which one answer
is another one is no longer that game.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.recorder import CHROMIUM, LINES, acts, one_game, site
from ledger.shapes import Json

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHOICES = 5
"""So many lines at least of a game of X610Z leave a choice open."""


def zx_game(browser: "Browser", address: str, seed: int, most: int) -> Json:
    """Tap a game of Z/X: its lines, their answers and cards turned up, and whether the log is the game."""
    from tests.browser.recorder_hall import phone_for, written
    from tests.browser.test_recorder_zx import each_tapped
    from tests.tournaments.recordings.zx_table import ZxTable

    table = ZxTable(seed)
    beside = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "keep")
    table.record(beside)
    lines = table.game.bodies[beside : beside + most]
    contexts = [phone_for(browser, address, player.user) for player in table.players]
    for _line in each_tapped(table, {seat: one.new_page() for seat, one in enumerate(contexts)}, lines):
        pass
    for context in contexts:
        context.close()
    answers = sum(len(line.get("answers", ())) + len(line.get("shown", ())) for line in lines)
    equal = [told(line) for line in written(table)] == [told(line) for line in lines]
    return {"lines": len(lines), "answers": answers, "equal": equal}


def told(line: Json) -> Json:
    """A line as it is compared: what pays and is chosen in one order, a hidden card by the name it was shown with."""
    shown = iter(line.get("shown", ()))
    answers = [
        sorted(next(shown, "") if one == "?" else one for one in said) if isinstance(said, list) else said
        for said in line.get("answers", ())
    ]
    return {**line, "pay": sorted(line.get("pay", ())), "answers": answers, "shown": [*shown]}


def noticed() -> bool:
    """Whether another answer is seen to be another game."""
    from tests.tournaments.recordings.table import paper_log

    log = paper_log(3, CHOICES)
    answer = log.partition(b'"answers":[')[2].partition(b"]")[0]
    return acts(log, LINES) != acts(log.replace(b'"answers":[' + answer, b'"answers":["6,6",7', 1), LINES)


def main() -> int:
    """Play the games, say what was recorded; 1 when a log is not its game."""
    parser = argparse.ArgumentParser(description="answers of players, recorded by tapping")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--lines", type=int, default=LINES)
    options = parser.parse_args()
    plain = argparse.Namespace(lines=options.lines, size=360, scribe=False, lean=False, cpu=1, delay=0)
    found: dict[str, list[Json]] = {"X610Z": [], "Z/X": []}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        address = site(Path(name))
        from playwright.sync_api import sync_playwright

        with sync_playwright() as play:
            flags = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
            for number in range(options.games):
                found["X610Z"].append(one_game(browser, address, 3 + 211 * number, plain, choices=CHOICES))
                found["Z/X"].append(zx_game(browser, address, 10 * number, options.lines))
            browser.close()
    for game, played in found.items():
        answers, lines, equal = (sum(one[what] for one in played) for what in ("answers", "lines", "equal"))
        print(
            f"{game}: {answers} answers recorded in {lines} lines; {equal} of {len(played)} logs are their game"
        )
    if not noticed():
        raise SystemExit("control: another answer was not noticed; these figures count for nothing")
    return 0 if all(one["equal"] for played in found.values() for one in played) else 1


if __name__ == "__main__":
    sys.exit(main())
