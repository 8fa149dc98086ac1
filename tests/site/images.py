"""The images that the deployment files name, pinned by digest: ``make pin-images``, before a release is recorded.

    python -m tests.site.images [--registry https://registry-1.docker.io]

A tag may be another image tomorrow; ``name:tag@sha256:…`` is the same for good. The registry is asked by the protocol
of the Open Container Initiative, and its answer is hashed here: what it says of itself is not believed. Ends with an
error, and writes nothing, when one image cannot be had. ``tests.site.releases`` records no release with one by tag.
"""

import argparse
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import httpx

from x610z_site.services.environment import ROOT
from x610z_site.services.sbom import FILES, IMAGE, OWN_IMAGE

DEPLOY = ROOT / "deploy"
HUB = "https://registry-1.docker.io"
INDEXES = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json"
_CHALLENGE = re.compile(r'(\w+)="([^"]*)"')


class OtherDigestError(Exception):
    """What a registry sent is not what it says it is."""


def by_tag(folder: Path = DEPLOY) -> list[str]:
    """The images of other people that are named by a tag alone."""
    found = {one for name in FILES for one in IMAGE.findall((folder / name).read_text(encoding="utf-8"))}
    return sorted(f"{name}:{tag}" for name, tag, digest in found if name != OWN_IMAGE and not digest)


def digest_of(client: httpx.Client, registry: str, name: str, tag: str) -> str:
    """The digest of an image for every kind of processor. Raises httpx.HTTPError, or OtherDigestError."""
    repository = name if "/" in name else f"library/{name}"
    address, headers = f"{registry}/v2/{repository}/manifests/{tag}", {"Accept": INDEXES}
    answer = client.get(address, headers=headers)
    if answer.status_code == httpx.codes.UNAUTHORIZED:  # a token for anybody, from where the answer says
        asked = dict(_CHALLENGE.findall(answer.headers.get("WWW-Authenticate", "")))
        token = client.get(asked.pop("realm"), params=asked).raise_for_status().json()["token"]
        answer = client.get(address, headers={**headers, "Authorization": f"Bearer {token}"})
    digest = f"sha256:{sha256(answer.raise_for_status().content).hexdigest()}"
    if answer.headers.get("Docker-Content-Digest", digest) != digest:
        raise OtherDigestError(f"{name}:{tag} came as {digest}")
    return digest


def pin(folder: Path, registry: str) -> Mapping[str, str]:
    """Ask for the digest of every image that is named, pinned or not, and write it behind the tag in every file."""
    texts = {folder / name: (folder / name).read_text(encoding="utf-8") for name in FILES}
    named = {(name, tag) for text in texts.values() for name, tag, _digest in IMAGE.findall(text)}
    with httpx.Client(follow_redirects=True, timeout=600) as client:
        digests = {
            f"{name}:{tag}": digest_of(client, registry, name, tag)
            for name, tag in sorted(named)
            if name != OWN_IMAGE
        }
    for path, text in texts.items():
        for image, digest in digests.items():
            text = re.sub(
                rf"\b{re.escape(image)}(?:@sha256:[0-9a-f]{{64}})?(?![\w.-])", f"{image}@{digest}", text
            )
        path.write_text(text, encoding="utf-8")
    return digests


def main() -> None:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--registry", default=HUB)
    for image, digest in pin(DEPLOY, parser.parse_args().registry).items():
        print(f"{image}@{digest}")


if __name__ == "__main__":
    main()
