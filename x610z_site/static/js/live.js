// Live updates: listens for new versions of one tournament and tells the page (`live:update` on body).
// The stream says only "version N, spread over J ms"; htmx fragments then fetch their own part.
// After two failures the page asks `data-poll-url` every 15 seconds; a hidden tab does neither.

const body = document.body;
const badge = document.getElementById("live-status");
const { liveUrl = "", liveKey = "", pollUrl = "", offlineText = "" } = body.dataset;
const POLL = 15000;
const RETRY_STREAM = 60000;

let version = Number(body.dataset.version) || 0;
let seen = new Date();
let source = null;
let failures = 0;
let pollTimer = 0;
let retryTimer = 0;
let updateTimer = 0;
let etag = "";

// Whose page it is: parts that everybody shares name the entries they speak of, and here one's own are marked.
const own = (body.dataset.own || "").split(" ").filter(Boolean);
function mark() {
  for (const pk of own)
    for (const row of document.querySelectorAll(`#e${pk}, [data-e~="${pk}"]`)) row.setAttribute("aria-current", "true");
}
if (own.length) {
  mark();
  body.addEventListener("htmx:afterSettle", mark);
}

const wait = (spread) => Math.round(Math.random() * spread);

function online() {
  seen = new Date();
  badge.hidden = true;
}

function offline() {
  const time = seen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  badge.textContent = offlineText.replace("%(time)s", time);
  badge.hidden = false;
}

function arrived(next, spread) {
  online();
  if (next <= version) return;
  version = next;
  body.dataset.version = String(next);
  clearTimeout(updateTimer);
  updateTimer = setTimeout(() => {
    body.dispatchEvent(new CustomEvent("live:update", { detail: { version }, bubbles: true }));
  }, wait(spread));
}

function listen() {
  if (source || !liveKey || document.hidden) return;
  source = new EventSource(`${liveUrl}/live/${encodeURIComponent(liveKey)}/`);
  source.addEventListener("version", (event) => {
    failures = 0;
    clearTimeout(pollTimer);
    pollTimer = 0;
    const data = JSON.parse(event.data);
    arrived(Number(data.version), Number(data.jitter) || 0);
  });
  source.addEventListener("open", online);
  source.addEventListener("error", () => {
    failures += 1;
    if (failures < 2 && source.readyState !== EventSource.CLOSED) return;
    hush();
    poll();
    clearTimeout(retryTimer);
    retryTimer = setTimeout(listen, RETRY_STREAM + wait(POLL));
  });
}

function hush() {
  if (source) source.close();
  source = null;
}

async function poll() {
  clearTimeout(pollTimer);
  if (document.hidden) return;
  pollTimer = setTimeout(poll, POLL + wait(3000));
  if (!pollUrl) {
    if (!navigator.onLine) offline();
    return;
  }
  try {
    const answer = await fetch(pollUrl, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (answer.status === 304) return online();
    if (!answer.ok) return offline();
    etag = answer.headers.get("ETag") || "";
    arrived(Number((await answer.json()).version), 1500);
  } catch {
    offline();
  }
}

if (liveKey) {
  // Public parts are asked for by the version one has heard of: a proxy then hands all phones the same copy.
  body.addEventListener("htmx:configRequest", (event) => {
    if (version && event.target.closest("[data-part]")) event.detail.parameters.v = String(version);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      hush();
      clearTimeout(pollTimer);
    } else {
      failures = 0;
      listen();
    }
  });
  addEventListener("pagehide", hush);
  addEventListener("pageshow", listen);
  addEventListener("offline", offline);
  addEventListener("online", () => { online(); hush(); failures = 0; listen(); });
  listen();
}
