"""How long until the last of many phones hears of a new version, and what the live process costs.

    .venv/bin/python -m benchmarks.live_fanout [CLIENTS]

Beside it, in the same run, the yardstick: a bare asyncio server that writes the same bytes to the same number of open
connections with no protocol, no queues and no Redis. Client and server share this machine.
"""

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis.asyncio

from x610z_site.live_feed import CHANNEL
from x610z_site.services.servers import free_port, private_redis, wait_for_port
from x610z_site.services.start import LIVE_SERVER

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
HANG = 120.0
TRIES = 3
NOWHERE = "sqlite:////nonexistent/none.sqlite3"
BARE = """
import asyncio, sys
writers = []
async def client(reader, writer):
    line = await reader.readline()
    if line == b"TELL\\n":
        version = (await reader.readline()).strip()
        for other in writers:
            other.write(b'event: version\\nid: 1\\ndata: {"version": ' + version + b', "jitter": 4000}\\n\\n')
        writer.close()
    else:
        writers.append(writer)
        writer.write(b'data: {"version": 0}\\n\\n')
async def main():
    server = await asyncio.start_server(client, "127.0.0.1", int(sys.argv[1]), backlog=4096)
    await server.serve_forever()
asyncio.run(main())
"""


async def listen(port: int, heard: dict[int, list[float]], ready: asyncio.Semaphore) -> None:
    """One phone: notes when each version arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /live/t-bench/ HTTP/1.1\r\nHost: bench\r\n\r\n")
    try:
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            version = json.loads(line[6:])["version"]
            if version == 0:
                ready.release()
            else:
                heard.setdefault(version, []).append(time.perf_counter())
    finally:
        writer.close()


async def measure(port: int, clients: int, tell: object, pid: int) -> dict[str, float]:
    """Connect, publish ROUNDS versions, and return the figures."""
    before = memory(pid)
    heard: dict[int, list[float]] = {}
    ready = asyncio.Semaphore(0)
    started = time.perf_counter()
    tasks = []
    for number in range(clients):
        tasks.append(asyncio.create_task(listen(port, heard, ready)))
        if number % 200 == 199:
            await asyncio.sleep(0.02)
    for _client in range(clients):
        await asyncio.wait_for(ready.acquire(), 60)
    connected = time.perf_counter() - started
    used, cpu = memory(pid) - before, processor(pid)
    last = []
    for version in range(1, ROUNDS + 1):
        sent = time.perf_counter()
        await tell(version)  # type: ignore[operator]  # a coroutine function
        while len(heard.get(version, [])) < clients:
            await asyncio.sleep(0.005)
        last.append(max(heard[version]) - sent)
    spent = (processor(pid) - cpu) / ROUNDS
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"connect": connected, "kB": used / clients, "median": sorted(last)[len(last) // 2], "cpu": spent}


def memory(pid: int) -> float:
    """Resident kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def processor(pid: int) -> float:
    """Processor seconds used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show(name: str, figures: dict[str, float]) -> None:
    """One line of the table."""
    print(
        f"{name:<28} connected in {figures['connect']:5.2f} s, {figures['kB']:5.1f} kB each, "
        f"last phone after {figures['median'] * 1000:6.0f} ms, {figures['cpu'] * 1000:5.0f} ms CPU per version"
    )


@contextmanager
def live_process(redis_url: str, database: str = NOWHERE, **environment: str) -> Iterator[tuple[int, int]]:
    """The live process as the units start it; its port and process id.

    Raises AssertionError when it does not start, or does not end well when it is asked to.
    """
    found = {**os.environ, "REDIS_URL": redis_url, "DATABASE_URL": database, **environment}
    for _try in range(TRIES):  # a port that was free a moment ago may be somebody's by now
        port = free_port()
        command = [
            sys.executable,
            *LIVE_SERVER,
            "--port",
            str(port),
            "--log-level",
            "error",
            "--backlog",
            "8192",
        ]
        process = subprocess.Popen([*command, "--timeout-graceful-shutdown", "1"], cwd=ROOT, env=found)
        while process.poll() is None and not wait_for_port(port, seconds=1.0):
            pass
        if process.poll() is None:
            break
    try:
        assert process.poll() is None, "the live process does not start"
        yield port, process.pid
    finally:
        process.terminate()
        try:
            ended = process.wait(HANG)
        finally:
            process.kill()
            process.wait()
    assert ended in (0, -signal.SIGTERM), f"the live process ended with {ended}"


async def ours(clients: int) -> dict[str, float]:
    """The live process behind a real Redis."""
    with private_redis() as url, live_process(url) as (port, pid):
        client = redis.asyncio.Redis.from_url(url)

        async def tell(version: int) -> None:
            await client.publish(CHANNEL, json.dumps({"tournament": "t-bench", "version": version}))

        try:
            await client.set("x610z:version:t-bench", 0)
            await asyncio.sleep(0.5)  # the subscription
            return await measure(port, clients, tell, pid)
        finally:
            await client.aclose()


async def yardstick(clients: int) -> dict[str, float]:
    """The bare server."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port)])

    async def tell(version: int) -> None:
        _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"TELL\n%d\n" % version)
        await writer.drain()

    try:
        wait_for_port(port)
        return await measure(port, clients, tell, process.pid)
    finally:
        process.kill()
        process.wait()


def main() -> None:
    """Run both and print the table."""
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * clients + 200)), hard))
    print(f"{clients} phones, {ROUNDS} versions, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    show("live process (Redis, SSE)", asyncio.run(ours(clients)))
    show("yardstick: bare asyncio", asyncio.run(yardstick(clients)))


if __name__ == "__main__":
    main()
