"""The engine for browsers: how its runtime is fetched, how it is served, and that the engine runs without a parser."""

import base64
import gzip
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from x610z_site.offline import fetch
from x610z_site.offline.bundle import ENGINE, engine_bundle, pack, sources
from x610z_site.services.environment import ROOT

PIN = {"version": "1.0", "files": ["pyodide.mjs"]}


def package(folder: Path, content: bytes = b"export {}") -> Path:
    """An npm package with two files, as npm's client delivers it."""
    path = folder / "pyodide-1.0.tgz"
    files = {"pyodide.mjs": content, "pyodide-lock.json": b'{"info": {"python": "3"}, "packages": {"a": {}}}'}
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def integrity(path: Path) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def a_runtime(var: Path) -> Path:
    """A runtime in the data folder, as far as serving it needs one."""
    folder = fetch.engine_folder(var)
    folder.mkdir(parents=True)
    (folder / "pyodide.mjs").write_bytes(b"export const loadPyodide = 1;")
    fetch.write_list(folder)
    return folder


def test_a_package_with_the_pinned_hash_is_unpacked_and_names_nothing_to_load_from_elsewhere(
    tmp_path: Path,
) -> None:
    found = package(tmp_path)
    ready = tmp_path / "ready"
    ready.mkdir()
    fetch.unpack(found, ready, {**PIN, "integrity": integrity(found)})
    assert sorted(path.name for path in ready.iterdir()) == ["pyodide-lock.json", "pyodide.mjs"]
    assert json.loads((ready / "pyodide-lock.json").read_text()) == {"info": {"python": "3"}, "packages": {}}


def test_a_package_that_is_not_the_pinned_one_is_refused_before_anything_is_unpacked(tmp_path: Path) -> None:
    pinned = integrity(package(tmp_path))
    other, ready = package(tmp_path, b"export const evil = 1"), tmp_path / "ready"
    ready.mkdir()
    with pytest.raises(fetch.CannotFetch, match="another one than the pinned"):
        fetch.unpack(other, ready, {**PIN, "integrity": pinned})
    assert list(ready.iterdir()) == []


def test_the_wheel_for_browsers_is_pinned_by_the_lock_file_of_the_site() -> None:
    lines = fetch.wheel_lines("msgspec")
    assert lines.startswith("msgspec==") and lines.count("--hash=sha256:") > 20
    assert not any(line and line[0] not in " m" for line in lines.splitlines())
    with pytest.raises(fetch.CannotFetch):
        fetch.wheel_lines("no-such-package")


def test_where_nothing_can_be_fetched_one_line_says_so_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("X610Z_VAR", str(tmp_path))
    monkeypatch.setattr(fetch.os, "nice", lambda _by: 0)
    monkeypatch.setattr(
        fetch, "npm_command", lambda _work: [sys.executable, "-c", "raise SystemExit('no way out')"]
    )
    assert fetch.main() == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "recorded without it" in said and "no way out" in said
    assert [path.name for path in (tmp_path / "browser-engine").iterdir()] == [".lock"]


def test_it_is_left_out_when_the_operator_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("X610Z_VAR", str(tmp_path))
    monkeypatch.setenv("X610Z_BROWSER_ENGINE", "off")
    assert fetch.main() == 0 and list(tmp_path.iterdir()) == []


def test_without_npm_on_path_its_client_is_the_one_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(fetch, "find_program", lambda _name: None)
    monkeypatch.setattr(fetch, "_call", lambda command, _folder, _failure: called.append(command))
    command = fetch.npm_command(tmp_path)
    assert command[0].endswith("/bin/node") and command[1].endswith("npm-cli.js")
    assert "--require-hashes" in called[0] and called[0][-1].endswith("npm.txt")


def test_equal_sources_are_packed_to_equal_bytes_and_a_change_changes_the_name(tmp_path: Path) -> None:
    assert pack(sources(ENGINE), "") == pack(sources(ENGINE), "")
    copy = tmp_path / "rules_engine"
    copy.mkdir()
    (copy / "__init__.py").write_text("x = 1\n")
    first = pack(sources(copy), "")
    (copy / "__init__.py").write_text("x = 2\n")
    assert pack(sources(copy), "").name != first.name


def test_the_packed_engine_reads_cards_and_plays_without_the_parser_of_card_texts(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(engine_bundle().data)) as archive:
        for name in archive.namelist():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(archive.read(name))
    code = (
        "import sys; sys.modules['lark'] = None\n"
        "from rules_engine.x610z.random_games import random_game\n"
        "from rules_engine.x610z.audit import audit\n"
        "import rules_engine.x610z.pictures.board, rules_engine\n"
        "print(audit(random_game(5)).verdict, rules_engine.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": "."},
    )
    assert done.stdout.split()[0] == "ok" and str(tmp_path) in done.stdout and str(ROOT) not in done.stdout


@pytest.mark.django_db
def test_without_a_runtime_the_site_says_so_and_with_one_every_part_has_its_hash(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    assert client.get("/offline/engine.json").json()["ready"] is False
    a_runtime(tmp_path)
    said = client.get("/offline/engine.json").json()
    assert said["ready"] is True
    for part in [*said["files"], said["engine"]]:
        plain = client.get(part["url"])
        squeezed = client.get(part["url"], headers={"Accept-Encoding": "gzip, br"})
        assert squeezed["Content-Encoding"] == "gzip" and len(squeezed.content) == part["sent"]
        for data in (plain.content, gzip.decompress(squeezed.content)):
            assert hashlib.sha256(data).hexdigest() == part["sha256"] and len(data) == part["bytes"]
        assert "immutable" in plain["Cache-Control"] and plain["Vary"].count("Accept-Encoding") == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["files.json", "pyodide.mjs.gz", "..%2Fsecret-key", "engine-0000000000000000.zip"]
)
def test_nothing_but_the_listed_files_is_served(
    client: Client, settings: Any, tmp_path: Path, name: str
) -> None:
    settings.VAR_DIR = tmp_path
    (tmp_path / "secret-key").write_text("CANARY")
    version = a_runtime(tmp_path).name
    assert client.get(f"/offline/{version}/{name}").status_code == 404
    assert client.get("/offline/0000000000000000/pyodide.mjs").status_code == 404


@pytest.mark.django_db
def test_only_the_worker_may_compile_web_assembly(client: Client) -> None:
    worker = client.get("/offline/engine-worker.js")
    assert "'wasm-unsafe-eval'" in worker["Content-Security-Policy"]
    assert "default-src 'none'" in worker["Content-Security-Policy"]
    assert worker["Content-Type"] == "text/javascript; charset=utf-8"
    for path in ("/", "/t/", "/offline/engine.json"):
        assert "wasm" not in client.get(path)["Content-Security-Policy"]
