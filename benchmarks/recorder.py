"""Taps and speed of the recording screen: real logs played through the page by tapping, compared with their source.

    python -m benchmarks.recorder [--games 3] [--lines 150] [--size 360] [--cpu 4] [--delay 300] [--scribe]

Random games are played by two phones (or one scribe) in headless Chromium on a site of its own: taps are counted, the
time from the last tap of a line to its paint and to its acknowledgement is taken, and the log that the site compiled
is compared with the game byte for byte, but for the numbers of lines. The games are generated without chance that
nobody wrote down. `--cpu` slows the page, `--delay` the network (milliseconds there and back).
"""

import argparse
import json
import os
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PAINTED = """() => {
  const root = document.querySelector("[data-recorder]"), { recorder } = root;
  window.taps = [];
  let tapped = 0;
  addEventListener("pointerdown", () => { tapped = performance.now(); }, true);
  const draw = recorder.draw.bind(recorder);
  recorder.draw = () => {
    draw();
    const since = tapped;
    tapped = 0;
    if (since) requestAnimationFrame(() => requestAnimationFrame(() => window.taps.push(performance.now() - since)));
  };
}"""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


def site(folder: Path) -> str:
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

    cards_load_packaged()
    server = make_server("127.0.0.1", 0, StaticFilesHandler(get_wsgi_application()), _Server, _Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of all lies, in whole milliseconds."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))]) if values else 0


def bare(line: dict[str, Any]) -> bytes:
    """A line as it is compared: without its number."""
    return json.dumps({name: value for name, value in line.items() if name != "n"}, sort_keys=True).encode()


def one_game(browser: Any, address: str, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    """Play one game through the page and say what it took."""
    from tests.browser.recorder_player import HEARD, Thumb, lines_of, play, together, until
    from tests.tournaments.recordings.table import Table, client_of, paper_game

    table, lines = Table(mode="scribe" if options.scribe else "two_phones"), paper_game(seed)
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
        page.goto(address + table.url)
        until(page, "() => document.querySelector('[data-recorder]').dataset.ready === 'yes'")
        page.evaluate(PAINTED)
        slow(context, page, options)
        phones[seat] = Thumb(page)
    if options.scribe:
        phones[0].press("take")
        until(phones[0].page, "() => document.querySelector('[data-recorder]').recorder.mine.length === 2")
        phones[1] = phones[0]
    first = lines[0]["value"]
    phones[first].press(f"first:{first}")
    until(phones[first].page, HEARD, 1)
    together(phones, phones[first])
    acks = play(lines[1:], phones)
    log = table.clients[0].get(f"{table.url}log.jsonl").content
    equal = [bare(line) for line in lines_of(log)] == [bare(line) for line in lines[1:]]
    thumbs = {id(thumb): thumb for thumb in phones.values()}.values()
    paints = [ms for thumb in thumbs for ms in thumb.page.evaluate("() => window.taps")]
    found = {
        "lines": len(lines) - 1,
        "taps": sum(thumb.taps for thumb in thumbs),
        "by_line": [count for thumb in thumbs for _do, count in thumb.by_line],
        "paint": paints,
        "ack": [seconds * 1000 for seconds in acks],
        "equal": equal,
    }
    for context in contexts:
        context.close()
    return found


def slow(context: Any, page: Any, options: argparse.Namespace) -> None:
    """Slow the page and its network down as asked."""
    session = context.new_cdp_session(page)
    if options.cpu > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.cpu})
    if options.delay:
        session.send("Network.enable")
        rate = 10_000_000 / 8
        limits = {
            "offline": False,
            "latency": options.delay,
            "downloadThroughput": rate,
            "uploadThroughput": rate,
        }
        session.send("Network.emulateNetworkConditions", limits)


def main() -> int:
    """Play the games, print a line for each and one for all; fail when a log differs from its game."""
    parser = argparse.ArgumentParser(description="taps and speed of the recording screen")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--lines", type=int, default=150)
    parser.add_argument("--size", type=int, default=360, choices=(360, 820))
    parser.add_argument("--cpu", type=float, default=4)
    parser.add_argument("--delay", type=int, default=300)
    parser.add_argument("--scribe", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        address = site(Path(name))
        from playwright.sync_api import sync_playwright

        with sync_playwright() as play:
            flags = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
            games = [one_game(browser, address, 3 + 211 * number, options) for number in range(options.games)]
            browser.close()
    for number, game in enumerate(games):
        print(f"game {number}: {game['lines']} lines, {game['taps']} taps, log equal: {game['equal']}")
    lines, taps = sum(game["lines"] for game in games), sum(game["taps"] for game in games)
    by_line = Counter(count for game in games for count in game["by_line"])
    few = sum(times for count, times in by_line.items() if count <= 3) / max(1, by_line.total())
    paints, acks = ([ms for game in games for ms in game[what]] for what in ("paint", "ack"))
    print(
        f"{taps / lines * 150:.0f} taps for 150 lines; {few:.1%} of lines with 3 taps or fewer; {dict(by_line)}"
    )
    for what, values in (("tap to paint", paints), ("last tap to acknowledged", acks)):
        print(
            f"{what}: p50 {percentile(values, 0.5)} ms, p99 {percentile(values, 0.99)} ms, {len(values)} times"
        )
    return 0 if all(game["equal"] for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
