"""What the site sends to addresses that people typed goes to the open internet and nowhere else."""

import contextlib
import http.client
import http.server
import itertools
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.patience import HANG
from x610z_site.reach.outgoing import RefusedTarget, is_public, post, refused_target, target_of

HOSTILE = [
    "http://example.org/",
    "https://user@example.org/",
    "https://user:pw@example.org/",
    "https://example.org:22/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "https:///",
    "https://localhost/",
    "https://localhost./",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.1/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://0.0.0.0/",
    "https://0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/",
    "https://100.64.0.1/",
    "https://192.0.0.8/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fc00::1]/",
    "https://[fd12::1]/",
    "https://[ff02::1]/",
    "https://[fec0::1]/",
    "https://printer.local/",
    "https://db.internal/",
    "https://router.lan/",
    "https://intranet/",
    "https://user@127.0.0.1/",
    "https://example.org\\@127.0.0.1/",
    "https://exa",
    "mple.org/",
    "https://example.org/#x",
    "https://127.0.0.1.:443/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://example.org:99999/",
    "https://[::1",
]


def test_there_are_many_of_them() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize(
    "url", [*HOSTILE, "https://example.org/ x", "https://exam ple.org/", "https://bücher.example/"]
)
def test_a_hostile_address_is_refused_before_anything_is_resolved(url: str) -> None:
    def never(host: str, port: int) -> list[str]:
        raise AssertionError(f"{host} was resolved")

    with pytest.raises(RefusedTarget):
        target_of(url, never)


@pytest.mark.parametrize(
    "url", ["https://example.org/hook", "https://example.org:8443/x?y=z", "https://93.184.215.14/"]
)
def test_an_ordinary_address_may_be_tried(url: str) -> None:
    assert refused_target(url) == ""


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["93.184.215.14", "10.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["192.0.0.8"],
        ["fe80::1%eth0"],
        ["nonsense"],
    ],
)
def test_a_name_with_one_inner_address_is_refused(addresses: list[str]) -> None:
    with pytest.raises(RefusedTarget):
        target_of("https://example.org/", lambda host, port: addresses)


def test_public_addresses_of_both_kinds_are_public() -> None:
    assert is_public("93.184.215.14") and is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


class Listener:
    """A server on this machine that counts who comes."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.location, self.retry_after = 200, "", ""
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Notes what arrives."""

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                outer.seen.append(
                    (self.path, {key.lower(): value for key, value in self.headers.items()}, body)
                )
                self.send_response(outer.status)
                if outer.location:
                    self.send_header("Location", outer.location)
                if outer.retry_after:
                    self.send_header("Retry-After", outer.retry_after)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # the name in the library
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self.thread.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook"

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def listener() -> Iterator[Listener]:
    """One for a test."""
    one = Listener()
    yield one
    one.close()


def test_nothing_reaches_this_machine_though_a_name_leads_here(listener: Listener) -> None:
    """A name that answered with a public address while it was looked at is connected to at that address alone."""
    port = listener.server.server_address[1]
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    parts, address, _port = target_of("https://rebinding.example.org/", lambda host, port: next(answers))
    assert (parts.hostname, address) == ("rebinding.example.org", "93.184.215.14")
    for url in (f"https://127.0.0.1:{port}/", f"https://localhost:{port}/", f"http://127.0.0.1:{port}/"):
        with pytest.raises(RefusedTarget):
            post(url, b"", {})
    assert listener.seen == []


def test_the_connection_goes_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def connect(address: Any, timeout: float) -> None:
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        post("https://rebinding.example.org/", b"", {}, resolve=lambda host, port: ["93.184.215.14"])
    assert asked == [("93.184.215.14", 443)]


def test_a_redirect_is_not_followed(listener: Listener, settings: Any) -> None:
    settings.OUTGOING_INSIDE = True
    listener.status, listener.location = 302, listener.url + "/elsewhere"
    assert post(listener.url, b"x", {}).status == 302
    assert [path for path, _headers, _body in listener.seen] == ["/hook"]


def test_one_who_drips_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte every so often keeps every single read alive; the whole exchange has an end all the same."""
    settings.OUTGOING_INSIDE = True
    monkeypatch.setattr("x610z_site.reach.outgoing.DEADLINE", 0.3)
    server = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def drip() -> None:
        caller, _address = server.accept()
        with caller:
            caller.recv(10_000)
            with contextlib.suppress(OSError):
                for letter in itertools.cycle(b"HTTP/1.1 200 OK X-Long: "):
                    caller.send(bytes([letter]))
                    if over.wait(0.02):
                        return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    try:
        with pytest.raises((OSError, http.client.HTTPException)):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"x", {})
    finally:
        over.set()
        thread.join(HANG)
        server.close()
    assert not thread.is_alive()
