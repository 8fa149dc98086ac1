"""Looks through the committed files for what must not be there: package hosts, paths of one machine, missing hashes.

python -m x610z_site.services.tracked
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from x610z_site.services.environment import ROOT

# Written so that the patterns do not match their own text.
FORBIDDEN = {
    "a package registry's host": re.compile(r"(pypi|pythonhosted|npmjs|rubygems|crates)\.(org|io|com)"),
    "a path of one machine": re.compile(r"(?<![\w.~}])/(work|root|home|Users)/[\w.-]"),
    "a folder outside the project": re.compile(r"\.\./share[d]\b"),
}
BINARY = {".png", ".jpg", ".webp", ".ico", ".woff2", ".mo", ".gz"}
REQUIREMENT = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*(\[[^]]*\])?==")


def committed_files(root: Path = ROOT) -> list[Path]:
    """What git tracks (and what is new and not ignored), as paths that exist."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "-C",
        str(root),
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    listed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return [root / name for name in listed.split("\0") if name and (root / name).is_file()]


def findings(paths: list[Path], root: Path = ROOT) -> Iterator[str]:
    """One line for every place that names something forbidden."""
    for path in paths:
        if path.suffix in BINARY:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for what, pattern in FORBIDDEN.items():
                if pattern.search(line):
                    yield f"{path.relative_to(root)}:{number}: names {what}"


def lock_findings(text: str, name: str) -> Iterator[str]:
    """One line for every address in a lock file and every requirement without a hash."""
    if "://" in text:
        yield f"{name}: names an address"
    for entry in re.split(r"\n(?=\S)", text.strip()):
        if not entry.startswith("#") and (not REQUIREMENT.match(entry) or "--hash=sha256:" not in entry):
            yield f"{name}: {entry.split()[0]} is not pinned and hashed"


def main() -> int:
    """Print every finding; 1 when there is one."""
    found = list(findings(committed_files()))
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        found += lock_findings(path.read_text(encoding="utf-8"), path.name)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
