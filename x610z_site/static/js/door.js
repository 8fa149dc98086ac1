// The door: a tap is taken at once and the next player can come; what the server says of it stands above the list. A
// code opened without network finds its player in the list that this device keeps; the signature is read when it is sent.

const rows = () => document.getElementById("door-rows");
const said = document.getElementById("door-said");
const search = document.getElementById("q");
const chosen = document.getElementById("door-chosen");
const MOST = 4;

function tell(text, kind) {
  const item = document.createElement("li");
  item.className = kind;
  if (kind === "stop") item.setAttribute("role", "alert");
  item.textContent = text;
  said.prepend(item);
  while (said.children.length > MOST) said.lastElementChild.remove();
}

function filter() {
  const wanted = search.value.trim().toLowerCase();
  for (const row of rows().children) row.hidden = !row.dataset.search.includes(wanted);
}

/** The lines that a form which was sent is about. */
function about(form) {
  const body = new URLSearchParams(form.body);
  if (body.has("code")) return [...rows().querySelectorAll(`[data-number="${CSS.escape(body.get("code").split(".")[0])}"]`)];
  const ids = body.has("one") ? body.getAll("one") : body.getAll("entry");
  return ids.map((id) => document.getElementById(`door-${id}`)).filter(Boolean);
}

document.addEventListener("waits:taken", ({ detail: { form } }) => {
  for (const row of about(form)) row.classList.add("pending");
  if (new URLSearchParams(form.body).has("code")) chosen.hidden = true;
  search.value = "";
  filter();
});

document.addEventListener("waits:kept", ({ detail: { form } }) => {
  for (const row of about(form)) row.dataset.note = rows().dataset.kept;
});

document.addEventListener("waits:answer", ({ detail: { form, done, text } }) => {
  for (const row of about(form)) {
    row.classList.remove("pending");
    delete row.dataset.note;
  }
  tell(text, done ? "good" : "stop");
  filter();
});

search.addEventListener("input", filter);
search.form.addEventListener("submit", (event) => event.preventDefault());

// Somebody else checks people in meanwhile: the list is drawn anew, and what was ticked here stays ticked.
let ticked = [];
document.addEventListener("htmx:beforeSwap", () => { ticked = [...rows().querySelectorAll("input:checked")].map((box) => box.value); });
document.addEventListener("htmx:afterSettle", () => {
  for (const box of rows().querySelectorAll("input[type=checkbox]")) box.checked = ticked.includes(box.value);
  filter();
});

document.querySelector("[data-all]")?.addEventListener("click", () => {
  const boxes = [...rows().querySelectorAll("li:not([hidden]) input[type=checkbox]")];
  const tick = boxes.some((box) => !box.checked);
  for (const box of boxes) box.checked = tick;
});

// The page may come from the device's keep: then it was made for no code, or for another one.
const code = new URLSearchParams(location.search).get("code");
if (code && chosen.dataset.code !== code) {
  const row = rows().querySelector(`[data-number="${CSS.escape(code.split(".")[0])}"]`);
  const form = chosen.querySelector("form");
  if (row && form) {
    const name = row.querySelector("bdi").textContent;
    document.getElementById("door-name").textContent = name;
    form.elements.code.value = code;
    form.dataset.label = name;
    form.hidden = false;
    chosen.hidden = false;
  } else {
    const problem = document.getElementById("door-problem");
    problem.textContent = rows().dataset.unknown;
    problem.hidden = false;
  }
}
filter();
