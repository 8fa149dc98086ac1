// A personal link carries its secret behind the #, which no browser sends: not to us, a log, a proxy or a referrer.
// It goes into the form and out of the address bar, so that the history of the phone does not keep it either.

const code = location.hash.slice(1);
const field = document.querySelector("input[name=code]");
if (field && /^[\w-]{16,60}$/.test(code)) {
  field.value = code;
  const whole = field.closest(".field");
  if (whole) whole.hidden = true;
  history.replaceState(null, "", location.pathname);
}
