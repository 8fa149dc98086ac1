// The result grid: a line is taken at once and the next can be typed; what the server says of it stands below, the
// newest first. A refused line goes back into the empty field, to be mended, unless another was sent after it. The
// search hides tables as one types.

const field = document.getElementById("line");
const said = document.getElementById("slip-said");
const MOST = 6;

function tell(text, kind) {
  const item = document.createElement("li");
  item.className = kind;
  if (kind === "stop") item.setAttribute("role", "alert");
  item.textContent = text;
  said.prepend(item);
  while (said.children.length > MOST) said.lastElementChild.remove();
}

let latest = "";
document.addEventListener("waits:taken", ({ detail: { form } }) => {
  latest = form.body;
  field.value = "";
  field.focus();
});

document.addEventListener("waits:answer", ({ detail: { form, done, text } }) => {
  tell(text, done ? "good" : "stop");
  if (!done && !form.late && !field.value && form.body === latest) {
    field.value = new URLSearchParams(form.body).get("line") ?? "";
    field.select();
  }
  filter();
});

const search = document.getElementById("q");

function filter() {
  const wanted = search.value.trim().toLowerCase();
  document.querySelectorAll("#grid-tables > li").forEach((row) => { row.hidden = !row.dataset.search.includes(wanted); });
}

search.form.addEventListener("submit", (event) => {
  event.preventDefault();
  field.focus();
});
search.addEventListener("input", filter);
document.addEventListener("htmx:afterSettle", filter);

// From anywhere on the page: "/" searches, and a number goes on with the next slip.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "/") {
    event.preventDefault();
    search.focus();
  } else if (/^\d$/.test(event.key)) field.focus();
});
