// The deck editor: quick presses of + and −, refused checks, and a warning before an unsaved list is left.
// Without this file everything still works, one press and one page at a time.

const text = () => document.getElementById("deck-text");
const isStep = (element) => element.matches?.("button[name=step], button[name=ready]");

// One press at a time: the next one starts from the text the one before came back with.
let stepping = false;
let waiting = [];

// A text far too long to be a deck is not sent at all: it stays in the field, with the reason.
document.addEventListener("input", ({ target }) => {
  if (target.id === "deck-text") target.setCustomValidity(target.value.length > Number(target.dataset.most) ? target.dataset.tooLong : "");
});

document.addEventListener("htmx:confirm", (event) => {
  if (event.target.id === "deck-text" && !event.target.reportValidity()) event.preventDefault();
  if (!isStep(event.target)) return;
  if (stepping) {
    event.preventDefault();
    waiting.push(event.target.id);
    return;
  }
  stepping = true;
  // What is typed now would be lost when the answer arrives.
  text().readOnly = true;
});

function finish() {
  if (!stepping) return;
  stepping = false;
  if (text()) text().readOnly = false;
  const next = waiting.length && document.getElementById(waiting.shift());
  if (next) next.click();
}

document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "deck-editor") finish(); });
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) return;
  if (event.detail.xhr.status !== 422) {
    waiting = [];
    finish();
  }
});

// 422 is an answer to read (what to mend), not a broken page.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status === 422) event.detail.shouldSwap = true;
});

let sending = false;
const isDirty = () => Boolean(document.querySelector("#deck-editor [data-unsaved]")) || (text() && text().value !== text().defaultValue);
document.addEventListener("submit", (event) => { sending = event.target.id === "deck-editor"; });
addEventListener("pageshow", () => { sending = false; });
addEventListener("beforeunload", (event) => { if (!sending && isDirty()) event.preventDefault(); });
