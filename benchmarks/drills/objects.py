"""Pictures in object storage: two page nodes that share no folder, an S3 server, and what happens when it is silent.

    python -m benchmarks.drills.inside benchmarks.drills.objects    make objects

A keeper adds a picture at one node, the other one shows it byte for byte. The storage falls silent (its process is
stopped): its pictures and a new one get an answer with a sentence within seconds, other pages are served as ever, and
nothing is half kept. It comes back; the picture is taken away and is gone from the bucket. Control: a node that keeps
its pictures in a folder of its own cannot show it.
"""

import http.client
import io
import json
import os
import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import boto3
from PIL import Image

from benchmarks.drills import site
from benchmarks.kept import keep
from x610z_site.services.servers import free_port, private_redis

BUCKET, MOST = "pictures", 15.0
"""Seconds within which a page must answer though the storage is silent."""
KEYS = {"AWS_ACCESS_KEY_ID": "drill", "AWS_SECRET_ACCESS_KEY": "drill", "AWS_DEFAULT_REGION": "eu-west-1"}


def ask(
    port: int, path: str, session: str = "", fields: dict[str, str] | None = None, picture: bytes = b""
) -> tuple[int, bytes]:
    """One request; with ``fields`` a form is sent, with ``picture`` a file in it."""
    headers, body, token = {**site.BY_PROXY}, b"", "c" * 32
    headers["Cookie"] = f"__Host-session={session}; __Host-csrf={token}"
    if fields is not None:
        line = "drill-drill"
        parts = [
            f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in {**fields, "csrfmiddlewaretoken": token}.items()
        ]
        if picture:
            head = f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
            parts.append(head.encode() + b"Content-Type: image/png\r\n\r\n" + picture + b"\r\n")
        body = b"".join(parts) + f"--{line}--\r\n".encode()
        headers |= {"Origin": f"https://{site.HOST}", "Content-Type": f"multipart/form-data; boundary={line}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=site.HANG)
    try:
        connection.request("POST" if fields is not None else "GET", path, body=body or None, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def timed(*words: Any, **more: Any) -> tuple[int, float]:
    """The status of a request and how long it took."""
    begun = time.monotonic()
    status, _body = ask(*words, **more)
    return status, time.monotonic() - begun


def painted(colour: str) -> bytes:
    """A picture as a keeper sends it."""
    out = io.BytesIO()
    Image.new("RGB", (300, 400), colour).save(out, "PNG")
    return out.getvalue()


def storage_server(stack: ExitStack, folder: Path) -> tuple[int, site.Process]:
    """An S3 server with an empty bucket: its port and its process."""
    port = free_port()
    server = site.Process(["-m", "moto.server", "-p", str(port)], os.environ, folder / "s3.log")
    stack.callback(server.kill)
    end = time.monotonic() + site.HANG
    while True:
        try:
            bucket_of(port).create(
                CreateBucketConfiguration={"LocationConstraint": KEYS["AWS_DEFAULT_REGION"]}
            )
            return port, server
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def bucket_of(port: int) -> Any:
    """The bucket, asked directly."""
    return boto3.resource("s3", endpoint_url=f"http://127.0.0.1:{port}").Bucket(BUCKET)


def node(stack: ExitStack, environment: dict[str, str], folder: Path, name: str, **more: str) -> int:
    """A page node with a data folder of its own; its port."""
    port, own = free_port(), folder / name
    own.mkdir()
    running = site.pages(port, {**environment, "X610Z_VAR": str(own), **more}, folder / f"{name}.log")
    stack.callback(running.stop)
    site.wait_for(port)
    return port


def main() -> None:
    """The whole drill; ends with an AssertionError that says what went wrong."""
    os.environ |= KEYS
    with ExitStack() as stack:
        folder = stack.enter_context(site.folder())
        redis = stack.enter_context(private_redis())
        s3, server = storage_server(stack, folder)
        chosen = {
            "BACKEND": "x610z_site.object_storage.ObjectStorage",
            "OPTIONS": {"bucket_name": BUCKET, "endpoint_url": f"http://127.0.0.1:{s3}"},
        }
        plain = {
            **site.environment(folder, f"sqlite:///{folder}/site.sqlite3", redis, **KEYS),
            "SECOND_STEP_REQUIRED": "0",
        }
        environment = {**plain, "MEDIA_STORAGE": json.dumps(chosen)}
        site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], environment)
        keeper = site.state_of(["keeper"], environment)
        one, two = (node(stack, environment, folder, name) for name in ("one", "two"))
        alone = node(stack, plain, folder, "alone")
        page, session = f"/cards/{keeper['card']}/", keeper["session"]
        owed = {"credit": "Ada Painter", "licence": "CC BY 4.0"}

        sent = ask(one, f"{page}picture/", session, {**owed, "number": keeper["number"]}, painted("tomato"))
        assert sent[0] == 302, sent
        found = re.search(rb"/cards/pictures/[0-9a-f]{32}-large\.webp", ask(two, page)[1])
        assert found, "the other node does not show the picture"
        address = found[0].decode()
        status, shown = ask(two, address)
        kept = {item.key: item.get()["Body"].read() for item in bucket_of(s3).objects.all()}
        assert status == 200 and shown in kept.values() and len(kept) == 2, (status, list(kept))
        control = ask(alone, address)[0]
        assert control == 404, f"control: a node without the storage answered {control}"

        os.killpg(server.process.pid, signal.SIGSTOP)
        silent = timed(two, address)
        refused = timed(
            one, f"{page}picture/", session, {**owed, "number": keeper["number"]}, painted("navy")
        )
        others = [timed(two, path) for path in (page, "/cards/", "/")]
        os.killpg(server.process.pid, signal.SIGCONT)
        assert silent[0] == refused[0] == 503, (silent, refused)
        assert max(silent[1], refused[1]) < MOST, (silent, refused)
        assert [status for status, _seconds in others] == [200] * 3, others
        assert ask(two, address) == (200, shown), "after the silence"
        names = set(re.findall(rb"/cards/pictures/([0-9a-f]{32})-", ask(one, page)[1]))
        assert names == {address[16:48].encode()}, (
            "the picture that was refused is shown, or the old one is not"
        )

        rows = re.search(rb'name="remove" value="(\d+)"', ask(one, f"{page}picture/", session)[1])
        assert rows, "no picture to take away"
        taken = ask(two, f"{page}picture/", session, {"remove": rows[1].decode(), "why": "the drill is over"})
        assert taken[0] == 302 and ask(one, address)[0] == 404
        left = [item.key for item in bucket_of(s3).objects.all() if item.key in kept]
        assert left == [], left
    keep(
        "objects",
        command="make objects",
        goals=("R7",),
        figures={
            "nodes that share no folder": "2, and an S3 server",
            "a picture added at one, shown at the other": "byte for byte",
            "its page while the storage is silent": f"503 after {silent[1]:.1f} s",
            "a new picture while it is silent": f"503 after {refused[1]:.1f} s, nothing kept",
            "other pages meanwhile": f"200, the slowest after {max(seconds for _s, seconds in others):.2f} s",
            "taken away": "404 everywhere, gone from the bucket",
        },
        control="a node with a folder of its own answers 404, noticed",
    )


if __name__ == "__main__":
    main()
