"""The pages with a hole: a process keeps so many bytes of every request (LEAK). The control of ``benchmarks.soak``."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from x610z_site.front_door import FrontDoor, load
from x610z_site.wsgi import application

KEPT: list[bytes] = []


def leaking(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer as the pages do, and keep what nobody needs."""
    KEPT.append(os.urandom(int(os.environ["LEAK"])))
    found: Iterable[bytes] = application(environ, start_response)
    return found


load()
door = FrontDoor(leaking)
