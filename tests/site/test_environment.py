"""What a start prepares: the virtual environment, the translations, the demo."""

import gettext
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from x610z_site import prepare
from x610z_site.services import environment
from x610z_site.services.environment import SetupError, ensure_environment


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """A project of its own with three lock files and a pip that only notes what it was asked for."""
    asked: list[list[str]] = []

    def pip(_venv: Path, names: list[str]) -> int:
        asked.append(names)
        return (
            1 if names == ["broken"] or (names == ["embedded"] and (tmp_path / "no-wheels").exists()) else 0
        )

    def create(venv: Path) -> None:
        python = environment.python_of(venv)
        if not python.exists():
            python.parent.mkdir(parents=True)
            python.symlink_to(sys.executable)

    (tmp_path / "requirements").mkdir()
    for name in ("runtime", "embedded", "test", "broken"):
        (tmp_path / "requirements" / f"{name}.txt").write_text(f"{name}==1\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setenv("X610Z_VAR", str(tmp_path / "var"))
    monkeypatch.setattr(environment, "_pip", pip)
    monkeypatch.setattr(environment, "_create", create)
    return asked


def test_a_second_start_installs_nothing(installed: list[list[str]]) -> None:
    ensure_environment("runtime", "embedded")
    ensure_environment("runtime", "embedded")
    assert installed == [["runtime"], ["embedded"]]


def test_a_changed_lock_file_is_installed_again_and_the_others_are_not(
    installed: list[list[str]], tmp_path: Path
) -> None:
    ensure_environment("runtime", "test")
    (tmp_path / "requirements" / "test.txt").write_text("test==2\n")
    ensure_environment("runtime", "test")
    assert installed == [["runtime", "test"], ["test"]]


def test_a_failed_install_is_said_and_tried_again_next_time(installed: list[list[str]]) -> None:
    for _start in range(2):
        with pytest.raises(SetupError, match="pip could not install"):
            ensure_environment("broken")
    assert installed == [["broken"], ["broken"]]


def test_a_platform_without_embedded_servers_still_starts(
    installed: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no-wheels").touch()
    python = ensure_environment("runtime", "embedded")
    assert python.exists()
    assert "must be on PATH" in capsys.readouterr().out


def test_two_starts_at_once_do_not_install_into_each_other(
    installed: list[list[str]], tmp_path: Path
) -> None:
    (tmp_path / "var").mkdir()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); "
            "sys.stdin.read()",
            str(tmp_path / "var" / "setup.lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(SetupError, match=r"another \./run or \./test is installing"):
            ensure_environment("runtime")
    finally:
        holder.communicate()
    assert installed == []


def test_translations_are_compiled_once_and_again_when_they_change(tmp_path: Path) -> None:
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = polib.POFile()
    source.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    source.append(polib.POEntry(msgid="Round", msgstr="Ronde"))
    source.save(str(folder / "django.po"))
    assert prepare.compile_messages(tmp_path) == 1
    assert prepare.compile_messages(tmp_path) == 0
    assert gettext.translation("django", tmp_path, ["nl"]).gettext("Round") == "Ronde"
    assert not list(folder.glob("*.new"))
