"""Everybody signs in from one address, while somebody guesses passwords: who is refused, and what it costs.

    python -m benchmarks.signins [--people 2000] [--seconds 300] [--short]    make signins

The site with production settings (argon2 as the site has it) behind the proxy of ``deploy/``. The people come within
the seconds, all from one address: each opens the page, one in twenty mistypes first, then signs in and opens the page
that follows. Meanwhile two strangers guess, each from an address of their own: one many passwords for one name, one a
single password for many names; and somebody in the hall guesses the head judge's password. All three must be stopped
at the limits of ``accounts/limits.py``, and the judge must come in all the same from a browser that was in before. The
control, at the end: somebody in the hall itself mistypes as often as one address may; those who then come with a new
browser must be counted as refused. The yardstick is one check of a password in this process.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, Running, children, processors, whole_site
from benchmarks.storm import percent, unpacked

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that live as long as this run
HALL, GUESSER, SPRAYER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
JUDGE = "hall0"
PATIENCE = 120.0


def accounts(people: int) -> None:
    """Make the accounts and print the limits and what one check of a password costs, in seconds."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import check_password, make_password

    from x610z_site.accounts import limits

    model, secret = get_user_model(), make_password(PASSWORD)
    begun, used = time.perf_counter(), time.process_time()
    for _time in range(5):
        assert check_password(PASSWORD, secret)
    used, begun = (time.process_time() - used) / 5, (time.perf_counter() - begun) / 5
    model.objects.bulk_create(
        model(username=f"hall{number}", display_name=f"H{number}", password=secret)
        for number in range(people)
    )
    print(json.dumps({"pair": limits.PAIR.most, "address": limits.ADDRESS.most, "check": used}), flush=True)


@dataclass
class Browser:
    """A browser at an address of this machine: keeps its cookies, opens a connection for each request."""

    port: int
    address: str = HALL
    cookies: dict[str, str] = field(default_factory=dict)

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, dict[str, str], str]:
        """Status, headers and body of one request."""
        from urllib.parse import urlencode

        local = (self.address, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=local)
        body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("__Host-csrf", "")}) if form else ""
        lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {site.HOST}", "Connection: close"]
        lines += ["Accept-Encoding: gzip"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form:
            lines += [f"Origin: https://{site.HOST}", "Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", body]).encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        head, text = unpacked(answer)
        for name, value in re.findall(r"^set-cookie: ([^=]+)=([^;\r]*)", head, re.I | re.M):
            self.cookies[name] = value
        headers = {name.lower(): value for name, value in re.findall(r"^([\w-]+): ([^\r]*)", head, re.M)}
        return int(head.split(" ", 2)[1]), headers, text

    async def sign_in(self, name: str, password: str) -> int:
        """The status of the answer: 302 in, 200 wrong, 429 stopped."""
        if "__Host-csrf" not in self.cookies:
            await self.ask("/sign-in/")
        return (await self.ask("/sign-in/", {"username": name, "password": password}))[0]


async def person(port: int, number: int, wait: float, seen: dict[str, Any]) -> None:
    """One of the hall: comes after a while, signs in, reads the next page."""
    await asyncio.sleep(wait)
    browser = Browser(port)
    try:
        status, _headers, _text = await browser.ask("/sign-in/")
        if status == 200 and number % 20 == 7 and await browser.sign_in(f"hall{number}", "mistyped") != 200:
            seen["refused"]["after a mistake"] += 1
        begun = time.perf_counter()
        status, headers, _text = await browser.ask(
            "/sign-in/", {"username": f"hall{number}", "password": PASSWORD}
        )
        seen["took"].append(time.perf_counter() - begun)
        if status != 302:
            seen["refused"][str(status)] += 1
            return
        status, _headers, text = await browser.ask(headers["location"])
        if status != 200 or f"H{number}<" not in re.sub(r"\s+<", "<", text):
            seen["refused"][f"not in: {status}"] += 1
    except (OSError, ValueError, KeyError, IndexError, TimeoutError) as error:
        seen["refused"][type(error).__name__] += 1


async def guess(port: int, limits: dict[str, int], pause: float) -> dict[str, Counter[int]]:
    """What those who guess were answered."""
    answers: dict[str, Counter[int]] = {
        "one name": Counter(),
        "many names": Counter(),
        "in the hall": Counter(),
    }

    async def go(what: str, browser: Browser, names: list[str]) -> None:
        for name in names:
            answers[what][await browser.sign_in(name, "Winter2026!")] += 1
            await asyncio.sleep(pause)

    over = limits["pair"] + 10
    many = [f"hall{number}" for number in range(1, limits["address"] + 11)]
    await asyncio.gather(
        go("one name", Browser(port, GUESSER), ["hall1"] * over),
        go("many names", Browser(port, SPRAYER), many),
        go("in the hall", Browser(port), [JUDGE] * over),
    )
    return answers


async def day(port: int, people: int, seconds: float, limits: dict[str, int]) -> dict[str, Any]:
    """The whole scene: the judge's own browser, the hall, the guesses, the judge again, and the control."""
    seen: dict[str, Any] = {"took": [], "refused": Counter()}
    judge = Browser(port)
    assert await judge.sign_in(JUDGE, PASSWORD) == 302
    chance = random.Random(5)
    comers = [person(port, number, chance.uniform(0, seconds), seen) for number in range(2, people)]
    guessing = asyncio.create_task(guess(port, limits, seconds / (2 * limits["address"])))
    await asyncio.gather(*comers)
    seen["guesses"] = await guessing
    seen["judge elsewhere"] = await Browser(port).sign_in(JUDGE, PASSWORD)
    await judge.ask("/sign-out/", {"go": "1"})
    seen["judge"] = await judge.sign_in(JUDGE, PASSWORD)
    mistyping = Browser(port)
    for number in range(limits["address"]):
        await mistyping.sign_in(f"nobody{number}", "mistyped")
    seen["control"] = [await Browser(port).sign_in(f"hall{number}", PASSWORD) for number in range(10, 30)]
    known = Browser(
        port, HALL, {name: value for name, value in judge.cookies.items() if "session" not in name}
    )
    seen["known then"] = await known.sign_in(JUDGE, PASSWORD)
    return seen


def run(people: int, seconds: float) -> dict[str, Any]:
    """Start the site, make the accounts, let everybody come; what was seen, with processor and memory."""
    with ExitStack() as stack:
        running: Running = stack.enter_context(whole_site())
        maker = Helper(["benchmarks.signins", "--as-maker", str(people)], running.environment)
        stack.callback(maker.end)
        limits = maker.line()
        master = running.pages.process.pid
        used = processors(master)
        seen = asyncio.run(day(running.port, people, seconds, limits))
        seen |= {"processor": processors(master) - used, "limits": limits}
        seen["memory"] = sum(map(peak, [master, *children(master)]))
        return seen


def peak(pid: int) -> int:
    """The most resident memory that a process ever had, in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) // 1024


def held(seen: dict[str, Any]) -> list[str]:
    """What did not hold, in words; empty when all did."""
    limits, guesses = seen["limits"], seen["guesses"]
    wrong = {
        "somebody of the hall was refused": bool(seen["refused"]),
        "a guesser of one name was not stopped": guesses["one name"] != {200: limits["pair"], 429: 10},
        "a guesser in the hall was not stopped": guesses["in the hall"] != {200: limits["pair"], 429: 10},
        "a guesser of many names was not stopped": guesses["many names"] != {200: limits["address"], 429: 10},
        "the judge's name was free to guess from the hall": seen["judge elsewhere"] != 429,
        "the judge did not come in": seen["judge"] != 302 or seen["known then"] != 302,
        "the control: nobody was refused": seen["control"] != [429] * len(seen["control"]),
    }
    return [what for what, so in wrong.items() if so]


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--short", action="store_true", help="60 people within five seconds")
    parser.add_argument("--as-maker", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_maker:
        accounts(told.as_maker)
        return 0
    people, seconds = (60, 5.0) if told.short else (told.people, told.seconds)
    seen = run(people, seconds)
    guesses = {what: dict(count) for what, count in seen["guesses"].items()}
    keep(
        "signins",
        command="make signins"
        if (people, seconds) == (2000, 300.0)
        else f"python -m benchmarks.signins --people {people} --seconds {seconds:.0f}",
        goals=("R17",),
        figures={
            "people, seconds, addresses": f"{people}, {seconds:.0f}, 1",
            "of them refused": f"{sum(seen['refused'].values())} {dict(seen['refused']) or ''}".strip(),
            "mistyped first": f"{len(range(7, people, 20))}",
            "a sign-in: median, p95, p99": ", ".join(
                f"{percent(seen['took'], p):.0f} ms" for p in (50, 95, 99)
            ),
            "processor of the pages for one person": f"{1000 * seen['processor'] / people:.0f} ms",
            "yardstick, one check of a password": f"{1000 * seen['limits']['check']:.0f} ms",
            "most memory of the pages, master and two workers": f"{seen['memory']} MB",
            "guesses of one name, from outside: taken, stopped": _counts(guesses["one name"]),
            "guesses of one name, in the hall: taken, stopped": _counts(guesses["in the hall"]),
            "one password for many names: taken, stopped": _counts(guesses["many names"]),
            "the judge whose name was guessed": "came in from a browser that was in before",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"after {seen['limits']['address']} mistakes from the hall's own address "
        f"{seen['control'].count(429)} of {len(seen['control'])} who came with a new browser were refused",
    )
    wrong = held(seen)
    print("\n".join(wrong))
    return int(bool(wrong))


def _counts(answers: dict[int, int]) -> str:
    return f"{answers.get(200, 0)}, {answers.get(429, 0)}"


if __name__ == "__main__":
    sys.exit(main())
