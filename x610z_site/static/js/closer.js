// A closer look at the position that is shown: fetched under the board, and again when another step is shown.

const box = document.querySelector("[data-closer-box]");
const root = document.querySelector("[data-replay][data-closer-url]");
const opener = document.querySelector("[data-closer-open]");

async function show(url) {
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(String(answer.status));
  box.innerHTML = await answer.text();
  box.hidden = false;
}

if (box && root && opener) {
  const address = (step) => root.dataset.closerUrl.replace("{step}", step);
  let late = 0;
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(opener.href).then(() => box.scrollIntoView({ block: "start" }), () => location.assign(opener.href));
  });
  box.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-closer-form]");
    if (!form) return;
    event.preventDefault();
    show(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`).then(
      () => box.querySelector("[data-closer-form] button")?.focus(),
      () => form.submit(),
    );
  });
  root.addEventListener("replay:step", (event) => {
    opener.href = address(event.detail.step);
    if (box.hidden) return;
    clearTimeout(late);
    late = setTimeout(() => show(opener.href).catch(() => { box.hidden = true; }), 250);
  });
}
