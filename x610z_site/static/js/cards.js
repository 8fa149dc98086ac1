// A tap on a small card shows it whole; without this script the card is a link to its own page.

let dialog;

function sheet() {
  if (dialog) return dialog;
  dialog = document.createElement("dialog");
  dialog.className = "card-peek";
  const body = document.createElement("div");
  body.className = "stack";
  dialog.append(body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-peek]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.dataset.peek);
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    const box = sheet();
    box.setAttribute("aria-label", link.querySelector(".card-small-name").textContent.trim());
    box.firstElementChild.innerHTML = html;
    box.showModal();
    dialog.addEventListener("close", () => link.focus(), { once: true });
  } catch {
    location.assign(link.href);
  }
});
