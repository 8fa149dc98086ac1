"""On which code each kept figure rests: when that has changed, the page says so beside the figure."""

import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_MIGRATIONS = tuple(
    f"{room}/migrations" for room in ("ledger", "decks", "tournaments", "x610z_site/accounts")
)
_SERVED = ("ledger", "tournaments/rounds", "tournaments/display", "x610z_site/front_door.py")

RESTS_ON: dict[str, Sequence[str]] = {
    "archive": ("ledger/archive.py", "ledger/hashing.py", "ledger/models.py"),
    "close": ("ledger", "tournaments/rounds", "tournaments/pairing", "tournaments/standings"),
    "contract": ("tournaments/api",),
    "erasure": ("x610z_site/privacy", "ledger/models.py", "benchmarks/hall/federation.py"),
    "fuzz": ("rules_engine", "decks/lists", "tournaments/imports", "tournaments/pairing"),
    "hostile": ("rules_engine", "tournaments/gamelogs"),
    "large_day": _SERVED,
    "look": ("templates", "x610z_site/static"),
    "memory": _SERVED,
    "newsletter": ("community/newsletter", "benchmarks/drills/newsletter.py", "ledger/relay.py"),
    "nodes": (
        *("ledger", "tournaments/rounds", "benchmarks/drills"),
        *("x610z_site/front_door.py", "x610z_site/postgres"),
    ),
    "objects": ("decks/cards", "x610z_site/object_storage.py"),
    "old-tests": _MIGRATIONS,
    "pages": ("tournaments/display", "tournaments/standings", "tournaments/api"),
    "pairing": ("tournaments/pairing",),
    "mutants": ("tournaments/pairing", "tournaments/standings", "tournaments/season_points"),
    "promises": ("tests/security", "tests/races", "tournaments", "x610z_site/accounts", "ledger"),
    "recorder": ("tournaments/recordings", "x610z_site/static/js/recorder"),
    "restore": ("ledger", "benchmarks/drills", "docs/operations.md"),
    "signins": ("x610z_site/accounts",),
    "soak": _SERVED,
    "storm": (*_SERVED, "deploy/nginx.conf"),
    "streams": (
        "x610z_site/live_feed.py",
        "x610z_site/asgi.py",
        "deploy/nginx.conf",
        "deploy/nginx-main.conf",
    ),
    "tables": ("ledger", "tournaments/recordings"),
    "writers": ("ledger/commands.py", "ledger/statements.py"),
    "two-databases": ("ledger", "tournaments/rounds", "benchmarks/drills", "x610z_site/postgres"),
    "upgrade": (*_MIGRATIONS, "benchmarks/drills", "x610z_site/upgrading.py"),
}
"""By the name of a kept file: folders and files that, changed, may change its figures."""


def digest(paths: Sequence[str], root: Path = ROOT) -> str:
    """What the code under these paths is, in a word; what is made on the way does not count."""
    mark = sha256()
    for name in paths:
        path = root / name
        files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
        for one in files:
            if one.suffix not in (".pyc", ".mo"):
                mark.update(f"{one.relative_to(root).as_posix()}\n".encode() + one.read_bytes())
    return mark.hexdigest()[:16]


def commit() -> str:
    """The commit that is measured, with a + behind it when something is changed beside it; "" without git."""
    said = [_git("rev-parse", "--short=8", "HEAD"), _git("status", "--porcelain", "--untracked-files=no")]
    return said[0] + ("+" if said[1] else "")


def unknown(commits: Sequence[str]) -> list[str]:
    """Those of some commits that no line of this history leads to; none where git or the history is not there."""
    if _git("rev-parse", "--is-shallow-repository") != "false":
        return []
    there = set(_git("log", "--format=%h", "--abbrev=8").split())
    return [one for one in commits if one.removesuffix("+") not in there]


def commit_with(code: str, paths: Sequence[str]) -> str:
    """The newest of the last commits whose code under these paths has this digest; "" when none has."""
    for one in _git("log", "-60", "--format=%h", "--abbrev=8").split():
        with tempfile.TemporaryDirectory() as folder:
            packed = Path(folder) / "code.tar"
            there = [path for path in paths if _git("ls-tree", "--name-only", one, path)]
            _git("archive", "--output", str(packed), one, *there)
            with tarfile.open(packed) as archive:
                archive.extractall(folder, filter="data")
            if digest(there, Path(folder)) == code:
                return one
    return ""


def _git(*words: str) -> str:
    """What git says of this repository; "" without it."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return ""
    done = subprocess.run([git, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()
