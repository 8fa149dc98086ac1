"""Uploads that never end, dribble or are far too large: they cost the site a little memory and nobody a page.

Real sockets against a real granian: what stops a site is what a test client never does.
"""

import ast
import asyncio
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests import patience
from tests.patience import HANG
from x610z_site.body_limit import LARGEST_BODY
from x610z_site.front_door import APART, FrontDoor
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import answers, free_port


@contextmanager
def granian(target: str, **environment: str) -> Iterator[int]:
    """The port of a granian as `./run` starts it, one worker."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "rsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    options = ["--workers", "1", "--backlog", "4096", "--http1-header-read-timeout", "2000", "--no-ws"]
    options += ["--log-level", "warning", "--workers-kill-timeout", "3", target]
    process = subprocess.Popen([*command, *options], cwd=ROOT, env={**os.environ, **environment})
    try:
        assert (
            patience.wait_until(lambda: process.poll() is not None or answers(port))
            and process.poll() is None
        )
        yield port
    finally:
        process.terminate()
        process.wait(HANG)


@pytest.fixture(scope="module")
def door() -> Iterator[int]:
    """The port of the small application behind a door with short limits."""
    with granian("tests.site.slow_pages:door") as port:
        yield port


@pytest.fixture(scope="module")
def patient_door() -> Iterator[int]:
    """The same without limits of time: what it holds stays held until the sender goes."""
    with granian("tests.site.slow_pages:door", PATIENT_DOOR="1") as port:
        yield port


def opened(port: int, text: bytes) -> socket.socket:
    """A connection on which so much was sent."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=HANG)
    connection.sendall(text)
    return connection


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and the rest of the answer; 0 when the connection ended without one."""
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
    except OSError:
        pass
    return (int(said.split(b" ", 2)[1]), said) if said.startswith(b"HTTP/") else (0, said)


def post(length: int | str, *more: str, path: str = "/") -> bytes:
    """The head of a POST."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Connection: close", *more]
    if length != "":
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def ask(port: int, path: str = "/", *more: str) -> tuple[int, dict[str, Any]]:
    """A GET and what the small application said."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *more]
    with opened(port, ("\r\n".join(lines) + "\r\n\r\n").encode()) as connection:
        status, said = answer(connection)
    return status, ast.literal_eval(said.split(b"\r\n\r\n", 1)[1].decode()) if status == 200 else {}


def test_a_request_arrives_as_it_was_sent(patient_door: int) -> None:
    headers = ("Cookie: a=1", "Cookie: b=2", "X_Forwarded_Proto: https")
    status, said = ask(patient_door, "/caf%C3%A9/a%2Fb?q=%20x", *headers)
    assert status == 200
    assert (said["method"], said["path"], said["query"]) == ("GET", "/caf\u00c3\u00a9/a/b", "q=%20x")
    assert said["cookie"] == "a=1; b=2"
    assert said["address"] == "127.0.0.1"
    assert said["scheme"] is None  # a header with underscores must not pass for the proxy's


def test_bodies_with_a_length_and_in_chunks_are_read_whole(patient_door: int) -> None:
    with opened(patient_door, post(70_000) + b"x" * 70_000) as connection:
        status, said = answer(connection)
    assert status == 200
    assert b"'claimed': '70000', 'read': 70000" in said
    assert said.count(b"set-cookie") == 2
    chunks = b"".join(b"4\r\nabcd\r\n" for _number in range(10)) + b"0\r\n\r\n"
    with opened(patient_door, post("", "Transfer-Encoding: chunked") + chunks) as connection:
        assert b"'claimed': '40', 'read': 40" in answer(connection)[1]


def wait_until(port: int, **wanted: int) -> None:
    """Until the small application says so; a test that waits in vain ends by its own limit of time."""
    while {name: ask(port)[1].get(name) for name in wanted} != wanted:
        time.sleep(0.05)


def test_twenty_half_sent_uploads_keep_nobody_waiting(patient_door: int) -> None:
    with ExitStack() as stack:
        for _number in range(20):
            stack.enter_context(opened(patient_door, post(5000) + b"x"))
        wait_until(patient_door, reading=20)  # ten times as many as there are threads
        assert ask(patient_door, "/slow/")[0] == 200  # and the page came all the same
    wait_until(patient_door, reading=0)


def test_half_sent_uploads_are_ended(door: int) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(opened(door, post(5000) + b"x")) for _number in range(20)]
        assert [answer(connection)[0] for connection in idle] == [408] * 20
    wait_until(door, held=0)


def test_a_sender_that_drips_is_ended_too(door: int) -> None:
    with opened(door, post(5000) + b"x") as connection:
        for _number in range(7):
            time.sleep(0.6)  # never a pause as long as the limit
            try:
                connection.sendall(b"x")
            except OSError:
                break
        assert answer(connection)[0] in (408, 0)
    wait_until(door, held=0, reading=0)


def test_more_uploads_at_once_than_the_limit_are_told_to_come_again(patient_door: int) -> None:
    with ExitStack() as stack:
        for _number in range(40):
            stack.enter_context(opened(patient_door, post(5000) + b"x"))
        wait_until(patient_door, reading=40)
        with opened(patient_door, post(5) + b"x") as one_more:
            status, said = answer(one_more)
    assert status == 503
    assert b"retry-after: 5" in said
    wait_until(patient_door, reading=0)


def test_bodies_may_hold_only_so_much_memory(patient_door: int) -> None:
    with ExitStack() as stack:
        for _number in range(3):
            stack.enter_context(opened(patient_door, post(1_000_000) + b"x" * 990_000))
        wait_until(patient_door, held=2_970_000)
        with opened(patient_door, post(100_000) + b"x" * 100_000) as one_more:
            assert answer(one_more)[0] in (503, 0)
    wait_until(patient_door, held=0)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_not_read(patient_door: int, chunked: bool) -> None:
    if chunked:
        text = post("", "Transfer-Encoding: chunked") + b"80000\r\n" + b"x" * 0x80000 + b"\r\n"
        text += b"80000\r\n" + b"x" * 0x80000 + b"\r\n"
    else:
        text = post(300_000_000)
    with opened(patient_door, text) as connection:
        status, said = answer(connection)
    # The pages are asked with the size alone, so that they can say it in the reader's language.
    assert status == 200
    assert b"'read': 0" in said
    claimed = re.search(rb"'claimed': '(\d+)'", said)
    assert claimed is not None
    # In chunks it is what had come when it was too much; how they are cut on the way is the network's.
    assert int(claimed[1]) > 1_000_000 if chunked else claimed[1] == b"300000000"


def test_a_body_that_ends_early_is_never_taken_for_whole(patient_door: int) -> None:
    with opened(patient_door, post(5000) + b"x" * 10) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert answer(connection)[0] in (400, 0)
    wait_until(patient_door, held=0)


def test_half_a_head_is_ended(door: int) -> None:
    with opened(door, b"POST / HTTP/1.1\r\nHost: local") as connection:
        assert answer(connection)[0] in (
            408,
            0,
        )  # if it were not, this would wait for it as for anything that hangs


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(3600)
def test_the_site_itself_answers_beside_forty_half_sent_uploads_and_reads_no_giant(tmp_path: Any) -> None:
    from tests.conftest import database_url

    environment = {
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
        "DATABASE_URL": database_url(),
        "X610Z_ROLE": "web",
        "X610Z_VAR": str(tmp_path),
    }
    with granian("x610z_site.front_door:door", **environment) as port, ExitStack() as stack:
        for _number in range(40):
            stack.enter_context(opened(port, post(5000, path="/sign-in/") + b"x"))
        for path in ("/healthz/", "/", "/sign-in/"):
            with opened(
                port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            ) as page:
                assert answer(page)[0] == 200
        with opened(port, post(300_000_000, "Accept-Language: nl", path="/sign-in/")) as giant:
            status, said = answer(giant)
        assert status == 413
        assert b"Dit is te groot" in said
        with opened(port, post(4, path="/sign-in/") + b"a=b&") as short:
            assert answer(short)[0] == 403  # no token: the check of the form works on what the door has read


@pytest.mark.django_db
@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 300_000_000, 10**30])
def test_the_announced_size_alone_is_refused_before_anything_reads(client: Client, size: int) -> None:
    class Unread:
        """A body that fails when it is read."""

        def read(self, *_args: Any) -> bytes:
            raise AssertionError("the body was read")

        readline = read

    strict = Client(enforce_csrf_checks=True)
    answer = strict.generic(
        "POST",
        "/sign-in/",
        b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(size),
        **{"wsgi.input": Unread()},
    )
    assert answer.status_code == 413
    assert b"at most 6 MB" in answer.content
    assert client.post("/theme/", {"theme": "dark"}).status_code == 302


def test_life_and_health_are_answered_while_every_thread_of_the_pages_waits() -> None:
    gate, answered = threading.Event(), []

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        if environ["PATH_INFO"] not in APART:
            gate.wait(HANG)
        start("200 OK", [])
        return [b""]

    def asked(path: str) -> Any:
        words = dict.fromkeys(("method", "query_string", "scheme"), "") | {
            "http_version": "1.1",
            "path": path,
        }
        scope: Any = SimpleNamespace(**words, server="h:1", client="c:1", headers={})
        protocol = SimpleNamespace(response_bytes=lambda *_answer: answered.append(path))
        return front.__rsgi__(scope, protocol)

    front = FrontDoor(application, threads=1)

    async def moment() -> None:
        pages = [asyncio.create_task(asked(path)) for path in ("/one/", "/two/")]
        for path in APART:
            await asyncio.wait_for(asked(path), HANG)
        assert answered == list(APART), "the control: pages wait"
        gate.set()
        await asyncio.gather(*pages)

    with ThreadPoolExecutor(1) as elsewhere:  # a browser of an earlier test has a loop in this thread
        elsewhere.submit(asyncio.run, moment()).result(HANG)
    assert sorted(answered[len(APART) :]) == ["/one/", "/two/"]


def test_what_requests_leave_behind_is_looked_through_soon_in_a_process_of_pages() -> None:
    """And not when a quarter as much has gathered as the whole site is made of: that process grows meanwhile."""
    program = (
        "import gc, sys\n"
        "if sys.argv[1] == 'settled':\n"
        "    from x610z_site.front_door import door\n"
        "else:\n"
        "    from x610z_site.wsgi import application\n"
        "    from django.urls import get_resolver\n"
        "    get_resolver().reverse_dict\n"
        "    gc.collect()\n"
        "before = gc.get_stats()[2]['collections']\n"
        "for _ in range(200_000):\n"
        "    left = []\n"
        "    left.append(left)\n"
        "print(gc.get_freeze_count(), gc.get_stats()[2]['collections'] - before)\n"
    )
    variables = {**os.environ, "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test", "X610Z_ROLE": "web"}
    said = {}
    for kind in ("settled", "as it was"):
        done = subprocess.run(
            [sys.executable, "-c", program, kind],
            cwd=ROOT,
            env=variables,
            capture_output=True,
            text=True,
            check=True,
        )
        said[kind] = [int(word) for word in done.stdout.split()]
    apart, looked = said["settled"]
    assert apart > 100_000 and looked > 0
    assert said["as it was"] == [0, 0], "the control: nothing is set apart, and nothing was looked through"
