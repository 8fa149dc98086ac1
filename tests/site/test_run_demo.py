"""`./run` with its demo, loaded once for all of these: cut off and begun anew, kept, thrown away; and a day in it.

The demo is loaded by the site itself, in processes of its own; what it holds is tested in tests/tournaments/demo.
"""

import http.cookiejar
import json
import re
import stat
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.site.processes import processes_of
from tests.site.test_run import running

LOADING = "Loading the demo tournament"
pytestmark = pytest.mark.timeout(3600)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo: the first start was cut off while it loaded it, the second began anew."""
    var = tmp_path_factory.mktemp("demo")
    with running(var, until=LOADING) as (process, said, _port):
        assert LOADING in said
        process.terminate()
        process.wait(HANG)
    assert processes_of(var) == []
    assert (var / "demo-loading").exists()
    with running(var) as (_process, said, _port):
        assert "cut off while it was loaded; starting over" in said
        assert LOADING in said
    assert not (var / "demo-loading").exists()
    return var


class Browser:
    """A browser that keeps cookies and sends what a form sends."""

    def __init__(self, base: str) -> None:
        self.base, self.jar = base, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        try:
            with self.opener.open(self.base + path, timeout=HANG) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def post(self, path: str, **fields: str) -> str:
        token = self.cookie("csrftoken") or (self.get("/sign-in/") and self.cookie("csrftoken"))
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        headers = {"Origin": self.base}
        request = urllib.request.Request(self.base + path, data, headers)  # noqa: S310 - our own address
        try:
            with self.opener.open(request, timeout=HANG) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")


@pytest.mark.night(
    "loads the demo into real processes",
    short="tests/site/test_run.py::test_the_site_starts_serves_and_stops_leaving_nothing",
)
def test_no_log_file_of_a_day_with_real_processes_holds_a_secret_and_nobody_else_reads_them(
    loaded: Path,
) -> None:
    """Everything that has a secret is done once, right and wrong, and then every file and stream is searched."""
    with running(loaded) as (_process, said, port):
        assert "Loading the demo" not in said and "Gathering static" not in said, "what is there is kept"
        assert "Password of every log-in" in said
        base = f"http://127.0.0.1:{port}"
        links = re.findall(r"/link/#(\S+)", said)
        waiting = re.findall(r"/link/#(\S+)", said.partition("Recorded games")[0])
        assert len(waiting) == 2 and links[:2] == waiting
        guest, desk, wrong = Browser(base), Browser(base), Browser(base)
        assert "Gust" not in guest.post("/link/", code=links[0])
        assert guest.cookie("sessionid"), "the control: the link let a guest in"
        for path in (f"/link/{links[1]}/", f"/link/{links[1]}", f"/link/?code={links[1]}"):
            wrong.get(path)
        wrong.post(f"/link/{links[1]}/", code=links[1])
        wrong.post("/link/", code=links[0])
        wrong.post("/sign-in/", username="organizer", password="CANARY-wrong-password")
        desk.post("/sign-in/", username="organizer", password="ending-dot-610")
        assert desk.cookie("sessionid")
        desk.get("/clans/join/CANARY-clan-code/")
        desk.post("/clans/join/CANARY-clan-code/")
        desk.get("/t/ring-and-orbit-cup-utrecht/deck/opened/sign/CANARY-token/")
        desk.post("/me/account/", do="password", current="CANARY-current", password="CANARY-new-password")
        page = desk.post("/t/ring-and-orbit-cup-utrecht/desk/links/", entry="all")
        made = re.findall(r"/link/#([\w-]+)", page)
        assert len(made) >= 14
        odd = urllib.request.Request(base + "/", headers={"Host": "evil.example"})  # noqa: S310 - our own address
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(odd, timeout=HANG)  # noqa: S310 - our own address
        assert refused.value.code == 400
        secrets = [*links, *made, "CANARY", "ending-dot-610"]
        secrets += [browser.cookie(name) for browser in (guest, desk) for name in ("sessionid", "csrftoken")]
        logs = {path.name: path.read_text(errors="replace") for path in (loaded / "log").iterdir()}
    assert len(logs) >= 5 and any(logs.values())
    found = {name: secret for name, text in logs.items() for secret in secrets if secret and secret in text}
    assert found == {}, json.dumps(found)
    open_to_others = [
        path.name
        for path in (loaded, *loaded.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) & 0o077 and "static" not in path.parts
    ]
    assert open_to_others == []


@pytest.mark.night(
    "loads the demo twice",
    short="tests/site/test_run.py::test_the_site_starts_serves_and_stops_leaving_nothing",
)
def test_what_fresh_throws_away_is_loaded_anew(loaded: Path) -> None:
    with running(loaded, "--fresh", until=LOADING) as (_process, said, _port):
        assert LOADING in said
