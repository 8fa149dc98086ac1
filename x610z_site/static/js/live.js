// Live updates: listens for new versions of one tournament and tells the page (`live:update` on body).
// The stream says only "version N, spread over J ms"; each part that follows (`hx-trigger="live:ask"`, with an id) is
// then asked for until what it shows is as new as what was heard, however slow and in whatever order the answers come.
// After two failures the page asks `data-poll-url` every 15 seconds; a hidden tab does neither.

const body = document.body;
const badge = document.getElementById("live-status");
const { liveUrl = "", liveKey = "", pollUrl = "", offlineText = "", lateText = "" } = body.dataset;
const PARTS = '[hx-trigger^="live:ask"]';
const LATE = 3000;
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
let askTimer = 0;
let lateTimer = 0;
let tries = 0;
const first = version;
const shows = new Map(); // by the id of a part: the version that it shows
const asked = new Map(); // the version that was heard of when it was last asked for, while the answer is on its way

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
    ask();
  }, wait(spread));
}

const behind = () => [...document.querySelectorAll(PARTS)].filter((part) => (shows.get(part.id) ?? first) < version);

/** Ask for every part that shows less than what was heard of, and is not being asked for. */
function ask() {
  clearTimeout(askTimer);
  for (const part of behind()) {
    if (asked.has(part.id)) continue;
    asked.set(part.id, version);
    window.htmx.trigger(part, "live:ask");
  }
  lateTimer ||= setTimeout(late, LATE);
}

/** What is not up to date says so. */
function late() {
  lateTimer = 0;
  if (!behind().length) return;
  badge.textContent = lateText;
  badge.hidden = false;
}

/** The version that an answer shows: a part says it beside itself, a whole page in its body. */
function shown(xhr, heard) {
  return Number(xhr.getResponseHeader("X-Shows") ?? /data-version="(\d+)"/.exec(xhr.responseText)?.[1] ?? heard);
}

/** Whether an answer holds the part that was asked for: not when signed out meanwhile, or when the part is gone. */
function holds(xhr, part) {
  const wanted = part.getAttribute("hx-select");
  return !wanted || xhr.responseText.includes(`id="${wanted.slice(1)}"`);
}

body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (elt.matches(PARTS) && !holds(detail.xhr, elt)) detail.shouldSwap = false; // what stands here stays, and is late
});

body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { requestConfig, xhr } = detail;
  const { elt } = requestConfig; // by now another element may stand in its place
  if (!elt.matches(PARTS)) return;
  const successful = detail.successful && holds(xhr, elt);
  answered(elt.id, successful, shown(xhr, asked.get(elt.id) ?? version));
});

// A page with a journal says itself what it shows, or null.
body.addEventListener("live:shown", ({ target, detail }) => answered(target.id, detail.version !== null, detail.version));

function answered(id, successful, newest) {
  asked.delete(id);
  if (successful) shows.set(id, Math.max(shows.get(id) ?? 0, newest));
  const left = behind().length;
  if (!left && badge.textContent === lateText) badge.hidden = true;
  clearTimeout(askTimer);
  tries = left ? tries + 1 : 0;
  if (left) askTimer = setTimeout(ask, Math.min(POLL, (successful ? 50 : 1000) * 2 ** tries) + wait(400));
}

// The answer to a form that waited may be older than what stands here by now.
document.addEventListener("waits:answer", ({ detail: { parts, version: older } }) => {
  if (!Object.keys(parts ?? {}).length) return;
  for (const { id } of document.querySelectorAll(PARTS)) if (older < (shows.get(id) ?? first)) shows.set(id, older);
  if (behind().length) ask();
});

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
