// On a player's own pages: keeps the page for a hall without network, fetches the engine early, and says how old the
// page is when it comes from there.

import { clock } from "./recorder/parts.js";

const { keptAt = "", offlineText = "" } = document.body.dataset;

function showAge() {
  const status = document.getElementById("live-status");
  if (!keptAt || !status) return;
  status.textContent = offlineText.replace("%(time)s", clock(new Date(keptAt)));
  status.hidden = false;
}

function ask(worker, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}

async function begin() {
  showAge();
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (!keptAt) {
    const urls = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.startsWith(location.origin));
    await ask(worker, { do: "keep", page: location.href, urls });
    document.documentElement.dataset.kept = "yes";
  }
  // Megabytes are not fetched for somebody who pays for each; the recorder works without them.
  if (navigator.connection?.saveData) return;
  const game = document.querySelector("[data-wants-engine]")?.dataset.wantsEngine;
  if (game) await ask(worker, { do: "engine", game });
}

begin().catch(() => null); // no network and nothing kept: the page is as it is
