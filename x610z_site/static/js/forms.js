// Small help for forms and menus; every page also works without it.

// A form is sent once: its buttons rest until the answer comes. Its idempotency key makes a repeat harmless.
function rest(form, on) {
  form.toggleAttribute("data-sending", on);
  form.setAttribute("aria-busy", on ? "true" : "false");
  form.querySelectorAll("button:not([type=button])").forEach((button) => {
    button.setAttribute("aria-disabled", on ? "true" : "false");
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.waits) return; // waiting.js keeps each until it is answered
  if (form.hasAttribute("data-sending")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // After the event, so that the pressed button's own name and value are still sent.
  if (form.method !== "get" && form.method !== "dialog") queueMicrotask(() => rest(form, true));
}, true);
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest("form");
  if (form) rest(form, false);
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sending]").forEach((form) => rest(form, false)));

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const opener = at("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
  }
  const closer = at("[data-close-dialog]");
  if (closer) closer.closest("dialog").close();
  const dismiss = at("[data-dismiss]");
  if (dismiss) dismiss.parentElement.remove();
  // A menu closes when one clicks beside it.
  document.querySelectorAll("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  const print = at("[data-print]");
  if (print) window.print();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.querySelectorAll("details.menu[open]").forEach((menu) => {
    menu.open = false;
    menu.querySelector("summary").focus();
  });
});

// Good news goes by itself; a warning or an error stays until it is closed.
function fade(root) {
  root.querySelectorAll(".toasts > .toast.success, .toasts > .toast.info").forEach((toast) => {
    if (toast.dataset.timed) return;
    toast.dataset.timed = "1";
    setTimeout(() => { if (!toast.matches(":hover, :focus-within")) toast.remove(); }, 8000);
  });
}

function arrive(root) {
  fade(document);
  const summary = root.querySelector("[data-focus]");
  if (summary) summary.focus();
}

// On a phone the tab of this page may lie beyond the edge.
for (const tab of document.querySelectorAll(".tabs [aria-current=page]")) {
  tab.scrollIntoView({ block: "nearest", inline: "center" });
}

arrive(document);
document.addEventListener("htmx:afterSettle", (event) => arrive(event.target));
