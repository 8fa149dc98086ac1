// Find one's own table in a long list: only the rows with the typed name stay. Accents and capitals do not matter, and
// the name is there again when the next round is shown on this screen.

const KEPT = "x610z-find";
const box = document.querySelector("[data-find]");
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function show() {
  const input = box.querySelector("input");
  const wanted = fold(input.value);
  const rows = [...document.querySelectorAll("#pairings tbody tr")];
  let found = 0;
  for (const row of rows) {
    row.hidden = !fold(row.querySelector("th")?.textContent ?? "").includes(wanted);
    if (!row.hidden) found += 1;
  }
  box.hidden = rows.length === 0;
  box.querySelector("[data-find-none]").hidden = found > 0;
  sessionStorage.setItem(KEPT, input.value);
}

if (box) {
  box.querySelector("input").value = sessionStorage.getItem(KEPT) ?? "";
  box.addEventListener("input", show);
  document.addEventListener("htmx:afterSettle", show);
  show();
}
