"""The production files: they must speak of commands and settings that exist."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import yaml
from django.db import connection

from tests.patience import HANG
from x610z_site.celery import QUEUES
from x610z_site.services.environment import ROOT
from x610z_site.settings.databases import WEB_LIMITS

OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
MANY = yaml.safe_load((ROOT / "deploy" / "compose-many.yaml").read_text(encoding="utf-8"))
KUBERNETES = [
    one
    for path in sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))
    for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))
]
DEPLOYMENTS = {one["metadata"]["name"]: one["spec"] for one in KUBERNETES if one["kind"] == "Deployment"}
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
UNITS = [
    path
    for path in sorted((ROOT / "deploy" / "systemd").glob("*.service"))
    if not path.with_suffix(".timer").exists()
]
TIMERS = sorted((ROOT / "deploy" / "systemd").glob("*.timer"))
READ_BY_CODE = re.compile(
    r"""(?:env\.\w+|environ(?:ment)?\.get|environ\.setdefault)\(\s*["']([A-Z][A-Z0-9_]+)["']"""
)
# Read, but of no concern to an operator: pytest's, ./run's and ./test's own.
OWN_USE = {
    "TEST_DATABASE_FILE",
    "TEST_DATABASE_TEMPLATE",
    "TEST_SQLITE_TABLES",
    "PYTEST_XDIST_WORKER",
    "CHROMIUM",
    "X610Z_WHEELS",
    "PORT",
    "PATH",
    "CI",
    "HYPOTHESIS_PROFILE",
}


def documented() -> set[str]:
    table = OPERATIONS.split("## Settings, all from the environment")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z0-9_]+)`", table, re.MULTILINE))


def test_every_variable_the_site_reads_is_documented_and_every_documented_one_is_read() -> None:
    sources = [*(ROOT / "x610z_site").rglob("*.py"), ROOT / "manage.py"]
    read = {name for path in sources for name in READ_BY_CODE.findall(path.read_text(encoding="utf-8"))}
    assert read - OWN_USE == documented()


BY_THE_IMAGE = {"STATIC_ROOT", "X610Z_VAR"}
NOT_OF_A_SITE = {"LIVE_PORT", "DEBUG"}
"""Of `./run` and of somebody's `runserver` alone."""


def test_compose_and_the_example_pass_on_every_setting() -> None:
    passed = set(COMPOSE["x-site"]["environment"])
    image = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert all(f"{name}=" in image for name in BY_THE_IMAGE)
    assert passed == documented() - BY_THE_IMAGE - NOT_OF_A_SITE - {"X610Z_ROLE"}
    for name, service in COMPOSE["services"].items():
        if "environment" in service and name not in ("db", "backup", "redis", "proxy"):
            assert set(service["environment"]) >= passed, name
    example = (ROOT / "deploy" / "environment.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^(?:# )?([A-Z0-9_]+)=", example, re.M)) == documented() - NOT_OF_A_SITE - {
        "X610Z_ROLE"
    }


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_unit_starts_a_command_that_exists(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    command = shlex.split(re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1])  # type: ignore[index]  # must be there
    role = re.search(r"X610Z_ROLE=(\w+)", text)
    assert role
    assert unit.stem.rstrip("@") == f"x610z-{role[1]}"
    check_command(["python", *command[1:]])


def test_what_a_timer_starts_is_what_the_page_says() -> None:
    assert [timer.stem for timer in TIMERS] == ["x610z-backup", "x610z-verify"]
    for timer in TIMERS:
        text = timer.read_text(encoding="utf-8")
        assert "\nPersistent=true\n" in text and "\nWantedBy=timers.target\n" in text
        assert f"{timer.name}" in OPERATIONS
    steps = re.findall(
        r"^(rm|mv|pg_\w+) (.*)$", OPERATIONS.split("# step backup, as postgres")[1].split("```")[0], re.M
    )
    unit = (ROOT / "deploy" / "systemd" / "x610z-backup.service").read_text(encoding="utf-8")
    started = re.findall(r"^ExecStart(?:Pre)?=/usr/bin/(\S+) (.*)$", unit, re.M)
    assert started == [
        (name, words.replace('"', "").replace("$BACKUPS", "${BACKUPS}")) for name, words in steps
    ]
    verify = (ROOT / "deploy" / "systemd" / "x610z-verify.service").read_text(encoding="utf-8")
    assert "manage.py verify_ledger" in verify


def test_kubernetes_makes_a_backup_every_night() -> None:
    jobs = {one["metadata"]["name"]: one["spec"] for one in KUBERNETES if one["kind"] == "CronJob"}
    assert set(jobs) == {"backup", "verify"}
    backup = jobs["backup"]["jobTemplate"]["spec"]["template"]["spec"]
    assert "pg_dump --format=custom" in backup["containers"][0]["command"][-1]
    claim = backup["volumes"][0]["persistentVolumeClaim"]["claimName"]
    assert claim in {one["metadata"]["name"] for one in KUBERNETES if one["kind"] == "PersistentVolumeClaim"}
    verify = jobs["verify"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["command"]
    assert verify == ["python", "manage.py", "verify_ledger"]


@pytest.mark.postgres
@pytest.mark.django_db
def test_compose_makes_a_backup_every_night_that_a_cut_off_one_never_replaces(tmp_path: Path) -> None:
    backup, verify = (COMPOSE["services"][name] for name in ("backup", "verify"))
    script = ROOT / "deploy" / "compose-backup.sh"
    assert f"./{script.name}:/backup.sh:ro" in backup["volumes"] and backup["command"] == ["sh", "/backup.sh"]
    assert (
        "manage.py verify_ledger" in verify["command"][-1]
        and verify["environment"]["X610Z_ROLE"] == "command"
    )
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "one.webp").write_bytes(b"a picture")
    here = connection.get_connection_params()
    asked = {
        "PGHOST": "host",
        "PGPORT": "port",
        "PGUSER": "user",
        "PGPASSWORD": "password",
        "PGDATABASE": "dbname",
    }
    at = {name: here[key] for name, key in asked.items() if here.get(key)}
    at |= {"BACKUPS": tmp_path, "PICTURES": tmp_path / "pictures"}
    environment = {**os.environ, **{name: str(value) for name, value in at.items()}}

    def once(**more: str) -> int:
        return subprocess.run(["sh", script, "once"], env=environment | more, check=False).returncode

    assert once() == 0
    (dump,) = tmp_path.glob("x610z-?.dump")
    listed = subprocess.run(["pg_restore", "--list", dump], capture_output=True, text=True, check=True).stdout
    assert "TABLE DATA public ledger_ledgerrow" in listed
    with tarfile.open(tmp_path / "pictures.tar") as pictures:
        assert "./one.webp" in pictures.getnames()
    before = dump.read_bytes()
    assert once(PGDATABASE="no such database") != 0 and dump.read_bytes() == before


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_reads_the_units_and_finds_no_fault_in_them() -> None:
    files = [str(path) for path in sorted((ROOT / "deploy" / "systemd").iterdir())]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if not line.endswith("No such file or directory")]
    assert told == [], "but for programs that are not installed here"


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_unit_is_never_given_up_however_often_it_ends(unit: Path) -> None:
    head, _service, rest = unit.read_text(encoding="utf-8").partition("[Service]")
    assert "\nStartLimitIntervalSec=0\n" in head
    assert "\nRestart=always\n" in rest


def test_the_pages_have_two_servers_wherever_one_machine_serves_them() -> None:
    target = (ROOT / "deploy" / "systemd" / "x610z.target").read_text(encoding="utf-8")
    wanted = re.search(r"^Wants=(.*)$", target, re.MULTILINE)[1].split()  # type: ignore[index]  # must be there
    assert {"x610z-web@1.service", "x610z-web@2.service"} <= set(wanted)
    for name in wanted:
        assert (ROOT / "deploy" / "systemd" / re.sub(r"@\w+", "@", name)).exists()
    assert COMPOSE["services"]["web"]["deploy"]["replicas"] == 2
    assert DEPLOYMENTS["web"]["replicas"] >= 2


@pytest.mark.parametrize("service", ["web", "live", "worker", "relay", "migrate"])
def test_a_compose_service_starts_a_command_that_exists(service: str) -> None:
    described = COMPOSE["services"][service]
    if service == "web":
        last = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").strip().splitlines()[-1]
        command = yaml.safe_load(last.removeprefix("CMD "))
    else:
        command = described["command"]
    if service != "migrate":
        assert described["environment"]["X610Z_ROLE"] == service
    check_command(command)


def test_more_of_everything_stands_on_the_services_of_one_machine() -> None:
    services = MANY["services"]
    new = {"db-copy", "pgbouncer", "redis-pages", "worker-replay"}
    assert set(services) - new <= set(COMPOSE["services"])
    assert services["worker-replay"]["extends"] == {"file": "compose.yaml", "service": "worker"}
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= {*COMPOSE["services"], *services}, name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / "deploy" / source).exists() if source[0] == "." else source in MANY["volumes"]
    plain = COMPOSE["services"]["worker"]["command"]  # which is tried above
    for name, queue in (("worker", "default"), ("worker-replay", "replay,outgoing")):
        assert services[name]["command"] == [queue if word == ",".join(QUEUES) else word for word in plain]
    several = {name for name, service in services.items() if service.get("deploy", {}).get("replicas", 1) > 1}
    assert several == {"web", "live", "relay", "worker", "worker-replay"}
    # A Redis for jobs that forgets nothing, one for pages that forgets what is old.
    policy = {name: services[name]["command"][-1] for name in ("redis", "redis-pages")}
    assert policy == {"redis": "noeviction", "redis-pages": "allkeys-lru"}
    caches = {service["environment"]["CACHE_URL"] for name, service in services.items() if name in several}
    assert caches == {"redis://redis-pages:6379/0"}
    # Behind a pooler by the transaction, nothing may be kept on a connection.
    addresses = [
        service["environment"]["DATABASE_URL"] for name, service in services.items() if name in several
    ]
    assert all(address.endswith("?DISABLE_SERVER_SIDE_CURSORS=True") for address in addresses)


def test_one_limit_of_time_is_the_same_wherever_it_stands() -> None:
    limits = {name: f"{value // 1000}s" for name, value in WEB_LIMITS.items()}
    for file in ("compose-replication.sh", "kubernetes/database.yaml"):
        text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
        assert dict(re.findall(r"ALTER ROLE app_web SET (\w+) = '(\w+)'", text)) == limits


def test_the_parts_on_kubernetes_start_commands_that_exist() -> None:
    assert set(DEPLOYMENTS) == {"web", "live", "relay", "worker-default", "worker-replay", "redis"}
    known = {**COMPOSE["services"], **MANY["services"]}
    tried = {"live": COMPOSE["services"]["live"], "relay": COMPOSE["services"]["relay"]}
    tried |= {"worker-default": known["worker"], "worker-replay": known["worker-replay"]}
    for name, spec in DEPLOYMENTS.items():
        container = spec["template"]["spec"]["containers"][0]
        if name == "redis":
            assert container["command"] == COMPOSE["services"]["redis"]["command"]
            continue
        role = {one["name"]: one["value"] for one in container["env"]}["X610Z_ROLE"]
        assert role == name.partition("-")[0]
        assert spec["replicas"] > 1, "one of each may be lost"
        if name == "web":
            assert "command" not in container  # the image's own
            continue
        assert container["command"] == tried[name]["command"]


def test_on_kubernetes_every_name_leads_to_something() -> None:
    ours = [one for one in KUBERNETES if one["kind"] != "Kustomization"]
    assert len({(one["kind"], one["metadata"]["name"]) for one in ours}) == len(ours)
    for name, spec in DEPLOYMENTS.items():
        assert (
            spec["selector"]["matchLabels"]
            == spec["template"]["metadata"]["labels"]
            == {"app": "x610z", "part": name}
        )
    services = {one["metadata"]["name"]: one["spec"] for one in ours if one["kind"] == "Service"}
    for service in services.values():
        ports = DEPLOYMENTS[service["selector"]["part"]]["template"]["spec"]["containers"][0]["ports"]
        assert [one["targetPort"] for one in service["ports"]] == [one["containerPort"] for one in ports]
    config = next(one["data"] for one in ours if one["kind"] == "ConfigMap")
    assert set(config) <= documented()
    assert set(re.findall(r"//(\w+):", " ".join(config.values()))) <= set(services)
    ingress = next(one["spec"] for one in ours if one["kind"] == "Ingress")
    assert {path["backend"]["service"]["name"] for path in ingress["rules"][0]["http"]["paths"]} <= set(
        services
    )


def test_on_kubernetes_a_part_that_is_busy_is_not_taken_for_lost() -> None:
    """Within its second of patience, Kubernetes' own, ten clients of the API took every node of pages away."""
    probed = 0
    for spec in DEPLOYMENTS.values():
        container = spec["template"]["spec"]["containers"][0]
        probes = [container[name] for name in ("readinessProbe", "livenessProbe") if name in container]
        assert all(probe["timeoutSeconds"] >= 5 for probe in probes)
        probed += len(probes)
    assert probed >= 5
    web = DEPLOYMENTS["web"]["template"]["spec"]["containers"][0]
    asked = [web[name]["httpGet"]["path"] for name in ("livenessProbe", "readinessProbe")]
    assert asked == ["/livez/", "/healthz/"], "a database that is away starts no page node anew"


def test_on_kubernetes_nothing_runs_as_root_or_may_become_it() -> None:
    specs = [spec["template"]["spec"] for spec in DEPLOYMENTS.values()]
    specs += [one["spec"]["template"]["spec"] for one in KUBERNETES if one["kind"] == "Job"]
    jobs = [one["spec"]["jobTemplate"] for one in KUBERNETES if one["kind"] == "CronJob"]
    specs += [job["spec"]["template"]["spec"] for job in jobs]
    for spec in specs:
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["automountServiceAccountToken"] is False
        for container in spec["containers"]:
            assert container["securityContext"]["allowPrivilegeEscalation"] is False
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def check_command(command: list[str]) -> None:
    """The module, the management command or the application that it names is there, and takes these options."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test"}
    if command[1] == "manage.py":
        checked = [*command[1:3], "--help"]
    else:
        checked = [*command[1:], "--help"]
        for word in command:
            if re.fullmatch(r"[a-z0-9_.]+:\w+", word):
                assert (ROOT / (word.partition(":")[0].replace(".", "/") + ".py")).exists()
    result = subprocess.run(
        [sys.executable, *checked], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANG
    )
    assert result.returncode == 0, result.stderr


def test_the_image_holds_the_runtime_set_only() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"-r (\S+)", text) == ["requirements/runtime.txt"]
    assert "--require-hashes" in text
    assert "USER x610z" in text


def test_both_proxies_differ_only_in_where_the_site_is() -> None:
    plain = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8").splitlines()
    compose = (ROOT / "deploy" / "compose-nginx.conf").read_text(encoding="utf-8").splitlines()
    differing = [line for line in compose if line not in plain]
    assert [line.strip() for line in differing[1:]] == ["server web:8000;", "server live:8001;"]


def test_every_management_command_the_pages_name_exists() -> None:
    from django.core.management import get_commands

    named = set(re.findall(r"manage\.py (\w+)", OPERATIONS))
    assert named <= set(get_commands())


def test_a_probe_tells_a_healthy_address_from_a_dead_one() -> None:
    from x610z_site.services.probe import main

    assert main("http://127.0.0.1:1/healthz/") == 1
