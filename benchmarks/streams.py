"""Open streams through the proxy of `deploy/`: how many phones it holds, and when the last one hears of a version.

    python -m benchmarks.streams [--streams 10000] [--versions 5]

nginx runs with the files of `deploy/` in front of one live process with a real Redis; the phones are another process.
The control in the same run: the same files with one worker and the 1,024 connections that nginx has by itself, which
must turn phones away. A machine that allows 20,000 files to a process ends a worker at 9,990. Needs nginx (Debian:
`apt-get install nginx-light`).
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import redis

from benchmarks.kept import keep
from benchmarks.live_fanout import live_process, memory, processor
from benchmarks.proxied import proxy
from benchmarks.proxied.running import children
from benchmarks.storm import percent
from x610z_site.live_feed import CHANNEL
from x610z_site.services.servers import free_port, private_redis

ROOT = Path(__file__).resolve().parent.parent


async def phones(port: int, streams: int) -> None:
    """The other process: opens streams, says how many are open, then for each version when the last one heard."""
    heard: dict[int, list[float]] = {}
    opened = refused = 0

    async def one() -> None:
        nonlocal opened, refused
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"GET /live/t-bench/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
            )
            status = await reader.readline()
        except OSError:
            refused += 1
            return
        if b" 200 " not in status:
            refused += 1
            writer.close()
            return
        opened += 1
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    heard.setdefault(json.loads(line[6:])["version"], []).append(time.time())
        except OSError:
            pass

    tasks = []
    for number in range(streams):
        tasks.append(asyncio.create_task(one()))
        if number % 100 == 99:
            await asyncio.sleep(0.03)
    deadline = time.monotonic() + 120
    while (opened + refused < streams or len(heard.get(0, ())) < opened) and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
    print(json.dumps({"open": opened, "refused": streams - opened}), flush=True)
    for line in iter(sys.stdin.readline, ""):
        version, deadline = int(line), time.monotonic() + 60
        while len(heard.get(version, ())) < opened and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        got = heard.get(version, [0.0])
        print(json.dumps({"told": len(got), "last": max(got)}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdout.flush)


def run(streams: int, versions: int, *, connections: int | None = None) -> dict[str, Any]:
    """Open the streams, tell the versions; with ``connections``, with that number in place of the file's."""
    with tempfile.TemporaryDirectory() as name, private_redis() as url, live_process(url) as (live, live_pid):
        port, folder = free_port(), Path(name)
        client = redis.Redis.from_url(url)
        client.set("x610z:version:t-bench", 0)
        with proxy(
            folder,
            port=port,
            pages=free_port(),
            live=live,
            workers=connections and 1,
            connections=connections,
        ) as master:
            workers = children(master)
            before = sum(map(memory, workers)), memory(live_pid)
            asker = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "benchmarks.streams",
                    "--phones-at",
                    str(port),
                    "--streams",
                    str(streams),
                ],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert asker.stdin is not None and asker.stdout is not None
            found = json.loads(asker.stdout.readline())
            found["kB"] = [
                (now - first) / max(found["open"], 1)
                for now, first in zip((sum(map(memory, workers)), memory(live_pid)), before, strict=True)
            ]
            used = sum(map(processor, workers)), processor(live_pid)
            found["last"], found["told"] = [], []
            for version in range(1, versions + 1):
                sent = time.time()
                client.publish(CHANNEL, json.dumps({"tournament": "t-bench", "version": version}))
                asker.stdin.write(f"{version}\n")
                asker.stdin.flush()
                said = json.loads(asker.stdout.readline())
                found["last"].append(said["last"] - sent)
                found["told"].append(said["told"])
            found["cpu"] = [
                (now - first) / versions
                for now, first in zip((sum(map(processor, workers)), processor(live_pid)), used, strict=True)
            ]
            asker.kill()
            asker.wait()
        return found


def main() -> None:
    """Both runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--versions", type=int, default=5)
    parser.add_argument("--phones-at", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.phones_at:
        asyncio.run(phones(options.phones_at, options.streams))
        return
    ours = run(options.streams, options.versions)
    control = run(700, 1, connections=1024)
    refused = control["refused"] > 0
    whole = ours["open"] == options.streams == min(ours["told"])
    keep(
        "streams",
        command=f"python -m benchmarks.streams --streams {options.streams} --versions {options.versions}",
        goals=("R14",),
        figures={
            "phones with an open stream": f"{ours['open']} of {options.streams}",
            "versions, each told to": f"{options.versions}, {min(ours['told'])}",
            "the last heard of a version: median, slowest": f"{percent(ours['last'], 50) / 1000:.2f} s, "
            f"{max(ours['last']):.2f} s",
            "memory for a stream: nginx, live": ", ".join(f"{size:.1f} kB" for size in ours["kB"]),
            "processor for a version: nginx, live": ", ".join(
                f"{spent * 1000:.0f} ms" for spent in ours["cpu"]
            ),
            "files that a process may open here": f"{hard}",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"the same with the 1,024 connections that nginx has by itself: {control['open']} of 700 open, "
        f"{control['refused']} turned away",
    )
    sys.exit(0 if whole and refused else 1)


if __name__ == "__main__":
    main()
