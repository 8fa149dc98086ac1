// Passkeys: asks the site for a challenge, lets the browser answer it, and puts the answer into a plain form.
// Where a browser has none (or no script runs) the buttons stay hidden and a code does instead.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function readable(options) {
  const ids = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const read = { ...options, challenge: bytes(options.challenge) };
  if (options.user) read.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials) read.excludeCredentials = ids(options.excludeCredentials);
  if (options.allowCredentials) read.allowCredentials = ids(options.allowCredentials);
  return read;
}

function written(made) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (made.response[name]) response[name] = text(made.response[name]);
  }
  return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response, clientExtensionResults: {} });
}

async function answered(form) {
  const body = new URLSearchParams({ for: form.dataset.passkey, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
  const asked = await fetch(form.dataset.options, { method: "POST", body });
  const said = await asked.json().catch(() => ({}));
  if (!asked.ok) throw new Error(said.message || form.dataset.failedText);
  const publicKey = readable(said);
  const making = form.dataset.passkey === "add";
  return written(await (making ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey })));
}

function say(form, words) {
  const place = form.querySelector("[data-passkey-says]");
  place.textContent = words;
  place.hidden = !words;
}

for (const form of window.PublicKeyCredential ? document.querySelectorAll("form[data-passkey]") : []) {
  form.hidden = false;
  const button = form.querySelector("[data-passkey-go]");
  button.addEventListener("click", async () => {
    if (!form.reportValidity() || button.disabled) return;
    button.disabled = true;
    say(form, "");
    try {
      form.elements.answer.value = await answered(form);
      form.requestSubmit();
    } catch (error) {
      // What a browser says of a stopped or failed passkey is a DOMException in its own words, and no help to people.
      say(form, error instanceof DOMException || !error.message ? form.dataset.failedText : error.message);
    }
    button.disabled = false;
  });
  // Enter in a field must not send the form without its answer.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    button.click();
  });
}
document.querySelectorAll("[data-no-passkeys]").forEach((part) => {
  part.hidden = Boolean(window.PublicKeyCredential);
});
