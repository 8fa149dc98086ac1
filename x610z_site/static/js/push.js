// Switches on messages for this browser: it asks the person, subscribes with the browser's push service and tells the
// site where that is. Without a push service (or on a page that is not secure) the page says so in words.

const button = document.querySelector("[data-push-key]");
const note = document.querySelector("[data-push-note]");

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    note.textContent = note.dataset.denied;
    note.hidden = false;
    return;
  }
  await navigator.serviceWorker.register("/service-worker.js");
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(button.dataset.pushKey) };
  const subscription = await registration.pushManager.subscribe(options);
  const answer = await fetch(button.dataset.pushUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) },
    body: JSON.stringify(subscription),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  location.reload();
}

if (button && navigator.serviceWorker && window.PushManager && window.Notification) {
  button.hidden = false;
  note.hidden = true;
  button.addEventListener("click", () => switchOn().catch(() => {
    note.textContent = note.dataset.failed;
    note.hidden = false;
  }));
}
