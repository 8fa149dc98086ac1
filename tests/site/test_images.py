"""Images are pinned by what their registry really sends, all or none, and no release is recorded before."""

import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
import yaml

from tests.site import images, releases
from x610z_site.services.environment import ROOT
from x610z_site.services.sbom import FILES, IMAGE


class Registry(BaseHTTPRequestHandler):
    """A registry that gives a token to anybody, as the one of Docker does, and an index by tag."""

    lies = ""
    """An image of which it says another digest."""
    missing = ""

    def do_GET(self) -> None:
        """A token, or an index to who brings one."""
        if self.path.startswith("/token?"):
            self.answer(200, json.dumps({"token": "t"}).encode())
        elif self.headers.get("Authorization") != "Bearer t":
            port = self.server.server_address[1]
            asked = f'Bearer realm="http://127.0.0.1:{port}/token",service="r",scope="repository:pull"'
            self.answer(401, b"{}", {"WWW-Authenticate": asked})
        elif self.missing and self.missing in self.path:
            self.answer(404, b"{}")
        else:
            body = self.path.encode()
            said = b"another" if self.lies and self.lies in self.path else body
            self.answer(200, body, {"Docker-Content-Digest": f"sha256:{sha256(said).hexdigest()}"})

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        """Send it whole."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The deployment files, to be changed; every image by tag alone."""
    for name in FILES:
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        target.write_text(IMAGE.sub(lambda found: found[0].partition("@")[0], text), encoding="utf-8")
    return tmp_path


def test_every_image_is_pinned_by_what_its_registry_sent_and_again_after_a_change(
    folder: Path, registry: str
) -> None:
    assert {"postgres:17", "redis:7", "python:3.12-slim"} <= set(images.by_tag(folder))
    found = images.pin(folder, registry)
    assert images.by_tag(folder) == []
    wanted = f"sha256:{sha256(b'/v2/library/postgres/manifests/17').hexdigest()}"
    compose = yaml.safe_load((folder / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["services"]["db"]["image"] == f"postgres:17@{wanted}"
    assert f"FROM python:3.12-slim@{found['python:3.12-slim']} AS" in (folder / "Dockerfile").read_text()
    assert "x610z-organized-play:latest\n" in (folder / "kubernetes/site.yaml").read_text()
    before = {name: (folder / name).read_text() for name in FILES}
    (folder / "compose.yaml").write_text(before["compose.yaml"].replace(wanted, f"sha256:{'0' * 64}"))
    images.pin(folder, registry)
    assert {name: (folder / name).read_text() for name in FILES} == before


@pytest.mark.parametrize(
    ("fault", "error"), [("lies", images.OtherDigestError), ("missing", httpx.HTTPStatusError)]
)
def test_one_image_that_is_not_had_leaves_every_file_as_it_was(
    folder: Path, registry: str, monkeypatch: pytest.MonkeyPatch, fault: str, error: type[Exception]
) -> None:
    monkeypatch.setattr(Registry, fault, "redis")
    before = {name: (folder / name).read_text() for name in FILES}
    with pytest.raises(error):
        images.pin(folder, registry)
    assert {name: (folder / name).read_text() for name in FILES} == before


def test_no_release_is_recorded_with_an_image_by_tag_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(releases, "RECORD", tmp_path / "released.json")
    monkeypatch.setattr(releases, "by_tag", lambda: ["planted:1"])
    with pytest.raises(SystemExit, match="planted:1"):
        releases.record("9.9.9")
    assert not (tmp_path / "released.json").exists()
    monkeypatch.setattr(releases, "by_tag", list)
    releases.record("9.9.9")
    assert releases.read(tmp_path / "released.json").version == "9.9.9"
