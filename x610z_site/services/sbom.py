"""Every part of a running site, with its digests and its licence, as CycloneDX 1.6: ``make sbom``.

    python -m x610z_site.services.sbom [FILE]    (var/sbom.json)

The site itself, the packages of ``requirements/runtime.txt`` with the digests that are pinned there, the engine's
runtime for browsers, and the images that the deployment files name. Licences are those that the installed packages say
of themselves, or stand in :data:`SAID`. Ends with an error for a part that has none.
"""

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, TypeAlias

from x610z_site.services.environment import ROOT

SAID = {
    "async-timeout": "Apache-2.0",  # only on an older Python, so seldom installed
    "resvg-py": "MIT",  # its file LICENSE
    "pyodide": "MPL-2.0",
    "postgres": "PostgreSQL",
    "redis": "RSALv2 OR SSPLv1 (BSD-3-Clause before 7.4)",
    "nginx": "BSD-2-Clause",
    "python": "PSF-2.0",
    "debian": "GPL-2.0-or-later and others, by package",
}
"""Licences of what does not say its own where this looks."""
FILES = ("Dockerfile", "compose.yaml", "compose-many.yaml", "kubernetes/site.yaml", "kubernetes/backup.yaml")
OWN_IMAGE = "x610z-organized-play"
_PACKAGE = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL
)
IMAGE = re.compile(
    r"(?:^FROM |\bimage: |^ +FROM )([a-z0-9./-]+):([A-Za-z0-9._-]+)(?:@(sha256:[0-9a-f]{64}))?", re.MULTILINE
)


class NoLicenceError(Exception):
    """A part of which nobody says under which licence it is."""


def licence_of(name: str, said: PackageMetadata | None) -> str:
    """The licence of a part: an SPDX expression where it has one, else its own short words. Raises NoLicenceError."""
    if said is not None:
        known = [*said.get_all("License-Expression", []), *said.get_all("License", [])]
        known += [
            one.rpartition(" :: ")[2]
            for one in said.get_all("Classifier", [])
            if one.startswith("License ::")
        ]
        short = [one for one in known if one and len(one) < 60 and "\n" not in one]
        if short:
            return short[0]
    if name in SAID:
        return SAID[name]
    raise NoLicenceError(name)


Part: TypeAlias = dict[str, Any]
"""An object of the bill, as JSON has it."""


def packages(text: str) -> Iterator[Part]:
    """The packages of a lock file, each with every digest that may be installed."""
    for name, version, rest in _PACKAGE.findall(text):
        try:
            said = metadata(name)
        except PackageNotFoundError:
            said = None
        digests = sorted(set(re.findall(r"sha256:([0-9a-f]{64})", rest)))
        yield part("library", name, version, licence_of(name, said), f"pkg:pypi/{name}@{version}", digests)


def browser() -> Part:
    """The runtime that browsers get, with the digest that npm knows it by."""
    pins = tomllib.loads((ROOT / "requirements" / "browser.toml").read_text(encoding="utf-8"))["pyodide"]
    algorithm, _dash, digest = pins["integrity"].partition("-")
    made = part(
        "library", "pyodide", pins["version"], SAID["pyodide"], f"pkg:npm/pyodide@{pins['version']}", []
    )
    made["hashes"] = [
        {"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}
    ]
    return made


def images() -> Iterator[Part]:
    """The images that the deployment files name, with a digest where one is pinned."""
    texts = [(ROOT / "deploy" / name).read_text(encoding="utf-8") for name in FILES]
    for name, tag, digest in sorted({found for text in texts for found in IMAGE.findall(text)}):
        if name != OWN_IMAGE:
            digests = [digest.removeprefix("sha256:")] if digest else []
            yield part("container", name, tag, licence_of(name, None), f"pkg:docker/{name}@{tag}", digests)


def part(kind: str, name: str, version: str, licence: str, purl: str, digests: list[str]) -> Part:
    """One component."""
    made: Part = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    made["licenses"] = [{"license": {"name": licence}}]
    if digests:
        made["hashes"] = [{"alg": "SHA-256", "content": digest} for digest in digests]
    return made


def bill() -> Part:
    """The whole document; the same for the same code and environment."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    purl = f"pkg:generic/{OWN_IMAGE}@{project['version']}"
    site = part("application", OWN_IMAGE, project["version"], project["license"], purl, [])
    lock = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    parts = [*packages(lock), browser(), *images()]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": site},
        "components": parts,
        "dependencies": [{"ref": purl, "dependsOn": [one["bom-ref"] for one in parts]}],
    }


def main() -> None:
    """The command of the first lines."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "sbom.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    said = bill()
    path.write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")
    print(f"{path}: {len(said['components'])} parts, each with its licence")


if __name__ == "__main__":
    main()
