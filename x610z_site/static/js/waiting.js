// Forms that may wait (`data-waits`): what was tapped or typed is kept on this device before it is sent, with the key of
// its form, and sent again until the server has answered. The page stays as it is. Decision 232.
// A page with such forms has `[data-waiting]`, with the account that it belongs to: nothing of one account is ever sent
// for another. `waits:answer` on document tells the page what the server said.

const RETRY = 5000;
const SLOW = 8000;
const place = () => document.querySelector("[data-waiting]");
const account = () => place()?.dataset.account ?? "";
let sending = false;
let timer = 0;

function database(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`waiting/${name}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("forms", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened = null;
async function store(mode, act) {
  opened ??= database(account());
  const change = (await opened).transaction("forms", mode);
  const request = act(change.objectStore("forms"));
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(request.result);
    change.onabort = () => reject(change.error);
  });
}

const all = () => store("readonly", (forms) => forms.getAll());
const put = (form) => store("readwrite", (forms) => forms.put(form));
const remove = (id) => store("readwrite", (forms) => forms.delete(id));

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function line(form, texts) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  const time = new Date(form.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  words.textContent = form.refused ? `${form.label} (${time}): ${form.refused}` : `${form.label} (${time})`;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small quiet";
  button.dataset.drop = String(form.id);
  button.textContent = form.refused ? texts.textSeen : texts.textDrop;
  item.append(words, " ", button);
  return item;
}

/** Say what is kept here: what could not be sent yet, and what the server refused when it came. */
async function show() {
  const box = place();
  if (!box) return;
  const forms = await all();
  const late = forms.filter((form) => form.late && !form.refused);
  const refused = forms.filter((form) => form.refused);
  box.hidden = !late.length && !refused.length;
  box.dataset.count = String(forms.length);
  box.querySelector("[data-waiting-text]").textContent = late.length ? box.dataset[box.dataset.problem ? "textSignIn" : "textWaiting"] : box.dataset.textRefused;
  box.querySelector("[data-waiting-list]").replaceChildren(...[...refused, ...late].map((form) => line(form, box.dataset)));
}

async function send(form) {
  const headers = { "X-Waits": "yes", "X-CSRFToken": JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"] };
  if (form.late) headers["X-Late"] = "yes";
  const answer = await fetch(form.url, { method: "POST", headers, body: new URLSearchParams(form.body), redirect: "manual", signal: AbortSignal.timeout(SLOW) });
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  // Signed out meanwhile, or somebody else is signed in: kept until the one who wrote it is back.
  if (answer.type === "opaqueredirect" || answer.status === 403) return null;
  return answer.headers.get("Content-Type")?.includes("json") ? answer.json() : { done: false, text: place().dataset.textGone, parts: {} };
}

async function sendAll() {
  if (sending || !account()) return;
  sending = true;
  clearTimeout(timer);
  try {
    for (let form; (form = (await all()).find((each) => !each.refused));) {
      let said = null;
      let signedOut = true;
      try {
        said = await send(form);
      } catch {
        signedOut = false; // no network, or a server that is not there
      }
      if (place()) place().dataset.problem = said === null && signedOut ? "yes" : "";
      if (said === null) {
        for (const each of await all()) if (!each.late && !each.refused) await put({ ...each, late: true });
        await show();
        document.dispatchEvent(new CustomEvent("waits:kept", { detail: { form } }));
        timer = setTimeout(sendAll, RETRY);
        return;
      }
      if (said.done || !form.late) await remove(form.id);
      else await put({ ...form, refused: said.text });
      document.dispatchEvent(new CustomEvent("waits:answer", { detail: { form, ...said } }));
    }
  } finally {
    sending = false;
  }
  await show();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset?.waits || !account()) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const key = form.querySelector("[name=idempotency_key]");
  const kept = {
    url: form.getAttribute("action") || location.pathname, // a button may be called "action"
    body: body.toString(),
    group: form.dataset.waits,
    label: event.submitter?.dataset.label || form.dataset.label || body.get("line") || "",
    at: new Date().toISOString(),
    late: false,
    refused: "",
  };
  if (key) key.value = freshKey();
  document.dispatchEvent(new CustomEvent("waits:taken", { detail: { form: kept } }));
  (async () => {
    // A second tap about the same thing takes the place of one that has not left yet.
    if (form.hasAttribute("data-waits-last") && !sending) {
      for (const other of await all()) if (other.group === kept.group && !other.refused) await remove(other.id);
    }
    await put(kept);
    await sendAll();
  })().catch(() => form.submit()); // no storage at all: as every form
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-drop]");
  if (!button) return;
  await remove(Number(button.dataset.drop));
  await show();
});

addEventListener("online", sendAll);
addEventListener("pageshow", () => { if (account()) show().then(sendAll).catch(() => null); });
document.addEventListener("waits:answer", ({ detail }) => {
  for (const [id, markup] of Object.entries(detail.parts ?? {})) {
    const old = document.getElementById(id);
    if (!old) continue;
    old.outerHTML = markup;
  }
});
