"""``manage.py relay``: the outbox relay as a process of its own."""

import signal
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, InternalError, OperationalError, close_old_connections

from ledger.garbage import settle
from ledger.pulse import beat
from ledger.relay import prune, relay_once
from ledger.sweeps import run_all

PAUSE = 0.15
SWEEP_SECONDS = 4
PRUNE_SECONDS = 3600


class Command(BaseCommand):
    """Run until told to stop; ``--once`` sends what is due and ends."""

    help = "Send committed messages to Celery and the live pages."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("--once", action="store_true", help="send what is due and end")

    def handle(self, *args: object, **options: Any) -> None:
        """Loop: send, sweep stuck jobs, prune."""
        if options["once"]:
            relay_once()
            return
        self.going = True
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        swept = pruned = 0.0
        settle()
        while self.going:
            try:
                if relay_once() == 0:
                    time.sleep(PAUSE)
                now = time.monotonic()
                if now - swept > SWEEP_SECONDS:
                    swept = now
                    beat("relay")
                    run_all()
                if now - pruned > PRUNE_SECONDS:
                    pruned = now
                    prune()
            except (OperationalError, InternalError, InterfaceError) as error:
                # The database restarts, or only reads after a failover: wait for it, nothing is lost.
                self.stderr.write(f"relay: database away: {error}")
                close_old_connections()
                time.sleep(1)

    def stop(self, *_args: object) -> None:
        """Finish the present batch and end."""
        self.going = False
