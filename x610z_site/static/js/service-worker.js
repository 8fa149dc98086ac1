// Keeps a player's own pages for a hall without network: "my match" and the recorder, each only when its answer says so
// (`Keep-Offline: <account>`), for one account at a time, gone at sign-out. Pages of nobody or of other people are
// never kept. VERSION is put here by the server; another one throws the old shell away.

const VERSION = "%(version)s";
const SHELL = `shell-${VERSION}`;
const OWN = "own-";
const HEADER = "Keep-Offline";
const KEPT_AT = "Kept-At";
const NEVER_CHANGES = /^\/(static\/.*\.[0-9a-f]{12}\.\w+$|offline\/[0-9a-f]{16}\/|recorder\/pools\/)/;
const OF_THE_SHELL = /^\/(static\/|offline\/|recorder\/pools\/|i18n\/js)/;
const SIGN_IN = /^\/sign-in\//;
const SIGN_OUT = /^\/sign-out\//;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("shell-") && name !== SHELL).map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

// How often somebody signed out here. What was asked for before that is not kept when it arrives after it.
let departures = 0;

/** The pages of every account but this one are thrown away; null: of all. */
async function forget(account) {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== `${OWN}${account}`);
  await Promise.all(names.map((name) => caches.delete(name)));
  if (account === null) await forgetJournals();
}

/** What is acknowledged leaves the phone with its owner. Lines that the server has not seen stay until they return. */
async function forgetJournals() {
  for (const { name } of (await indexedDB.databases?.()) ?? []) {
    if (!name?.startsWith("recorder/")) continue;
    const waiting = await new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onerror = () => resolve(1);
      request.onsuccess = () => {
        const db = request.result;
        const change = db.transaction(["entries", "facts"], "readwrite");
        const count = change.objectStore("entries").count();
        const facts = change.objectStore("facts");
        facts.delete("hand");
        const read = facts.get("facts");
        read.onsuccess = () => facts.put({ device: read.result?.device, next: read.result?.next, state: { head: read.result?.state?.head, entries: [] } }, "facts");
        change.oncomplete = () => { db.close(); resolve(count.result); };
        change.onabort = () => { db.close(); resolve(1); };
      };
    });
    if (!waiting) indexedDB.deleteDatabase(name);
  }
}

/** Somebody signs out: nothing of before stays, nor anything that was on its way meanwhile. */
async function signOut(request) {
  departures += 1;
  await forget(null);
  try {
    return await fetch(request);
  } finally {
    departures += 1;
    await forget(null);
  }
}

/** Keep an answer if it says that it is this person's own and nobody signed out since; other accounts' pages go first. */
async function keep(request, answer, before) {
  const account = answer.headers.get(HEADER);
  if (!account || !answer.ok || answer.redirected || answer.type !== "basic" || before !== departures) return;
  await forget(account);
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  const body = await answer.clone().blob();
  const cache = await caches.open(`${OWN}${account}`);
  await cache.put(new URL(request.url).pathname, new Response(body, { status: 200, headers }));
  if (before !== departures) await forget(null);
}

async function kept(request) {
  const path = new URL(request.url).pathname;
  for (const name of await caches.keys()) {
    if (!name.startsWith(OWN)) continue;
    const answer = await (await caches.open(name)).match(path);
    if (answer) {
      // The page shows its age: the script beside it reads the moment from here.
      const text = await answer.text();
      const at = answer.headers.get(KEPT_AT);
      const headers = new Headers(answer.headers);
      return new Response(text.replace(/<body\b/, `<body data-kept-at="${at}"`), { headers });
    }
  }
  return null;
}

async function page(event) {
  const before = departures;
  try {
    const answer = await fetch(event.request);
    if (answer.headers.get(HEADER)) await keep(event.request, answer.clone(), before);
    // Where the page to sign in is shown, nobody is signed in: whoever holds this phone finds nothing of before.
    else if (answer.ok && SIGN_IN.test(new URL(event.request.url).pathname)) await forget(null);
    return answer;
  } catch (error) {
    const found = await kept(event.request);
    if (found) return found;
    throw error;
  }
}

async function shell(event) {
  const cache = await caches.open(SHELL);
  const path = new URL(event.request.url).pathname;
  const found = await cache.match(event.request, { ignoreVary: true });
  if (found && NEVER_CHANGES.test(path)) return found;
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.type === "basic") await cache.put(event.request, answer.clone());
    return answer;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && SIGN_OUT.test(url.pathname)) event.respondWith(signOut(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (OF_THE_SHELL.test(url.pathname)) event.respondWith(shell(event));
});

/** Fetch the files of the shell once; what is there already is not fetched again. */
async function gather(urls) {
  const cache = await caches.open(SHELL);
  for (const url of urls) {
    const path = new URL(url, self.location.origin).pathname;
    if (!OF_THE_SHELL.test(path)) continue;
    if (NEVER_CHANGES.test(path) && await cache.match(url, { ignoreVary: true })) continue;
    const answer = await fetch(url);
    if (answer.ok) await cache.put(url, answer);
  }
}

async function gatherEngine({ game }) {
  const address = `/offline/engine.json?game=${encodeURIComponent(game)}`;
  const answer = await fetch(address);
  const manifest = await answer.clone().json();
  if (!manifest.ready) return false;
  await (await caches.open(SHELL)).put(address, answer);
  await gather(["/offline/engine-worker.js", manifest.engine.url, ...manifest.files.map((file) => file.url)]);
  return true;
}

// A page asks: `keep` (its own address and what it loaded), `engine` (fetch the engine of a `game` early), `forget`.
const answers = {
  keep: async ({ page: address, urls }) => {
    const before = departures;
    await gather(urls);
    const request = new Request(address, { credentials: "same-origin" });
    await keep(request, await fetch(request), before);
    return true;
  },
  engine: gatherEngine,
  forget: () => forget(null),
};

self.addEventListener("message", (event) => event.waitUntil((async () => {
  let said = null;
  try {
    said = await answers[event.data.do]?.(event.data);
  } catch {
    said = null;
  }
  event.ports[0]?.postMessage(said ?? null);
})()));

// A message of the site: what it says is what everybody may know (decision 242). The same one again replaces itself.
self.addEventListener("push", (event) => event.waitUntil((async () => {
  const said = event.data?.json() ?? {};
  if (!said.title) return;
  await self.registration.showNotification(said.title, { body: said.body, tag: said.tag, data: { url: said.url } });
})()));

self.addEventListener("notificationclick", (event) => event.waitUntil((async () => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  await self.clients.openWindow(url.href);
})()));
