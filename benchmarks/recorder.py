"""Taps and speed of the recording screen: real logs played through the page by tapping, compared with their source.

    python -m benchmarks.recorder [--games 3] [--lines 150] [--size 360] [--cpu 4] [--delay 300] [--scribe] [--lean]
    python -m benchmarks.recorder --engine [--cpu 4]
    python -m benchmarks.recorder --all [--games 3]

Random games are played by two phones (or one scribe) in headless Chromium on a site of its own: taps are counted, and
the time is taken from a tap to the first frame that shows that it was felt, from a tap to the frame in which all is
drawn that follows from it here, and from the last tap of a line to its acknowledgement. The bytes of the log that the
site compiled are compared with the bytes of the game's own log, line by line; only the numbers of the lines differ.
The games have no choices (`benchmarks.choices` plays those) and no chance that nobody wrote down. `--lean`: the
phones wait for their engine and make their own screens, as they do in a hall after some seconds. `--cpu` slows the
page, `--delay` the network (milliseconds there and back). `--engine` takes the time until the engine in the browser
is ready instead. It runs in a worker, which the browser's own brake does not reach: there the whole process stands
still for its share of the time. When it is ready, the worker is given a game line by line, and each answer is timed.
`--all` does one after the other, two phones at 360 pixels, a scribe at 820, a page with one button as a yardstick for
a tap, the engine at full speed and slowed 4 and 6 times, and keeps the figures. Control: ten lines by a thumb that
taps beside each button first, on a page and with an engine that are 60 ms late; taps, felt taps, the engine's start
and its answers must all show it.
"""

import argparse
import os
import re
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from benchmarks.kept import keep
from benchmarks.slowed import brake, emptiest, slow

VAR = Path(__file__).resolve().parent.parent / "var"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PAINTED = """() => {
  const root = document.querySelector("[data-recorder]"), { recorder } = root;
  window.taps = { felt: [], drawn: [], heard: 0 };
  const open = { felt: 0, drawn: 0 };
  addEventListener("pointerdown", (event) => {
    open.felt = open.drawn = event.timeStamp;
    window.taps.heard += 1;
  }, true);
  // The task behind the next frame's callbacks runs when that frame is on the glass.
  const painted = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(0);
  });
  const told = (name) => {
    const since = open[name];
    open[name] = 0;
    if (since) painted(() => window.taps[name].push(performance.now() - since));
  };
  const told_by = [[recorder.taps, "feel", "felt"], [recorder, "draw", "drawn"], [recorder, "drawChoice", "drawn"]];
  for (const [of, does, name] of told_by) {
    const before = of[does].bind(of);
    of[does] = (...given) => { before(...given); told(name); };
  }
}"""

ANSWERED = """async () => {
  const { recorder } = document.querySelector("[data-recorder]"), { engine } = recorder, took = [];
  const entries = recorder.entries();
  await engine.ask({ do: "open", ...(await recorder.table()) });
  for (let count = 1; count <= entries.length; count += 1) {
    const since = performance.now();
    await engine.ask({ do: "show", entries: entries.slice(0, count) });
    took.push(performance.now() - since);
  }
  return took;
}"""
LINES = 150
LATE = 60
"""Milliseconds by which everything is late in the control."""
HANDICAP = """
addEventListener("pointerdown", () => {
  const end = performance.now() + LATE;
  while (performance.now() < end);
}, true);
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function late(...given) { setTimeout(() => send.apply(this, given), LATE); };
""".replace("LATE", str(LATE))


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


def site(folder: Path, engine: bool = False) -> str:
    """A site of its own in a folder, on a free port of this machine; its address."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "x610z_site.settings.test"
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'site.sqlite3'}"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = (
        "1"  # Playwright runs a loop in this thread; nothing here is async
    )
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", interactive=False, verbosity=0)
    from decks.cards.packaged import cards_load_packaged
    from x610z_site.offline.fetch import fetch

    cards_load_packaged()
    settings.VAR_DIR = VAR if engine else folder
    if engine:
        fetch(VAR)
    server = make_server("127.0.0.1", 0, StaticFilesHandler(get_wsgi_application()), _Server, _Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of all lies, in whole milliseconds."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))]) if values else 0


def acts(log: bytes, most: int) -> bytes:
    """The first so many actions of a log as they are compared: every number of a line 0, what is paid in one order."""
    rows = [row for row in log.splitlines(keepends=True) if row.startswith(b'{"kind":"act"')]
    found = b"".join(re.sub(rb'^({"kind":"act","n":)\d+', rb"\g<1>0", row) for row in rows[:most])
    return re.sub(rb'(?<="pay":{)[^}]*', lambda paid: b",".join(sorted(paid[0].split(b","))), found)


def one_game(
    browser: Any, address: str, seed: int, options: argparse.Namespace, clumsy: bool = False, choices: int = 0
) -> dict[str, Any]:
    """Play one game, of so many choices, through the page and say what it took; ``clumsy``: as the control does."""
    from tests.browser.recorder_player import HEARD, Clumsy, Thumb, play, together, until
    from tests.tournaments.recordings.table import Table, client_of, paper_game, paper_log

    table, lines = Table(mode="scribe" if options.scribe else "two_phones"), paper_game(seed, choices)
    lines = lines[: options.lines + 1]
    phones: dict[int, Any] = {}
    contexts = []
    for seat in (0,) if options.scribe else (0, 1):
        height = 740 if options.size < 600 else 1000
        context = browser.new_context(
            viewport={"width": options.size, "height": height}, reduced_motion="reduce"
        )
        contexts.append(context)
        cookies = client_of(table.players[seat].user).cookies
        context.add_cookies(
            [{"name": name, "value": one.value, "url": address} for name, one in cookies.items()]
        )
        page = context.new_page()
        if clumsy:
            page.add_init_script(HANDICAP)
        page.goto(address + table.url)
        until(page, "() => document.querySelector('[data-recorder]').dataset.ready === 'yes'")
        if options.lean:
            until(page, "() => document.querySelector('[data-recorder]').dataset.engine", patience=600_000)
        page.evaluate(PAINTED)
        slow(context, page, options.cpu, options.delay)
        phones[seat] = (Clumsy if clumsy else Thumb)(page)
    if options.scribe:
        phones[0].press("take")
        until(phones[0].page, "() => document.querySelector('[data-recorder]').recorder.mine.length === 2")
        phones[1] = phones[0]
    first = lines[0]["value"]
    phones[first].press(f"first:{first}")
    until(phones[first].page, HEARD, 1)
    together(phones, phones[first])
    took = play(lines[1:], phones)
    log = table.clients[0].get(f"{table.url}log.jsonl").content
    source = paper_log(seed, choices)
    equal = acts(log, len(lines)) == acts(source, len(lines) - 1)
    other = source.replace(b'"do":"end"', b'"do":"resolve"', 1)
    thumbs = {id(thumb): thumb for thumb in phones.values()}.values()
    taps = [thumb.page.evaluate("() => window.taps") for thumb in thumbs]
    found = {
        "lines": len(lines) - 1,
        "taps": sum(one["heard"] for one in taps),
        "by_line": [count for thumb in thumbs for _do, count in thumb.by_line],
        "felt": [ms for one in taps for ms in one["felt"]],
        "drawn": [ms for one in taps for ms in one["drawn"]],
        "ack": [seconds * 1000 for seconds in took],
        "bytes": len(log),
        "answers": sum(len(line.get("answers", ())) for line in lines),
        "equal": equal,
        "noticed": acts(log, len(lines)) != acts(other, len(lines) - 1),
    }
    for context in contexts:
        context.close()
    return found


def engine_ready(
    browser: Any, address: str, rate: float, clumsy: bool = False
) -> tuple[float, str, list[float]]:
    """Milliseconds from the start of the page, in a browser that has kept nothing, until its engine answers.

    Then its state, and the milliseconds of its answer to every line of a game, one after the other. ``clumsy``: as the
    control does.
    """
    from tests.browser.recorder_player import until
    from tests.tournaments.recordings.table import Table, client_of

    table = Table()
    table.play(most=LINES)
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_cookies(
        [
            {"name": name, "value": one.value, "url": address}
            for name, one in client_of(table.players[0].user).cookies.items()
        ]
    )
    page, over = context.new_page(), threading.Event()
    if clumsy:
        page.add_init_script(HANDICAP)
    slower = threading.Thread(target=brake, args=(rate, over))
    if rate > 1:
        slower.start()
    try:
        page.goto(address + table.url, timeout=600_000)
        until(
            page,
            "() => Boolean(document.querySelector('[data-recorder]').dataset.engine)",
            patience=600_000,
        )
        ms = page.evaluate("() => performance.now()")
        state = page.evaluate("() => document.querySelector('[data-recorder]').dataset.engine")
        answers = page.evaluate(ANSWERED) if state == "ready" else []
    finally:
        over.set()
        if rate > 1:
            slower.join()
    context.close()
    return ms, state, answers


def everything(browser: Any, address: str, options: argparse.Namespace) -> int:
    """Two phones, a scribe, the engine at each speed; keep the figures. 0 when every log is equal and engine ready."""
    from django.conf import settings

    from x610z_site.offline.bundle import engine_bundle
    from x610z_site.offline.fetch import fetch

    two, one = [], []
    for number in range(options.games):
        options.size, options.scribe = 360, False
        two.append(one_game(browser, address, 3 + 211 * number, options))
        options.size, options.scribe = 820, True
        one.append(one_game(browser, address, 3 + 211 * number, options))
    folder, settings.VAR_DIR = fetch(VAR), VAR
    sent = len(engine_bundle().squeezed) + sum(
        path.stat().st_size for path in folder.iterdir() if path.suffix == ".gz"
    )
    bare = emptiest(browser, options.cpu)
    engines = {rate: engine_ready(browser, address, rate) for rate in (1, 4, 6)}
    games = two + one
    found = control(browser, address, options, engines[1])
    equal, noticed = (sum(game[what] for game in games) for what in ("equal", "noticed"))

    def spread(values: list[float]) -> str:
        return f"{percentile(values, 0.5)}, {percentile(values, 0.99)} ms ({len(values)})"

    def all_of(what: str) -> list[float]:
        return [ms for game in games for ms in game[what]]

    keep(
        "recorder",
        command="python -m benchmarks.recorder --all",
        goals=("T1", "T2", "T3", "T4", "T5", "T6"),
        figures={
            "games, lines; page slowed, network there and back": f"{len(games)}, {sum(g['lines'] for g in games)}; "
            f"{options.cpu:g} times, {options.delay} ms",
            "taps for 150 lines: two phones at 360 pixels": f"{taps_for_150(two):.0f}",
            "taps for 150 lines: a scribe at 820 pixels": f"{taps_for_150(one):.0f}",
            "lines with three taps or fewer": f"{few_taps(games):.1%}",
            "logs that are their game byte for byte": f"{equal} of {len(games)}",
            "bytes of a log, for each line": f"{sum(g['bytes'] for g in games) / sum(g['lines'] for g in games):.0f}",
            "tap until it is seen to be felt: median, p99": spread(all_of("felt")),
            "the same on an empty page with one button: median, p99": spread(bare),
            "tap until all is drawn that follows here: median, p99": spread(all_of("drawn")),
            "last tap of a line until it is acknowledged: median, p99": spread(all_of("ack")),
            "the engine for browsers, as sent, once": f"{sent / 1e6:.1f} MB",
            **{
                f"the engine is ready, nothing kept before, at {rate}x": f"{ms / 1000:.1f} s ({state})"
                for rate, (ms, state, _answers) in engines.items()
            },
            **{
                f"it answers to a line at {rate}x: median, p99": spread(answers)
                for rate, (_ms, _state, answers) in engines.items()
            },
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"one action of the game's own log changed: found in {noticed} of {len(games)}; a thumb that taps "
        f"beside each button first, and everything {LATE} ms late: "
        + "; ".join(f"{what} {said} instead of {usual}" for what, said, usual, _seen in found),
    )
    ready = all(state == "ready" for _ms, state, _answers in engines.values())
    return 0 if ready and equal == noticed == len(games) and all(seen for *_words, seen in found) else 1


def control(
    browser: Any, address: str, options: argparse.Namespace, engine: tuple[float, str, list[float]]
) -> list[tuple[str, str, str, bool]]:
    """What is measured when it is bad on purpose: of what, the figure, the usual one, and whether it shows."""
    short = argparse.Namespace(**{**vars(options), "size": 360, "scribe": False, "lines": 10, "cpu": 1})
    usual, clumsy = (one_game(browser, address, 3, short, bad) for bad in (False, True))
    ready, _state, answers = engine_ready(browser, address, 1, clumsy=True)
    pairs = (
        ("taps", usual["taps"], clumsy["taps"], usual["lines"], ""),
        ("felt", percentile(usual["felt"], 0.5), percentile(clumsy["felt"], 0.5), LATE / 2, " ms"),
        ("engine ready", round(engine[0]), round(ready), LATE, " ms"),
        ("its answer", percentile(engine[2], 0.5), percentile(answers, 0.5), LATE / 2, " ms"),
    )
    return [
        (what, f"{bad}{unit}", f"{good}{unit}", bad >= good + least) for what, good, bad, least, unit in pairs
    ]


def taps_for_150(games: list[dict[str, Any]]) -> float:
    """How many taps 150 lines of these games took."""
    return sum(game["taps"] for game in games) / sum(game["lines"] for game in games) * 150


def few_taps(games: list[dict[str, Any]]) -> float:
    """The share of lines that took at most three taps."""
    counts = [count for game in games for count in game["by_line"]]
    return sum(count <= 3 for count in counts) / max(1, len(counts))


def main() -> int:
    """Play the games, print a line for each and one for all; fail when a log differs from its game."""
    parser = argparse.ArgumentParser(description="taps and speed of the recording screen")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--size", type=int, default=360, choices=(360, 820))
    parser.add_argument("--cpu", type=float, default=4)
    parser.add_argument("--delay", type=int, default=300)
    parser.add_argument("--scribe", action="store_true")
    parser.add_argument("--lean", action="store_true")
    parser.add_argument("--engine", action="store_true")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        address = site(Path(name), options.engine or options.lean)
        from playwright.sync_api import sync_playwright

        with sync_playwright() as play:
            flags = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
            if options.all:
                return everything(browser, address, options)
            if options.engine:
                ms, state, answers = engine_ready(browser, address, options.cpu)
                print(f"engine in the browser at {options.cpu:g}x: {state} after {ms:.0f} ms")
                print(f"a line: p50 {percentile(answers, 0.5)} ms, p99 {percentile(answers, 0.99)} ms")
                browser.close()
                return 0 if state == "ready" else 1
            games = [one_game(browser, address, 3 + 211 * number, options) for number in range(options.games)]
            floor = emptiest(browser, options.cpu)
            browser.close()
    for number, game in enumerate(games):
        print(
            f"game {number}: {game['lines']} lines, {game['taps']} taps, {game['bytes']} bytes,"
            f" equal to the game: {game['equal']}"
        )
    by_line = Counter(count for game in games for count in game["by_line"])
    felt, drawn, acks = ([ms for game in games for ms in game[what]] for what in ("felt", "drawn", "ack"))
    print(
        f"{taps_for_150(games):.0f} taps for 150 lines; {few_taps(games):.1%} of lines with 3 taps or fewer;"
        f" {dict(by_line)}"
    )
    for what, values in (
        ("tap to paint", felt),
        ("the same on an empty page with one button", floor),
        ("tap to everything drawn", drawn),
        ("last tap to acknowledged", acks),
    ):
        print(
            f"{what}: p50 {percentile(values, 0.5)} ms, p99 {percentile(values, 0.99)} ms, {len(values)} times"
        )
    return 0 if all(game["equal"] for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
