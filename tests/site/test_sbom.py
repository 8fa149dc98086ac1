"""The list of parts names everything that runs, with digests and licences, and refuses a part that has none."""

import re

import pytest

from x610z_site.services.environment import ROOT
from x610z_site.services.sbom import NoLicenceError, bill, licence_of, packages


def test_every_part_of_a_running_site_is_named_with_digest_and_licence() -> None:
    said = bill()
    parts = {one["name"].lower(): one for one in said["components"] if one["type"] == "library"}
    lock = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    pinned = {name.lower() for name in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", lock, re.MULTILINE)}
    assert set(parts) == pinned | {"pyodide"} and all(one["hashes"] for one in parts.values())
    images = {one["name"] for one in said["components"] if one["type"] == "container"}
    assert images == {"postgres", "redis", "nginx", "python", "debian"}
    assert all(one["licenses"][0]["license"]["name"] for one in said["components"])
    assert parts["psycopg"]["licenses"] == [{"license": {"name": "LGPL-3.0-only"}}]
    packaged = [
        one for one in said["components"] if one["purl"].startswith("pkg:pypi/")
    ]  # one may be pinned twice
    digests = {digest["content"] for one in packaged for digest in one["hashes"]}
    assert digests == set(re.findall(r"sha256:([0-9a-f]{64})", lock))
    site = said["metadata"]["component"]
    assert (site["type"], site["licenses"][0]["license"]["name"]) == ("application", "Apache-2.0")
    refs = [one["bom-ref"] for one in said["components"]]
    assert len(set(refs)) == len(refs) and said["dependencies"][0]["dependsOn"] == refs


def test_a_part_without_a_licence_is_refused() -> None:
    with pytest.raises(NoLicenceError, match="planted-part"):
        list(packages("planted-part==1.0 \\\n    --hash=sha256:" + "a" * 64 + "\n"))
    with pytest.raises(NoLicenceError):
        licence_of("planted", None)
