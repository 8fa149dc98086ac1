"""A health check for containers without curl.

python -m x610z_site.services.probe http://127.0.0.1:8000/healthz/
"""

import os
import sys
import urllib.request


def main(url: str) -> int:
    """0 when the address answers 200, else 1. The Host header is the first of ALLOWED_HOSTS."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0]
    headers = {"Host": host.removeprefix("*") or "localhost", "X-Forwarded-Proto": "https"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=5) as answer:  # noqa: S310 - the operator's own address
            return 0 if answer.status == 200 else 1
    except OSError as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
