"""A page server whose workers end at a set moment, as SIGKILL ends them; its head starts the next one at once.

    python -m tests.tournaments.recordings.mortal_server serve PORT FATE:NUMBER...
    python -m tests.tournaments.recordings.mortal_server replay LOG

Each FATE is one life, and NUMBER the write of it that it ends with: ``within`` after the rows are written and before
they are committed, ``after`` when they are committed and before the answer leaves. ``promise`` is a server that breaks
its word, for the control: it answers first, would store later, and ends before that. The last life goes on. ``replay``
is a worker that is ended while it replays a log.
"""

import faulthandler
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from socketserver import ThreadingMixIn
from threading import Event
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import django
from django.db import transaction

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def die() -> None:
    """What a power cut, the kernel short of memory or `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def doomed(application: Application, fate: str, number: int) -> Application:
    """The application of a process that ends with its so-manieth write."""
    from ledger import commands
    from tournaments.recordings import journal_services

    writes, keep, append = count(1), journal_services.keep, commands.append
    promised, dying = Event(), Event()

    def last_words(*args: Any) -> None:
        if next(writes) != number:
            keep(*args)
        elif fate == "promise":
            promised.set()
        else:
            keep(*args)
            dying.set() if fate == "within" else transaction.on_commit(die)

    def written(*args: Any) -> None:
        append(*args)
        if dying.is_set():  # everything is sent, and nothing is committed
            die()

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        said = application(environ, start)
        return Promise(said) if promised.is_set() else said

    journal_services.keep = last_words  # type: ignore[assignment]
    commands.append = written
    return answer


class Promise:
    """An answer after which the process ends."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.parts = b"".join(parts)

    def __iter__(self) -> Iterator[bytes]:
        yield self.parts

    def close(self) -> None:
        """Called when everything was sent."""
        die()


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.getsockname(), _Quiet, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.server_name, self.server_port = listening.getsockname()
        self.setup_environ()


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


def live(descriptor: int, fate: str, number: int) -> None:
    """One life of the server, from the moment it is told to begin."""
    faulthandler.enable()
    from x610z_site.wsgi import application

    if not sys.stdin.readline():
        return
    server = _Server(socket.socket(fileno=descriptor))
    server.set_app(doomed(application, fate, number) if number else application)
    server.serve_forever()


def serve(port: int, fates: list[str]) -> None:
    """Every life after the other; all are born at once, for being born takes long, and each waits for its turn."""
    listening = socket.create_server(("127.0.0.1", port), backlog=64)
    again = [
        sys.executable,
        "-m",
        "tests.tournaments.recordings.mortal_server",
        "live",
        str(listening.fileno()),
    ]
    lives = [
        subprocess.Popen([*again, fate], stdin=subprocess.PIPE, pass_fds=[listening.fileno()])
        for fate in [*fates, "live:0"]
    ]

    def stop(*_signal: Any) -> None:
        for one in lives:
            one.kill()
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    for fate, one in zip(fates, lives, strict=False):
        one.communicate(b"begin\n")
        print(f"{fate} {ended(one.returncode)}", flush=True)
    lives[-1].communicate(b"begin\n")


def ended(code: int) -> str:
    """How a life ended; by any other signal than its fate's it fell over, and faulthandler has said where."""
    if code == -signal.SIGKILL:
        return "was killed"
    return f"fell over by {signal.Signals(-code).name}" if code < 0 else "went by itself"


def replay(log_id: int) -> None:
    """Take the job of a log, and end in the middle of it."""
    from tournaments.gamelogs import tasks

    tasks.replayed = lambda _log: die()  # type: ignore[assignment]
    tasks.replay_log(log_id)


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    if what == "serve":
        serve(int(words[0]), words[1:])
    else:
        django.setup()
        if what == "replay":
            replay(int(words[0]))
        fate, _colon, number = words[1].partition(":")
        live(int(words[0]), fate, int(number))
