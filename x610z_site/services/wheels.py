"""The libraries inside this project as wheels of their own: `make wheels` puts them into var/wheels.

Each file of deploy/wheels/ names the folders that one wheel packs; they stay where they are, and are copied into a
folder that looks like a project to pip.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from x610z_site.services.environment import ROOT, var_dir

PLANS = ROOT / "deploy" / "wheels"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


def plans() -> list[Path]:
    """The file of every wheel there is."""
    return sorted(PLANS.glob("*.toml"))


def page_of(plan: Path) -> Path:
    """The page that introduces a wheel."""
    return ROOT / tomllib.loads(plan.read_text(encoding="utf-8"))["tool"]["x610z"]["page"]


def stage(plan: Path, folder: Path) -> None:
    """Lay out what a wheel packs as a project: its sources, marked as typed, its page and the licence."""
    packed = tomllib.loads(plan.read_text(encoding="utf-8"))["tool"]["x610z"]
    for name in packed["folders"]:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        (folder / name / "py.typed").touch()
    for name in packed.get("files", ()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    shutil.copyfile(plan, folder / "pyproject.toml")
    shutil.copyfile(page_of(plan), folder / "README.md")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")


def build(plan: Path, target: Path) -> None:
    """Build one wheel into a folder. Raises :class:`subprocess.CalledProcessError` when pip cannot."""
    with tempfile.TemporaryDirectory(prefix="x610z-wheel-") as name:
        stage(plan, Path(name))
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), name]
        subprocess.run(pip, check=True)


def main() -> None:
    """Build every wheel and say where it lies."""
    target = var_dir() / "wheels"
    shutil.rmtree(target, ignore_errors=True)
    for plan in plans():
        build(plan, target)
    for wheel in sorted(target.glob("*.whl")):
        print(wheel.relative_to(ROOT) if wheel.is_relative_to(ROOT) else wheel)


if __name__ == "__main__":
    main()
