// What the table is asked beside the game and behind it: which of two branches stands, and to sign. No line waits for it,
// so it comes when the page stands.

import { overText } from "../drawing.js";
import { h } from "../parts.js";

/** Two branches side by side: what differs in players' words, the rule that one breaks, and a button for each. */
export function conflict(r) {
  const found = r.state.conflict;
  const choose = (keep) => r.commit([{ conflict: found.seq, keep }], "choose");
  const side = (name, lines) => h("div", { class: "rec-branch" }, h("h2", {}, r.t(name === "branch" && r.mine.includes(found.by) ? "branch_own" : `branch_${name}`)), found.differs?.[name] ? h("p", { class: "rec-differs" }, found.differs[name]) : null, name === "branch" && found.broken ? h("p", { class: "rec-mark" }, r.ruleLink(found.broken.rule), " ", found.broken.text) : null, h("ol", {}, (lines ?? []).map((line) => h("li", {}, line.text ?? ""))), r.button(r.t("keep"), () => choose(name), { focus: `keep-${name}` }));
  const said = r.state.entries.some((entry) => entry.body?.conflict === found.seq && r.mine.includes(entry.by));
  return [h("p", { class: "rec-lead stop" }, r.t("conflict_lead")), said ? h("p", {}, r.t("waits_consent")) : null, h("div", { class: "rec-branches" }, side("head", found.head), side("branch", found.branch))];
}

/** What signing does for the match, and the way to the match once nothing is left to sign. */
function matchTold(r, open) {
  const { match, state, next_game, unfinished } = r.state;
  const next = next_game || unfinished;
  const signed = state === "signed";
  const words = match?.final ? "match_final" : match && !signed ? "signing_reports" : signed && !next ? "all_signed" : "";
  const leads = (match?.final || signed) && !next && !open.length && r.mine.length && r.root.dataset.matchUrl;
  return [words ? h("p", {}, r.t(words, match ?? {})) : null, match?.otherwise ? h("p", { class: "stop" }, r.t("signing_otherwise", match)) : null, leads ? h("p", {}, h("a", { class: "button primary wide", href: r.root.dataset.matchUrl }, r.t("to_match"))) : null];
}

const link = (href, text, look = "") => h("p", {}, h("a", { class: look || null, href }, text));

/** How the game ended, who has signed, and what signing does; in practice the way to another game. */
export function sign(r) {
  if (r.state.mode === "practice") return [h("p", { class: "rec-lead" }, overText(r, r.screen.asked)), h("p", {}, h("a", { class: "button primary wide", href: r.root.dataset.gamesUrl }, r.t("practice_again")))];
  const signed = new Map((r.state.signed ?? []).map((row) => [row.seat, row]));
  const hash = r.screen.log_sha256;
  const rows = r.screen.view.seats.map((seat) => h("li", {}, `${seat.name ?? seat.player}: ${r.t(signed.has(seat.seat) ? "has_signed" : "not_signed")}`));
  const open = r.mine.filter((seat) => !signed.has(seat));
  const { next_game: next, unfinished } = r.state;
  return [h("p", { class: "rec-lead" }, overText(r, r.screen.asked)), h("p", { class: "rec-hash" }, r.t("hash"), " ", h("code", {}, hash.slice(0, 16))), h("ul", { class: "rec-signed" }, rows),
    ...matchTold(r, open),
    open.length && r.state.mode === "two_phones" ? r.button(r.t("sign"), () => r.commit([{ log_sha256: hash }], "sign"), { kind: "primary wide", focus: "sign" }) : null,
    unfinished && !open.length ? link(unfinished.url, r.t("go_on_game"), "button primary wide") : null,
    next && !open.length ? link(r.root.dataset.gamesUrl, r.t("next_game", { n: next }), "button primary wide") : null,
    r.mine.length && !open.length ? link(r.root.dataset.replayUrl, r.t("look_again")) : null,
    r.mine.length && !open.length && next ? link(r.root.dataset.matchUrl, r.t("to_match")) : null,
    r.root.dataset.signUrl && r.state.state !== "signed" ? h("p", {}, h("a", { href: r.root.dataset.signUrl }, r.t("sign_page"))) : null];
}
