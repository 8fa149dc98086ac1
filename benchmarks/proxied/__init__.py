"""The site behind the very nginx configuration of `deploy/`, on ports of this machine, for measurements and tests.

What differs from the files is said in :func:`adapted`: addresses, folders, and TLS, which is left out.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from x610z_site.services.servers import wait_for_port

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/nginx/sbin/nginx")


def nginx() -> str | None:
    """Where nginx is on this machine, if it is (Debian: `apt-get install nginx-light`)."""
    return shutil.which("nginx") or next((place for place in PLACES if os.access(place, os.X_OK)), None)


def adapted(folder: Path, *, port: int, pages: int, live: int, workers: int | None = None) -> Path:
    """Both files of `deploy/` in a folder, for these ports; the path of the main one."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
    site = re.sub(r"    ssl_certificate\S* .*\n", "", site)
    for before, after in (
        ("listen 443 ssl http2", f"listen 127.0.0.1:{port} backlog=8192"),
        ("server_name play.example", "server_name localhost 127.0.0.1"),
        ("127.0.0.1:8000", f"127.0.0.1:{pages}"),
        ("127.0.0.1:8001", f"127.0.0.1:{live}"),
        ("/var/cache/nginx-x610z", str(folder / "cache")),
        ("/var/log/nginx", str(folder)),
        # Behind TLS of its own it says https; here the pages are asked without.
        ("proxy_set_header X-Forwarded-Proto $scheme", "proxy_set_header X-Forwarded-Proto https"),
    ):
        assert before in site, f"{before!r} is no longer in deploy/nginx.conf"
        site = site.replace(before, after)
    main = (DEPLOY / "nginx-main.conf").read_text(encoding="utf-8")
    for before, after in (
        ("worker_processes auto", f"worker_processes {workers or 'auto'}"),
        ("/run/nginx.pid", str(folder / "nginx.pid")),
        ("/var/log/nginx", str(folder)),
        ("    include /etc/nginx/mime.types;\n", ""),
        ("/etc/nginx/conf.d/*.conf", str(folder / "site.conf")),
    ):
        assert before in main, f"{before!r} is no longer in deploy/nginx-main.conf"
        main = main.replace(before, after)
    temporary = "".join(
        f"    {name}_temp_path {folder / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = main.replace("http {\n", "http {\n" + temporary)
    user = "user root;\n" if os.getuid() == 0 else ""
    (folder / "site.conf").write_text(site, encoding="utf-8")
    (folder / "nginx.conf").write_text(user + "daemon off;\n" + main, encoding="utf-8")
    return folder / "nginx.conf"


@contextmanager
def proxy(
    folder: Path,
    *,
    port: int,
    pages: int,
    live: int,
    workers: int | None = None,
    connections: int | None = None,
) -> Iterator[int]:
    """A running nginx with these files (or so many connections in place of theirs); its process id."""
    program = nginx()
    if program is None:
        sys.exit("nginx is not on this machine (Debian: apt-get install nginx-light)")
    written = adapted(folder, port=port, pages=pages, live=live, workers=workers)
    if connections is not None:
        text = written.read_text(encoding="utf-8")
        written.write_text(re.sub("worker_connections [0-9]+", f"worker_connections {connections}", text))
    command = [program, "-p", str(folder), "-c", str(written), "-e", str(folder / "error.log")]
    process = subprocess.Popen(command)
    try:
        wait_for_port(port)
        yield process.pid
    finally:
        process.terminate()
        process.wait()
