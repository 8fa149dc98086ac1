// The big screen turns its own pages and follows the tournament. When the network is lost the last picture stays,
// with its age shown; nothing ever turns into a browser error.

const status = document.getElementById("live-status");
const offline = document.body.dataset.offlineText || "";
let seen = new Date();
let timer = 0;

const screen = () => document.querySelector("[data-screen]");

async function show(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-screen]");
    if (!page) throw new Error("no screen");
    screen().replaceWith(page);
    seen = new Date();
    status.hidden = true;
  } catch {
    status.textContent = offline.replace("%(time)s", seen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
    status.hidden = false;
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  const { next, seconds } = screen().dataset;
  timer = setTimeout(() => show(next || location.href), Number(seconds) * 1000);
}

plan();
document.body.addEventListener("live:update", () => show(location.href));
