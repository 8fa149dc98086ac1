"""What a start needs done first: messages compiled, tables migrated, cards loaded, static files, the demo once.

    python -m x610z_site.prepare [--messages-only] [--no-demo]

Each step is skipped when nothing changed, so a second start is quick.
"""

import argparse
import hashlib
import io
import os
from contextlib import suppress
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent


def compile_messages(locale: Path = ROOT / "locale") -> int:
    """Write a .mo beside every newer .po and return how many were written (no gettext tools needed)."""
    written = 0
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        # Written aside and moved: a process that starts meanwhile never reads half a file.
        half = target.with_suffix(".mo.new")
        polib.pofile(str(source)).save_as_mofile(str(half))
        half.replace(target)
        written += 1
    return written


def migrate() -> None:
    """Bring the database up to date, after a copy of it was kept; says nothing when it is.

    Ends with a sentence for a database of another line of the code.
    """
    from django.core.management import CommandError, call_command
    from django.db import connection

    from x610z_site.upgrading import CannotUpgradeError, pending, refuse_another_line

    try:
        if pending(connection):
            _say("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        else:
            refuse_another_line(connection)
    except (CannotUpgradeError, CommandError) as error:
        raise SystemExit(f"./run: {error}") from None


def load_cards() -> None:
    """Bring the packaged cards into the catalogue; nothing to do when they are there."""
    from decks.cards.packaged import cards_load_packaged
    from decks.lists.search_facts import recompute_facts

    recompute_facts(every=cards_load_packaged() is not None)


def gather_static() -> None:
    """Run collectstatic when a static file or a package changed since the last time."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    from x610z_site.staticfiles import SiteStaticFilesConfig

    if settings.DEBUG:
        return
    digest = hashlib.sha256((ROOT / "requirements" / "runtime.txt").read_bytes())
    ignored = SiteStaticFilesConfig.ignore_patterns
    for finder in get_finders():
        for path, storage in finder.list(ignored):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".gathered"
    if stamp.is_file() and stamp.read_text() == digest.hexdigest():
        return
    _say("Gathering static files ...")
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(digest.hexdigest())


def load_demo(var: Path) -> None:
    """Fill an empty database with the demo, and keep its table of log-ins for the banner.

    The mark in var/ stays when the load is cut off; `./run` then starts over with an empty database.
    """
    from django.contrib.auth import get_user_model
    from django.core.management import CommandError, call_command

    mark = var / "demo-loading"
    if not get_user_model()._default_manager.exists():
        mark.touch()
        _say("Loading the demo tournament (once) ...")
        call_command("load_demo", stdout=io.StringIO())
        mark.unlink()
    logins = io.StringIO()
    with suppress(CommandError):  # people, but no demo: nothing to tell
        call_command("demo_logins", stdout=logins)
    (var / "demo-logins.txt").write_text(logins.getvalue(), encoding="utf-8")


def _say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def main() -> None:
    """Do all steps in order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--messages-only", action="store_true", help="only compile the messages")
    parser.add_argument("--no-demo", action="store_true", help="leave the database empty")
    options = parser.parse_args()
    compile_messages()
    if options.messages_only:
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.local")
    import django

    django.setup()
    from django.conf import settings

    from x610z_site.trouble import sentence, trouble_of

    try:
        migrate()
        load_cards()
        gather_static()
        if not options.no_demo:
            load_demo(Path(settings.VAR_DIR))
    except Exception as error:
        if not (kind := trouble_of(error)):
            raise
        raise SystemExit(f"./run: {sentence(kind, settings.VAR_DIR)}") from None


if __name__ == "__main__":
    main()
