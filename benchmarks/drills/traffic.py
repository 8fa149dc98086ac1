"""Phones that go on asking and reporting while nodes are replaced or killed under them.

Each thread is a proxy with some phones behind it: it goes round the nodes, and passes to the next one what a node does
not take (as nginx does, ``proxy_next_upstream``). A report that was cut off is sent again with its key, as the phone
does. What counts as failed is an answer that a person would see as an error, or none at all.
"""

import http.client
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from benchmarks.drills import site

VERSION = re.compile(r'name="(version)"\s+value="(\d+)"')
REFUSED = re.compile(r'<[^>]*role="alert"[^>]*>\s*([^<]+)')
"""Where a page says why it took nothing."""
PATIENCE = 60.0
"""Seconds after which a phone gives up and shows an error."""


@dataclass
class Traffic:
    """``ports``: the nodes, which may change while it runs. Use it as a context; the counts stay afterwards."""

    slug: str
    phones: Sequence[dict[str, Any]]
    ports: list[int]
    threads: int = 3
    pause: float = 0.05
    answered: int = 0
    failed: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    longest: float = 0.0
    again: int = 0

    def __enter__(self) -> "Traffic":
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._running = [threading.Thread(target=self._work, args=(n,)) for n in range(self.threads)]
        for one in self._running:
            one.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        for one in self._running:
            one.join()

    def _work(self, thread: int) -> None:
        mine = self.phones[thread :: self.threads]
        for number in count():
            if self._stopping.is_set():
                return
            phone = mine[number % len(mine)]
            self._request(number, f"/t/{self.slug}/standings/")
            page = self._request(number, f"/t/{self.slug}/me/", session=phone["session"])
            key = f"drill-{thread}-{number}"
            form = {"first": "2", "second": str(number // len(mine) % 2), "idempotency_key": key}
            form["match"] = str(phone["match"])
            form |= VERSION.findall(page or "")[
                :1
            ]  # of the page before; a form without it may not change a report
            if self._request(number, f"/t/{self.slug}/me/", session=phone["session"], form=form) is not None:
                with self._lock:
                    self.acknowledged.append(key)
            time.sleep(self.pause)

    def _request(self, number: int, path: str, **more: Any) -> str | None:
        """Ask until a node answers, or until the phone's patience ends; the page, or None if it was no good one."""
        begun = time.monotonic()
        said = "no node took it"
        for step in count():
            ports = self.ports
            try:
                status, body = site.ask(ports[(number + step) % len(ports)], path, **more)
            except (OSError, http.client.HTTPException) as error:
                said = type(error).__name__
            else:
                if status < 400:
                    break
                said = f"{status} {' '.join(REFUSED.findall(body)) or body[:60]!r}"
                if status not in (502, 503, 504):
                    return self._failed(path, said)
            if time.monotonic() - begun > PATIENCE:
                return self._failed(path, said)
            with self._lock:
                self.again += 1
            time.sleep(0.05)
        with self._lock:
            self.answered += 1
            self.longest = max(self.longest, time.monotonic() - begun)
        return body

    def _failed(self, path: str, said: str) -> None:
        with self._lock:
            self.failed.append(f"{path}: {said}")
