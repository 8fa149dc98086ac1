// The deck editor: shows a refused check too, and warns before a list that is not saved is left.
document.addEventListener("htmx:beforeSwap", (event) => {
  // 422 is an answer to read (what to mend), not a broken page.
  if (event.detail.xhr.status === 422) event.detail.shouldSwap = true;
});

let sending = false;
const editor = () => document.getElementById("deck-editor");
const isDirty = () => {
  const form = editor();
  const note = form && form.querySelector("[data-unsaved]");
  const text = document.getElementById("deck-text");
  return Boolean(note) || Boolean(text && text.value !== text.defaultValue);
};
document.addEventListener("submit", () => { sending = true; });
addEventListener("pageshow", () => { sending = false; });
addEventListener("beforeunload", (event) => { if (!sending && isDirty()) event.preventDefault(); });
