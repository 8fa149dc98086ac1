"""The engine for browsers and the two workers, each with a policy of its own; the policy of pages stays as it is."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

import msgspec
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules_engine.games import GAMES

from .bundle import bundle_of, bundles
from .fetch import LIST, engine_folder

FOR_EVER = "public, max-age=31536000, immutable"
KINDS = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".zip": "application/zip",
    ".whl": "application/zip",
}
ENGINE_POLICY = {
    "default-src": ["'none'"],
    # Compiling WebAssembly is allowed to this one worker; no page of the site may.
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "connect-src": ["'self'"],
}


class RuntimeFile(TypedDict):
    """What the list beside the runtime says of one of its files."""

    sha256: str
    bytes: int
    sent: int


def runtime_files() -> dict[str, RuntimeFile]:
    """The files of the runtime with their hashes; empty while it is not there."""
    folder = engine_folder(Path(settings.VAR_DIR))
    return _listed(folder) if (folder / LIST).is_file() else {}


@lru_cache(maxsize=4)
def _listed(folder: Path) -> dict[str, RuntimeFile]:
    return msgspec.json.decode((folder / LIST).read_bytes(), type=dict[str, RuntimeFile])


@require_safe
@never_cache
def manifest(request: HttpRequest) -> JsonResponse:
    """What a browser loads to check games itself: addresses and hashes; `ready` is false while there is no runtime.

    ``?game=`` is the game, else the usual one.
    """
    files, game = runtime_files(), request.GET.get("game", next(iter(GAMES)))
    if game not in GAMES:
        raise Http404
    version, bundle = engine_folder(Path(settings.VAR_DIR)).name, bundle_of(game)
    parts = [{"url": f"/offline/{version}/{name}", "name": name, **facts} for name, facts in files.items()]
    engine = {"url": f"/offline/{version}/{bundle.name}", "name": bundle.name, "sha256": bundle.sha256}
    return JsonResponse(
        {
            "ready": bool(files),
            "base": f"/offline/{version}/",
            "entry": bundle.entry,
            "engine": {**engine, "bytes": len(bundle.data), "sent": len(bundle.squeezed)},
            "files": parts,
        }
    )


@require_safe
def part(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """One file of the engine or its runtime. Its address changes with its content, so it is kept for ever."""
    folder = engine_folder(Path(settings.VAR_DIR))
    bundle = next((one for one in bundles() if one.name == name), None)
    squeezed = "gzip" in request.headers.get("Accept-Encoding", "")
    if version == folder.name and bundle is not None:
        data = bundle.squeezed if squeezed else bundle.data
    elif version == folder.name and name in runtime_files():
        path = folder / name
        data = (path.with_name(name + ".gz") if squeezed else path).read_bytes()
    else:
        raise Http404
    kind = KINDS.get(Path(name).suffix, "application/octet-stream")
    answer = HttpResponse(data, content_type=kind)
    if squeezed:
        # Squeezed once, when it was fetched; nothing on the way does it again for each phone.
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    answer["Cache-Control"] = FOR_EVER
    return answer


def _script(name: str) -> HttpResponse:
    found = finders.find(f"js/{name}")
    if not isinstance(found, str):
        raise Http404
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@never_cache
@csp_replace(ENGINE_POLICY)
def engine_worker(request: HttpRequest) -> HttpResponse:
    """The worker that runs the engine; alone it may compile WebAssembly."""
    return _script("recorder/engine-worker.js")


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker; it stands at the root, for it serves pages of several rooms. Its version is in its text."""
    answer = _script("service-worker.js")
    text = answer.content.decode()
    packed = "".join(bundle.sha256 for bundle in bundles())
    version = hashlib.sha256(text.encode() + packed.encode() + _shell_version()).hexdigest()[:16]
    answer.content = text.replace("%(version)s", version).encode()
    return answer


def _shell_version() -> bytes:
    """What changes when any static file does; empty where they are not gathered."""
    listed = Path(settings.STATIC_ROOT) / "staticfiles.json"
    return listed.read_bytes() if listed.is_file() else b""
