"""The files of ``deploy/`` held by the programs that would read them: ``make deploy-files``.

    python -m benchmarks.drills.inside benchmarks.drills.deploy_files

Docker's compose reads the compose files, alone and together (no engine is needed for that); ``kubectl kustomize`` puts
the Kubernetes files together; the site's resources are held against the schemas of Kubernetes. Each has a control: a
file with one wrong word must be refused.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.drills.page_steps import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE = (("compose.yaml",), ("compose.yaml", "compose-many.yaml"))
VALUES = (
    "ALLOWED_HOSTS",
    "APP_PASSWORD",
    "CERTIFICATES",
    "CSRF_TRUSTED_ORIGINS",
    "POSTGRES_PASSWORD",
    "REPLICATION_PASSWORD",
    "SECRET_KEY",
)
"""What anyone who runs the compose files must say."""


def ran(*words: object, environment: dict[str, str] | None = None) -> tuple[int, str]:
    """The exit code of a program and all it said."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=DEPLOY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def compose(files: Sequence[Path], *, without: str = "") -> tuple[int, str]:
    """What Docker's compose says of files that are laid over one another."""
    program = Path(sys.prefix) / "bin" / "docker-compose"
    environment = {"PATH": "/usr/bin:/bin", **{name: "x" for name in VALUES if name != without}}
    named = [word for file in files for word in ("-f", str(file))]
    return ran(program, *named, "config", "--quiet", environment=environment)


def kubernetes(file: Path) -> tuple[int, str]:
    """What the schemas of Kubernetes say of a file."""
    return ran(sys.executable, "-m", "kubernetes_validate", "--strict", file)


def refused(what: str, answer: tuple[int, str]) -> None:
    """A control must have failed."""
    if answer[0] == 0:
        sys.exit(f"control: {what} passed, so this command sees nothing")
    print(f"control: {what}: refused")


def passed(what: str, answer: tuple[int, str]) -> None:
    """A file must have passed."""
    if answer[0]:
        sys.exit(f"{what}:\n{answer[1]}")
    print(f"{what}: ok")


def main() -> None:
    """All files, then the controls."""
    with tempfile.TemporaryDirectory(prefix="x610z-deploy-") as name:
        folder = Path(name)
        for files in COMPOSE:
            passed(f"compose {' + '.join(files)}", compose([DEPLOY / file for file in files]))
        wrong = folder / "wrong.yaml"
        wrong.write_text("services:\n  web:\n    replica: 3\n")
        refused(
            "a compose file with a word that compose does not know", compose([DEPLOY / "compose.yaml", wrong])
        )
        refused("compose without its secret key", compose([DEPLOY / "compose.yaml"], without="SECRET_KEY"))

        passed("kubernetes site.yaml", kubernetes(DEPLOY / "kubernetes" / "site.yaml"))
        text = (DEPLOY / "kubernetes" / "site.yaml").read_text(encoding="utf-8")
        assert text.count("replicas:") > 1
        wrong.write_text(text.replace("replicas:", "replica:", 1))
        refused("a deployment with a word that Kubernetes does not know", kubernetes(wrong))
        kubectl = shutil.which("kubectl")
        if kubectl is None:
            sys.exit("kubectl is not installed: how the files come together was not tried")
        together = ran(kubectl, "kustomize", DEPLOY / "kubernetes")
        passed("kubectl kustomize", together)
        assert together[1].count("\nkind: ") >= text.count("\nkind: "), "resources were lost"


if __name__ == "__main__":
    main()
