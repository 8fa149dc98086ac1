"""Pages of a browser made slow, and what a tap takes on the emptiest of them."""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

EMPTY = """<!doctype html><meta name="viewport" content="width=device-width">
<style>button { padding: 2rem } .felt { outline: 3px solid }</style><button>Tap</button>"""
MARKED = """() => {
  const button = document.querySelector("button");
  window.felt = [];
  button.addEventListener("pointerdown", (event) => {
    button.classList.add("felt");
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.felt.push(performance.now() - event.timeStamp);
        setTimeout(() => button.classList.remove("felt"), 20);
      };
      port2.postMessage(0);
    });
  });
}"""


def emptiest(browser: Any, cpu: float, taps: int = 200) -> list[float]:
    """Milliseconds from a tap to the frame that marks it, on a page with one button: the browser's own share."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page = context.new_page()
    page.set_content(EMPTY)
    page.evaluate(MARKED)
    slow(context, page, cpu)
    for _tap in range(taps):
        page.click("button")
        page.wait_for_timeout(60)
    found: list[float] = page.evaluate("() => window.felt")
    context.close()
    return found


def slow(context: Any, page: Any, cpu: float, delay: int = 0) -> None:
    """Let a page run so many times slower, its network so many milliseconds there and back."""
    session = context.new_cdp_session(page)
    if cpu > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    if delay:
        session.send("Network.enable")
        rate = 10_000_000 / 8
        limits = {
            "offline": False,
            "latency": delay,
            "downloadThroughput": rate,
            "uploadThroughput": rate,
        }
        session.send("Network.emulateNetworkConditions", limits)


def renderers() -> list[int]:
    """The processes in which pages of browsers run that this program started."""
    found, mine = [], {os.getpid()}
    rows = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            rows.append((int(folder.name), parent, (folder / "cmdline").read_bytes()))
        except (OSError, IndexError, ValueError):
            continue  # it has ended meanwhile
    for _generation in range(6):
        mine |= {pid for pid, parent, _words in rows if parent in mine}
    found = [pid for pid, _parent, words in rows if pid in mine and b"--type=renderer" in words]
    return found


SLICE = 0.001
"""Seconds that a braked process runs at a time: one that stands still for longer than an answer takes adds itself."""


def brake(rate: float, over: threading.Event) -> None:
    """Let every page's process run only one part of so many of the time, until it is over."""
    while not over.is_set():
        pids = renderers()
        for _slice in range(200):
            for sign, share in ((signal.SIGSTOP, rate - 1), (signal.SIGCONT, 1)):
                for pid in pids:
                    try:
                        os.kill(pid, sign)
                    except ProcessLookupError:
                        continue
                time.sleep(SLICE * share)
