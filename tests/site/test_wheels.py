"""The libraries inside the project can be used without the site: as wheels, typed, without Django."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.site.markdown_examples import blocks_of, commands_of, prepare_files, same
from x610z_site.services import wheels

PLANS = wheels.plans()
IMPORT_ALL = """
import importlib, pkgutil, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "rest_framework", "celery", "redis", "psycopg", "x610z_site", "decks"}:
            raise ImportError(f"{name} belongs to the site")

sys.meta_path.insert(0, Refused())
sys.path.insert(0, sys.argv[1])
count = 0
for name in sys.argv[2:]:
    package = importlib.import_module(name)
    assert package.__file__.startswith(sys.argv[1]), package.__file__
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            count += 1
print(count)
"""
PACKED = {
    "x610z-client": ("tournaments.client",),
    "x610z-pairing": ("tournaments.pairing", "tournaments.standings", "tournaments.simulator"),
    "x610z-rules": ("rules_engine",),
}


def test_there_is_a_plan_for_the_client_the_engine_and_pairing() -> None:
    assert [plan.stem for plan in PLANS] == sorted(PACKED)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.stem)
def test_every_module_of_a_wheel_is_imported_without_the_site(plan: Path, tmp_path: Path) -> None:
    wheels.stage(plan, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, str(tmp_path), *PACKED[plan.stem]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= (2 if plan.stem == "x610z-client" else 20)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.stem)
def test_a_wheel_holds_every_data_file_of_its_folders(plan: Path, tmp_path: Path) -> None:
    """Files of a kind that the plan does not name would be missing only where it is installed."""
    wheels.stage(plan, tmp_path)
    kinds = {
        path.suffix
        for package in PACKED[plan.stem]
        for path in (tmp_path / package.replace(".", "/")).rglob("*")
        if path.is_file()
    }
    named = plan.read_text(encoding="utf-8")
    assert [kind for kind in sorted(kinds - {".py", ".md"}) if kind not in named] == []


@pytest.mark.night(
    "builds wheels and environments",
    short="tests/site/test_wheels.py::test_every_module_of_a_wheel_is_imported_without_the_site",
)
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.stem)
def test_every_example_of_a_wheels_page_runs_in_an_empty_environment(plan: Path, tmp_path: Path) -> None:
    wheels.build(plan, tmp_path / "wheels")
    python = _environment(tmp_path / "venv", *map(str, (tmp_path / "wheels").glob("*.whl")))
    _run_page(wheels.page_of(plan), python, tmp_path)


@pytest.mark.night(
    "builds an environment",
    short="tests/site/test_wheels.py::test_every_module_of_a_wheel_is_imported_without_the_site",
)
def test_pip_installs_a_fresh_checkout(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=wheels.ROOT, capture_output=True, check=True, text=True
    )
    for name in listed.stdout.split("\0"):
        if name and (wheels.ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (checkout / name).write_bytes((wheels.ROOT / name).read_bytes())
    python = _environment(tmp_path / "venv", str(checkout))
    for plan in PLANS:
        _run_page(wheels.page_of(plan), python, tmp_path / plan.stem)


def _environment(venv: Path, *packages: str) -> Path:
    """The interpreter of a new environment in which these packages, and no Django, are installed."""
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    python = venv / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
    assert subprocess.run([str(python), "-c", "import django"], capture_output=True, check=False).returncode
    return python


def _run_page(page: Path, python: Path, folder: Path) -> None:
    """Run the commands and the doctests of a page with an interpreter that knows nothing but what was installed."""
    folder.mkdir(exist_ok=True)
    blocks = blocks_of(page.read_text(encoding="utf-8"))
    prepare_files(folder, blocks)
    environment = {"PATH": f"{python.parent}{os.pathsep}/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    for block in blocks:
        for command in commands_of(block) if block.language == "console" and not block.not_run else ():
            done = subprocess.run(
                ["sh", "-c", command.text],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=HANG,
            )
            assert done.returncode == command.status, f"{shlex.quote(command.text)}: {done.stdout}"
            assert same(command.expected, done.stdout), done.stdout
    doctests = [block.body for block in blocks if block.language == "python" and block.runs]
    (folder / "examples.txt").write_text("\n".join(doctests), encoding="utf-8")
    done = subprocess.run(
        [str(python), "-m", "doctest", "-o", "ELLIPSIS", "examples.txt"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stdout
    assert ">>> " in (folder / "examples.txt").read_text(encoding="utf-8")
