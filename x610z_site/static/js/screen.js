// The big screen turns its own pages and follows the tournament. When the network is lost the last picture stays,
// with its age shown; nothing ever turns into a browser error.

const status = document.getElementById("live-status");
const offline = document.body.dataset.offlineText || "";
let seen = new Date();
let timer = 0;
let shown = Number(document.body.dataset.version) || 0;
let heard = 0;
const RETRY = 5000;
let fetching = false;
let asked = 0;
let stands = 0; // which question the picture answers: a page turned before the news may come after it

const screen = () => document.querySelector("[data-screen]");

async function show(url) {
  const question = ++asked;
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html").querySelector("[data-screen]");
    if (!page) throw new Error("no screen");
    if (question < stands) return;
    stands = question;
    shown = Number(/data-version="(\d+)"/.exec(text)?.[1]) || 0;
    screen().replaceWith(page);
    seen = new Date();
    status.hidden = true;
  } catch {
    status.textContent = offline.replace("%(time)s", seen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
    status.hidden = false;
  }
  plan();
}

// Letters as large as they may be, then the lines apart as far as there is room: all names stay, none is cut more.
function fill() {
  const list = screen().querySelector(".screen-names"), { style } = list;
  const cut = () => [...list.querySelectorAll("span")].filter((one) => one.scrollWidth > one.clientWidth).length;
  const largest = (set, most) => {
    let low = 0;
    for (let step = most / 2; step > 0.5; step /= 2) {
      set(low + step);
      if (list.scrollHeight <= list.clientHeight + 1 && list.scrollWidth <= list.clientWidth + 1 && cut() <= before) low += step;
    }
    set(low);
  };
  style.fontSize = "";
  const apart = (more) => style.setProperty("--apart", `${more}px`);
  apart(0);
  const before = cut(), size = parseFloat(getComputedStyle(list).fontSize);
  largest((more) => { style.fontSize = `${size + more}px`; }, size);
  largest(apart, size * 3);
}

function plan() {
  clearTimeout(timer);
  fill();
  const { next, seconds } = screen().dataset;
  timer = setTimeout(() => show(next || location.href), Number(seconds) * 1000);
}

plan();
document.fonts.ready.then(fill);
addEventListener("resize", fill);
document.body.addEventListener("live:update", async ({ detail }) => {
  heard = detail.version;
  if (fetching) return; // what is heard of meanwhile is asked for after it
  fetching = true;
  while (shown < heard) {
    await show(location.href);
    if (shown < heard) await new Promise((resolve) => setTimeout(resolve, status.hidden ? 500 : RETRY));
  }
  fetching = false;
});
