// Keys of the deck constructor. Every one of them is a button on the page too.

const at = (id) => document.getElementById(id);
const typing = (element) => element.matches?.("input, textarea, select, [contenteditable]");

function press(selector) {
  const button = document.querySelector(selector);
  if (button) button.click();
}

// From one row of cards to the next or the one before, in the list or in what was found.
function step(button, by) {
  const rows = [...button.closest("#deck-check, #deck-found").querySelectorAll("li")].filter((row) => row.querySelector("button[name=step]"));
  const here = rows.indexOf(button.closest("li"));
  const place = [...button.parentElement.querySelectorAll("button")].indexOf(button);
  const next = rows[here + by]?.querySelectorAll("button[name=step]")[place];
  if (next) next.focus();
  return Boolean(next);
}

document.addEventListener("keydown", (event) => {
  const save = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
  if (save && at("deck-save")) {
    event.preventDefault();
    at("deck-save").click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !typing(event.target) && at("deck-q")) {
    event.preventDefault();
    at("deck-q").focus();
  } else if (event.key === "Enter" && event.target.id === "deck-q") {
    event.preventDefault();
    press(`#deck-found button${event.shiftKey ? '[value^="sideboard:"]' : ""}`);
  } else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.matches?.("#deck-check button[name=step], #deck-found button[name=step]")) {
    if (step(event.target, event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
  }
});
