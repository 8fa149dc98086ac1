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

// The largest value with which all names stand on the wall and none is cut that was not cut before.
function largest(list, most, set) {
  const cut = () => [...list.querySelectorAll("span")].filter((one) => one.scrollWidth > one.clientWidth).length;
  const before = cut();
  const fits = () => list.scrollHeight <= list.clientHeight + 1 && list.scrollWidth <= list.clientWidth + 1 && cut() <= before;
  let [low, high] = [0, most];
  for (let tries = 0; tries < 8; tries += 1) {
    const middle = (low + high) / 2;
    set(middle);
    [low, high] = fits() ? [middle, high] : [low, middle];
  }
  set(low);
}

// Fill the wall: letters as large as they may be, then the lines apart as far as there is room.
function fill() {
  const list = screen().querySelector(".screen-names");
  list.style.fontSize = "";
  list.style.setProperty("--apart", "0px");
  const size = parseFloat(getComputedStyle(list).fontSize);
  largest(list, size, (more) => { list.style.fontSize = `${size + more}px`; });
  largest(list, size * 3, (more) => list.style.setProperty("--apart", `${more}px`));
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
document.body.addEventListener("live:update", () => show(location.href));
