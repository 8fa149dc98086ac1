"""`python -m tests.mutation [PACKAGE ...] [--sample N] [--fresh]`: how many broken versions the tests notice.

Control: three changes of each package of which nobody could see anything must survive. Verdicts are kept in
`var/mutation/` and used again while the code around a mutant stays the same: a mutant that was killed stays killed,
survivors are tried again. Exit status 1: a package scores below `--least`, or the control is noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import math
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks.kept import keep
from tests.mutation import forks
from tests.mutation.sites import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / "mutation"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
PACKAGES = {
    "pairing": ("tournaments/pairing", "tests/tournaments/pairing"),
    "standings": ("tournaments/standings", "tests/tournaments/standings"),
    "season_points": ("tournaments/season_points", "tests/tournaments/season_points"),
    "simulator": ("tournaments/simulator", "tests/tournaments/simulator"),
}
HARMLESS = 3
# Loaded once before the first fork; the packages themselves must stay unloaded until a mutant is in place.
HEAVY = ("hypothesis", "rustworkx", "networkx", "coverage", "lark", "msgspec", "tests.conftest")


def main() -> int:
    """Run what was asked for, package by package."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all of them if none is named")
    parser.add_argument("--sample", type=int, help="try so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=610, help="of that draw")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="mutants whose name holds one of these texts (a,b)")
    parser.add_argument(
        "--within", type=float, default=math.inf, help="seconds of tests per mutant, quickest first"
    )
    parser.add_argument("--fresh", action="store_true", help="forget the verdicts of earlier runs")
    parser.add_argument(
        "--least", type=float, default=90.0, help="the score, in percent, that must be reached"
    )
    options = parser.parse_args()
    os.environ["CI"] = "1"  # property tests repeat themselves: a verdict must not depend on luck
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in HEAVY:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    wrong = [name for name in options.packages if name not in PACKAGES]
    if wrong:
        parser.error(f"no such package: {', '.join(wrong)}")
    names = options.packages or list(PACKAGES)
    scores = {name: campaign(name, options) for name in names}
    noticed = sum(harmless(name, options) for name in names)
    keep(
        "mutants",
        command=f"python -m tests.mutation {' '.join(sys.argv[1:])}".strip(),
        goals=("R24",),
        figures={f"changes of {name} that the tests notice": said for name, (_score, said) in scores.items()},
        control=f"of {HARMLESS} changes a package of which nobody could see anything {noticed} are noticed",
    )
    return 0 if min(score for score, _said in scores.values()) >= options.least and not noticed else 1


def harmless(name: str, options: argparse.Namespace) -> int:
    """How many of three changes that are listed as of no effect are noticed all the same."""
    package, tests = PACKAGES[name]
    every = [
        one
        for path in sorted((ROOT / package).rglob("*.py"))
        for one in mutants_of(ROOT, str(path.relative_to(ROOT)))
    ]
    listed = _equivalent(every, package, partly=True)
    drawn = sorted((one for one in every if one.name in listed), key=lambda one: _draw(options.seed, one))
    base = forks.baseline(ROOT, package, [tests], KEPT / f"{name}.baseline.json")
    base.within = options.within
    kept = KEPT / f"{name}-harmless.jsonl"
    kept.unlink(missing_ok=True)
    verdicts = _try(drawn[:HARMLESS], tests, base, kept, options.jobs)
    return sum(verdict in ("killed", "slow") for verdict in verdicts.values())


def campaign(name: str, options: argparse.Namespace) -> tuple[float, str]:
    """All of one package: the score in percent, and in words; prints what survived."""
    package, tests = PACKAGES[name]
    mutants = [
        mutant
        for path in sorted((ROOT / package).rglob("*.py"))
        for mutant in mutants_of(ROOT, str(path.relative_to(ROOT)))
        if any(text in mutant.name for text in options.only.split(","))
    ]
    excused = _equivalent(mutants, package, bool(options.only))
    counted = [mutant for mutant in mutants if mutant.name not in excused]
    chosen = counted
    if options.sample and options.sample < len(counted):
        chosen = sorted(counted, key=lambda mutant: _draw(options.seed, mutant))[: options.sample]
    kept = KEPT / f"{name}.jsonl"
    if options.fresh:
        kept.unlink(missing_ok=True)
    known = _known(kept)
    verdicts = {m.name: known[m.digest] for m in chosen if known.get(m.digest) in ("killed", "slow")}
    todo = [mutant for mutant in chosen if mutant.name not in verdicts]
    print(f"{name}: {len(mutants)} mutants, {len(excused)} equivalent, {len(todo)} to try", flush=True)
    if todo:
        base = forks.baseline(ROOT, package, [tests], KEPT / f"{name}.baseline.json")
        base.within = options.within
        for mutant, verdict in _try(todo, tests, base, kept, options.jobs).items():
            verdicts[mutant] = verdict
    return _report(name, chosen, len(counted), verdicts)


def _try(todo: list[Mutant], tests: str, base: forks.Baseline, kept: Path, jobs: int) -> dict[str, str]:
    unseen = [mutant for mutant in todo if not base.tests_for(mutant)]
    imported = [mutant for mutant in todo if mutant not in unseen and base.at_import(mutant)]
    live = [mutant for mutant in todo if mutant not in unseen and not base.at_import(mutant)]
    with kept.open("a", encoding="utf-8") as out:

        def done(mutant: Mutant, verdict: str) -> None:
            out.write(json.dumps({"id": mutant.digest, "name": mutant.name, "verdict": verdict}) + "\n")
            out.flush()

        for mutant in unseen:
            done(mutant, "survived")
        _in_a_process(lambda: forks.run_live(ROOT, [tests], live, base, jobs, done))
        broken = {digest for digest, verdict in _known(kept).items() if verdict == "broken"}
        again = [mutant for mutant in live if mutant.digest in broken]
        forks.run_imported(ROOT, [tests], imported + again, base, jobs, done)
    known = _known(kept)
    return {mutant.name: known.get(mutant.digest, "lost") for mutant in todo}


def _draw(seed: int, mutant: Mutant) -> str:
    """By the mutant's own name: the sample stays nearly the same while the package changes."""
    return hashlib.sha256(f"{seed} {mutant.name}".encode()).hexdigest()


def _in_a_process(work: Callable[[], None]) -> None:
    """Collecting imports the package; the process that forks for the other mutants must not have it."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _known(kept: Path) -> dict[str, str]:
    """The last verdict of every mutant tried so far."""
    if not kept.exists():
        return {}
    rows = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    return {row["id"]: row["verdict"] for row in rows}


def _equivalent(mutants: list[Mutant], package: str, partly: bool) -> set[str]:
    """The listed mutants that change nothing anybody could see; complains of lines that fit no mutant any more."""
    listed = {
        name
        for entry in tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
        for name in entry["mutants"]
        if name.startswith(package)
    }
    names = {mutant.name for mutant in mutants}
    if not partly:
        for name in sorted(listed - names):
            print(f"  listed as equivalent, but no such mutant: {name}")
    return listed & names


def _report(name: str, chosen: list[Mutant], population: int, verdicts: dict[str, str]) -> tuple[float, str]:
    count = Counter(verdicts.values())
    killed, total = count["killed"] + count["slow"], len(chosen)
    score = 100.0 * killed / total if total else 100.0
    for mutant in chosen:
        if verdicts[mutant.name] not in ("killed", "slow"):
            print(f"  {verdicts[mutant.name]}: {mutant.name} (line {mutant.line})")
    by_file = Counter(mutant.path for mutant in chosen if verdicts[mutant.name] not in ("killed", "slow"))
    print("  " + ", ".join(f"{Path(path).name} {number}" for path, number in by_file.most_common()))
    low, high = _interval(killed, total)
    sampled = f", 95 % interval {low:.1f} to {high:.1f} %" if total < population else ""
    said = f"{killed} of {total}, {score:.1f} %{sampled}"
    print(f"{name}: {said} ({count['slow']} by the clock)", flush=True)
    return score, said


def _interval(killed: int, total: int) -> tuple[float, float]:
    """Wilson's interval for a share, in percent."""
    if not total:
        return 0.0, 100.0
    z, share = 1.96, killed / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return 100 * (middle - half) / (1 + z * z / total), 100 * (middle + half) / (1 + z * z / total)


if __name__ == "__main__":
    sys.exit(main())
