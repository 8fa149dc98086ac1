"""Our own rules engine as one file for browsers: the sources as they run here, packed the same on every machine.

A game whose page a script draws needs the engine alone. Where the page of a game is made of forms, a phone makes it
with the Python and the templates of the server: its file has them, too (decision 850).
"""

import functools
import gzip
import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import asgiref
import django

from rules_engine.games import games
from rules_engine.kernel.games import Game
from tournaments.games import half
from tournaments.recordings.tables import Table
from x610z_site.services.environment import ROOT

ENGINE = ROOT / "rules_engine"
ROOMS_LEFT_OUT = ("zx", "rulebook")
SUFFIXES = (".py", ".json", ".toml", ".lark", ".html", ".mo")
WHEN = (1980, 1, 1, 0, 0, 0)
PAGE_PARTS = (
    *("decks/__init__.py", "decks/cards/__init__.py", "decks/cards/printed.py"),
    *("ledger/__init__.py", "ledger/errors.py", "ledger/shapes.py"),
    *("tournaments/__init__.py", "tournaments/games/__init__.py", "tournaments/templatetags/icons.py"),
    "tournaments/recordings/__init__.py",
    *(
        f"tournaments/recordings/{name}.py"
        for name in ("page_worker", "protocol", "seen", "table_page", "tables", "taps", "unseen")
    ),
    *(
        f"templates/recordings/{name}.html"
        for name in (
            *("_about", "_again", "_beginners", "_quick", "_said", "_say"),
            *("_table", "_tools", "_what_now", "_withdraw"),
        )
    ),
    "templates/parts/card_face.html",
    *(f"locale/{language}/LC_MESSAGES/django.mo" for language in ("nl",)),
)
"""What a page of forms is made of, whichever game it is."""
DJANGO_LEFT_OUT = (
    *("django/contrib", "django/test", "django/core/management", "django/core/mail", "django/db/migrations"),
    *("django/db/models", "django/forms", "django/core/serializers", "django/core/handlers"),
    *("django/db/backends/" + name for name in ("mysql", "oracle", "postgresql", "sqlite3")),
    *("django/views", "django/middleware", "django/conf/app_template", "django/conf/project_template"),
)
"""What templates and translations of Django do without."""

Source = tuple[str, Path]
"""A file and its name in an archive."""


@dataclass(frozen=True)
class Bundle:
    """A zip of the engine, and the same squeezed as browsers accept it; its name carries the hash of its bytes.

    ``entry`` is the module in it that answers.
    """

    data: bytes
    squeezed: bytes
    sha256: str
    entry: str

    @property
    def name(self) -> str:
        """The name under which it is served."""
        return f"engine-{self.sha256[:16]}.zip"


@functools.cache
def bundle_of(key: str) -> Bundle:
    """What a phone needs for a game of this process, packed once. Raises ``LookupError`` for an unknown game."""
    if not half(key, "table", Table()).by_form:
        return engine_bundle()
    return pack(page_sources(key), "tournaments.recordings.page_worker")


@functools.cache
def engine_bundle() -> Bundle:
    """The engine alone."""
    return pack(sources(ENGINE, ROOMS_LEFT_OUT), "rules_engine.recording.worker")


def bundles() -> list[Bundle]:
    """Everything that phones can be given here."""
    return [bundle_of(game.key) for game in games()]


def page_sources(key: str) -> Iterator[Source]:
    """The engine of one game with the page that is made of it."""
    every = {game.key: game for game in games()}
    other = tuple(one.folder.name for one in every.values() if one.key != key)
    yield from sources(ENGINE, (*other, "rulebook", "testing"))
    for name in PAGE_PARTS:
        yield name, ROOT / name
    yield from _halves(every[key])
    for package in (django, asgiref):
        for name, path in sources(Path(package.__path__[0])):
            if path.suffix in (".py", ".mo") and not name.startswith(DJANGO_LEFT_OUT) and _spoken(name):
                yield name, path


def _halves(game: Game) -> Iterator[Source]:
    """What a game brings for its page, from its folder here or from its own."""
    if game.folder.parent != ENGINE:
        above = game.package.replace(".", "/").removesuffix(game.folder.name)
        yield from ((above + name, path) for name, path in sources(game.folder))
    for folder in (f"tournaments/games/{game.key}", f"templates/games/{game.key}"):
        if (ROOT / folder).is_dir():
            above = folder.removesuffix(game.key)
            yield from ((above + name, path) for name, path in sources(ROOT / folder))


def _spoken(name: str) -> bool:
    """Whether a file of Django is not the words of a language that no page here is in."""
    parts = name.split("/")
    return parts[:3] != ["django", "conf", "locale"] or len(parts) < 5 or parts[3] in ("en", "nl")


def sources(folder: Path, left_out: Iterable[str] = ()) -> Iterator[Source]:
    """The sources of a package, without some of its rooms."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix in SUFFIXES and name.split("/")[0] not in left_out:
            yield f"{folder.name}/{name}", path


def pack(files: Iterable[Source], entry: str) -> Bundle:
    """The files as a zip with fixed dates and order: equal sources, equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files:
            info = zipfile.ZipInfo(name, WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    data = buffer.getvalue()
    return Bundle(data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest(), entry)
