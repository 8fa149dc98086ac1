"""A small application behind the front door with small limits, for the tests of the door."""

import os
import time
from collections.abc import Callable, Iterable
from typing import Any

from x610z_site.front_door import FrontDoor, Limits


def pages(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Say what came: method, path, query, length of the body, some headers."""
    if environ["PATH_INFO"] == "/slow/":
        time.sleep(0.3)
    body = environ["wsgi.input"].read()
    said = {
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"],
        "query": environ["QUERY_STRING"],
        "claimed": environ.get("CONTENT_LENGTH"),
        "read": len(body),
        "cookie": environ.get("HTTP_COOKIE"),
        "scheme": environ.get("HTTP_X_FORWARDED_PROTO"),
        "address": environ["REMOTE_ADDR"],
        "held": door.held - len(body),
        "reading": door.reading,
    }
    start("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
    return [repr(said).encode()]


# The tests that count what is held at one moment need a door that ends nobody meanwhile, however slow the machine.
PATIENT = os.environ.get("PATIENT_DOOR") == "1"
door = FrontDoor(
    pages,
    limits=Limits(
        body=1_000_000,
        pause=600.0 if PATIENT else 1.0,
        whole=600.0 if PATIENT else 3.0,
        at_once=40,
        held=3_000_000,
    ),
    threads=2,
)
