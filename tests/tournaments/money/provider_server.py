"""A server of this machine that speaks the documented APIs of Mollie (v2 payments, refunds) and Stripe (Checkout).

Answers have the fields that the providers' references require, and nothing of a real account. ``down`` makes it fail.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl


@dataclass
class Bank:
    """What the provider holds: payments by their name; every request, as method, path, key and body."""

    port: int = 0
    payments: dict[str, dict[str, Any]] = field(default_factory=dict)
    by_key: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[tuple[str, str, str, dict[str, Any]]] = field(default_factory=list)
    down: bool = False

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def only(self) -> dict[str, Any]:
        """The one payment there is."""
        (payment,) = self.payments.values()
        return payment

    def pay(self) -> None:
        """The payer pays."""
        payment = self.only()
        payment["status" if payment["id"].startswith("tr_") else "payment_status"] = "paid"

    def times(self, method: str, part: str) -> int:
        """How often something was asked."""
        return sum(one[0] == method and part in one[1] for one in self.asked)

    def answer(self, method: str, path: str, key: str, said: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """One request."""
        self.asked.append((method, path, key, said))
        if self.down:
            return 503, {"status": 503, "title": "Service Unavailable", "detail": "down", "_links": {}}
        if method == "POST" and key in self.by_key:
            return 201, self.by_key[key]
        path, _query, _rest = path.partition("?")
        parts = path.strip("/").split("/")
        find = {"v2": self._mollie, "v1": self._stripe}[parts[0]]
        found = find(method, parts[1:], said)
        if found is None:
            return 404, {"status": 404, "title": "Not Found", "detail": "no such payment", "_links": {}}
        if method == "POST" and key:
            self.by_key[key] = found
        return (201 if method == "POST" and parts[0] == "v2" else 200), found

    def _mollie(self, method: str, parts: list[str], said: dict[str, Any]) -> dict[str, Any] | None:
        if method == "POST" and parts == ["payments"]:
            name = f"tr_{len(self.payments) + 1}"
            self.payments[name] = {
                "resource": "payment",
                "id": name,
                "mode": "test",
                "status": "open",
                "createdAt": "2026-11-27T12:00:00+00:00",
                "profileId": "pfl_1",
                "sequenceType": "oneoff",
                **{
                    one: said[one]
                    for one in ("amount", "description", "redirectUrl", "webhookUrl", "metadata")
                },
                "_links": {
                    "self": {"href": f"{self.address}/v2/payments/{name}", "type": "application/hal+json"},
                    "checkout": {"href": f"{self.address}/checkout/{name}", "type": "text/html"},
                    "dashboard": {"href": f"{self.address}/dashboard", "type": "text/html"},
                    "documentation": {"href": f"{self.address}/docs", "type": "text/html"},
                },
            }
            return self.payments[name]
        payment = self.payments.get(parts[1])
        if payment is None or method == "GET":
            return payment
        payment["amountRefunded"] = said["amount"]
        return {
            "resource": "refund",
            "id": "re_1",
            "mode": "test",
            "description": said["description"],
            "amount": said["amount"],
            "status": "pending",
            "paymentId": parts[1],
            "metadata": None,
            "createdAt": "2026-11-27T13:00:00+00:00",
            "_links": {
                "self": {"href": f"{self.address}/v2/refunds/re_1", "type": "application/hal+json"},
                "payment": {"href": f"{self.address}/v2/payments/{parts[1]}", "type": "application/hal+json"},
                "documentation": {"href": f"{self.address}/docs", "type": "text/html"},
            },
        }

    def _stripe(self, method: str, parts: list[str], said: dict[str, Any]) -> dict[str, Any] | None:
        if method == "POST" and parts == ["checkout", "sessions"]:
            name = f"cs_test_{len(self.payments) + 1}"
            self.payments[name] = {
                "id": name,
                "object": "checkout.session",
                "amount_total": int(said["line_items[0][price_data][unit_amount]"]),
                "currency": said["line_items[0][price_data][currency]"],
                "metadata": {one: said[f"metadata[{one}]"] for one in ("event", "entry")},
                "payment_status": "unpaid",
                "status": "open",
                "url": f"{self.address}/c/pay/{name}",
                "payment_intent": None,
            }
            return self.payments[name]
        if method == "GET":
            found = self.payments.get(parts[-1])
            if found is not None and found["payment_status"] == "paid":
                charge = {"id": "ch_1", "object": "charge", "amount_refunded": found.get("back", 0)}
                found = {
                    **found,
                    "payment_intent": {"id": "pi_1", "object": "payment_intent", "latest_charge": charge},
                }
            return found
        self.only()["back"] = int(said["amount"])
        return {"id": "re_1", "object": "refund", "amount": int(said["amount"]), "status": "succeeded"}


@contextmanager
def bank() -> Iterator[Bank]:
    """A provider that answers while the block lasts."""
    one = Bank()

    class Handler(BaseHTTPRequestHandler):
        def _reply(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            as_json = "json" in self.headers.get("Content-Type", "")
            said = (json.loads(body) if as_json else dict(parse_qsl(body))) if body else {}
            status, answer = one.answer(
                self.command, self.path, self.headers.get("Idempotency-Key", ""), said
            )
            raw = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header(
                "Content-Type", "application/hal+json" if "/v2/" in self.path else "application/json"
            )
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = _reply

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    one.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield one
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
