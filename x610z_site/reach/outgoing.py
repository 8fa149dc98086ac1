"""Requests this site makes to addresses that people typed: never to the inside, never where they were led.

The name is resolved here, every address it has must be a public one, and the connection goes to exactly the address
that was looked at: a name that answers differently a moment later (rebinding) changes nothing. Redirects are not
followed, little is read, and nothing waits long. The list of addresses below does not rest on ``is_global`` alone:
Python calls addresses public that carry an inner one inside (NAT64, 6to4, Teredo, mapped and compatible IPv4).
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 5
DEADLINE = 10
"""Seconds for the whole exchange after the connection; with it a task stays below its own limit."""
MOST_READ = 2_000
LONGEST = 3_600.0
"""So many seconds at the most are waited because the other side says so."""
PORTS = (443, 8443)
NEVER = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "224.0.0.0/3",
        "::/96",
        "::ffff:0:0/96",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
)
Resolve = Callable[[str, int], list[str]]


class RefusedTarget(Exception):
    """The address is none that this site sends to."""


@dataclass(frozen=True)
class Answered:
    """What the other side said: its status, of its words what was asked for, where it leads, when to come again."""

    status: int
    body: bytes = b""
    place: str = ""
    again_after: float = 0.0


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if not address.is_global or address.is_multicast or address.is_reserved or "%" in text:
        return False
    return not any(address.version == net.version and address in net for net in NEVER)


def refused_target(url: str) -> str:
    """Why nothing is ever sent to this address, whatever its name resolves to; empty when it may be tried."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "address"
    if not url.isascii() or not url.isprintable() or any(char in url for char in ' \\"<>^`{|}'):
        return "address"
    allowed = ("https", "http") if settings.OUTGOING_INSIDE else ("https",)
    if parts.scheme not in allowed or not parts.hostname or len(parts.hostname) > 253:
        return "address"
    if parts.username is not None or parts.password is not None or parts.fragment:
        return "address"
    if settings.OUTGOING_INSIDE:
        return ""
    if port not in (None, *PORTS):
        return "port"
    return _refused_host(parts.hostname)


def _refused_host(host: str) -> str:
    """A host is a name with a dot whose last part is no number, or a public address in its usual writing."""
    try:
        return "" if is_public(str(ipaddress.ip_address(host))) else "inside"
    except ValueError:
        pass
    last = host.rstrip(".").rpartition(".")[2]
    if "." not in host.rstrip(".") or last.isdigit() or last.startswith("0x"):
        return (
            "inside"  # 127.1, 0x7f.1, 2130706433: other ways to write an address, and names of the inner net
        )
    return "inside" if last in ("local", "localhost", "internal", "intranet", "lan", "home", "arpa") else ""


def resolved(host: str, port: int) -> list[str]:
    """Every address of a name, as the system resolves it."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


def target_of(url: str, resolve: Resolve = resolved) -> tuple[SplitResult, str, int]:
    """The parts of an address, and the one address and port to connect to; raises RefusedTarget, OSError."""
    if why := refused_target(url):
        raise RefusedTarget(why)
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        addresses = resolve(parts.hostname or "", port)
    except UnicodeError as error:
        raise RefusedTarget("address") from error
    if not addresses:
        raise OSError("the name has no address")
    if not settings.OUTGOING_INSIDE and not all(is_public(one) for one in addresses):
        raise RefusedTarget(
            "inside"
        )  # one inner address among them is enough: it may be the one that is taken
    return parts, addresses[0], port


def _connected(parts: SplitResult, address: str, port: int) -> http.client.HTTPConnection:
    """A connection to this very address; over https it must still show the certificate of the name."""
    connection = http.client.HTTPConnection(parts.hostname or "", port, timeout=SECONDS)
    connection.sock = socket.create_connection((address, port), SECONDS)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(
            connection.sock, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    return connection


def _cut(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    """End an exchange that takes too long, whatever it waits for."""
    late.set()
    with contextlib.suppress(OSError, AttributeError):
        socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    resolve: Resolve = resolved,
    within: float | None = None,
) -> Answered:
    """Send a body; as :func:`ask`."""
    return ask("POST", url, body, headers, resolve, within)


def ask(
    method: str,
    url: str,
    body: bytes | None,
    headers: dict[str, str],
    resolve: Resolve = resolved,
    within: float | None = None,
    most: int = MOST_READ,
) -> Answered:
    """One request; raises RefusedTarget, or OSError and HTTPException when nobody answers as they should.

    The whole exchange has a deadline, ``within`` or :data:`DEADLINE` seconds: one who sends a byte every few seconds is
    cut off as well. No more than ``most`` bytes of the answer are read.
    """
    parts, address, port = target_of(url, resolve)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = _connected(parts, address, port)
    late = threading.Event()
    deadline = threading.Timer(within or DEADLINE, _cut, [connection, late])
    deadline.daemon = True
    deadline.start()
    try:
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        host = parts.netloc if (parts.port or port) not in (80, 443) else parts.hostname or ""
        sent = {"Host": host, "User-Agent": "X610Z-Organized-Play", "Connection": "close", **headers}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        said = answer.read(most)
        if late.is_set():
            raise TimeoutError("no whole answer in time")  # half a line of it may look like an answer
        return Answered(
            answer.status,
            said,
            answer.headers.get("Location", ""),
            _seconds(answer.headers.get("Retry-After")),
        )
    finally:
        deadline.cancel()
        connection.close()


def _seconds(text: str | None) -> float:
    """What Retry-After says in seconds (RFC 9110, and fractions of them); 0 for a date or nonsense."""
    try:
        seconds = float(text or 0)
    except ValueError:
        return 0.0
    return min(seconds, LONGEST) if seconds > 0 else 0.0  # nan is not greater than anything
