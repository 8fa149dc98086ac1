// What stands around the question: whose turn it is, the seats, the stack, the board in words, the log and the tools.

import { call, count, ending, timeUp } from "./asks/answer.js";
import { apart, heaps } from "./cards.js";
import { cards } from "./asks/course.js";
import { sources, values } from "./choose.js";
import { h, sync } from "./parts.js";

const ASKED_AGAIN = ["step", "ending", "time", "concede", "undoing"]; // answered where it is asked: what opened it says nothing more
const LINES = 40; // of the log are drawn, and so many more at each tap on the button behind them

export function drawHead(r) {
  const { view, asked, news, lines = [] } = r.screen;
  r.at("turn").textContent = view.turn ? r.t("turn", { n: view.turn }) : r.t("not_begun");
  const who = { first: r.t(r.state.game_number > 1 ? "who_first_loser" : "who_first"), begin: r.t("who_begins", { name: r.seatName(asked.seat ?? 0) }),
    turn: r.t("to_act", { name: r.seatName(asked.seat ?? 0) }), window: r.t(view.stack?.length ? "window" : "window_end"), over: overText(r, asked) }[asked.kind];
  const { need } = r.open?.problem ?? r.screen.consent ?? {}; // before the game goes on, that is answered
  const waits = need && !r.mine.includes(need.seat) ? r.t("waits_for", { name: r.seatName(need.seat) }) : "";
  r.at("who").textContent = r.state.state === "frozen" ? r.t("frozen") : r.open?.problem || r.screen.consent ? waits : who;
  // What is newer than the last line of the game is told before it.
  const last = lines.at(-1);
  r.at("now").textContent = news?.text ?? [last?.text, last?.problem?.text].filter(Boolean).join(". ");
  r.at("seats").replaceChildren(...(view.seats ?? []).map((seat) => seatBox(r, seat)));
}

/** What an action on the stack is aimed at, or where it goes. */
function aims(r, item) {
  const targets = (item.targets ?? []).map((target) => r.aimName(String(target)));
  return item.path?.length && !targets.length ? [item.path.at(-1)] : targets;
}

/** An action on the stack: whose, which card, where to and on what. */
function stackText(r, item) {
  const there = aims(r, item);
  const attacks = item.kind === "attack" ? ` (${r.t("do_attack")})` : "";
  return `${r.seatName(item.seat)}: ${item.card ?? item.kind}${attacks}${there.length ? ` → ${there.join(", ")}` : ""}`;
}

export function overText(r, asked) {
  const [rule] = (asked.rule ?? "").split("#"); // people know the section, not its sentence by number
  if (asked.draw) return r.t("draw_rule", { rule });
  const winners = (asked.winners ?? []).map((seat) => r.seatName(seat)).join(", ");
  return r.t("won_rule", { name: winners, rule });
}

function seatBox(r, seat) {
  const pool = Object.entries(seat.pool).filter(([, amount]) => amount).map(([kind, amount]) => `${r.t(`energy_${kind}`)} ${amount}`);
  const crystals = seat.play.filter((one) => one.kind === "energy_crystal");
  const ready = crystals.filter((one) => one.state === "unactivated" || one.state === "active").length;
  return h("div", { class: `rec-seat seat-${seat.seat}${seat.seat === r.screen.view.active ? " active" : ""}` },
    h("b", {}, seat.name ?? seat.player, r.mine.length === 1 && r.mine.includes(seat.seat) ? h("small", {}, ` (${r.t("you")})`) : null),
    r.open === count ? null : h("span", {}, r.t("hand_deck", { hand: seat.hand.count, deck: seat.deck.count })), // nobody copies what they are to count
    h("span", {}, r.t("crystals", { ready, all: crystals.length })),
    pool.length ? h("span", {}, pool.join(" ")) : null);
}

export function drawStack(r) {
  const stack = r.screen.view.stack ?? [];
  const box = r.at("stack");
  const now = r.at("now"); // an action that the newest sentence tells already is not said again
  const top = stack.at(-1);
  const tells = (words) => [r.seatName(top.seat), top.card ?? top.kind, ...words].every((word) => now.textContent.includes(word));
  const again = top && !r.screen.news && tells((top.targets ?? []).map((target) => r.objects().get(String(target))?.card ?? r.nameOf(String(target))));
  if (again && !tells(aims(r, top))) now.textContent = stackText(r, top); // it says on whose
  const rows = again ? stack.slice(0, -1) : stack;
  box.hidden = !rows.length;
  box.replaceChildren(...[...rows].reverse().map((item, place) => h("li", {}, h("b", {}, `${rows.length - place} `), stackText(r, item))));
}

/** The board's text twin: everything that can be tapped there, in words. */
export function drawActions(r) {
  const list = r.at("actions");
  if (r.open?.name.startsWith("heap:")) { // what it holds is what was drawn before
    r.at("actions-box").hidden = true;
    return;
  }
  const busy = r.open || r.paying || r.state.state !== "open" || !r.plays;
  const found = busy ? [] : sources(r.rows().filter((row) => !["resolve", "proceed", "end", "begin", "murphy", "concede"].includes(row.line.do) && !row.source.startsWith("card:")));
  const named = found.map(({ source, rows }) => ({ source, name: `${r.sourceName(source, rows)}: ${values(rows, "do").map(({ value }) => r.t(`do_${value}`)).join(", ")}` }));
  const one = ({ source, name }) => r.button(name, () => r.pick("source", source), { focus: `source:${source}`, "aria-pressed": String(r.picks[0]?.[1] === source) });
  r.heaped = heaps(named).filter(({ all }) => all.length > 1);
  list.replaceChildren(...heaps(named).map(({ name, all }) => h("li", {}, all.length < 2 ? one(all[0]) : r.button(`${name} × ${all.length}`, () => r.go(heap(r, name)), { focus: `heap:${name}` }))));
  r.at("actions-box").hidden = !found.length;
}

/** Things of one name, opened: each with its place among them. */
const heap = (r, name) => ({ name: `heap:${name}`, yields: true, draw: () => {
  const all = r.heaped.find((one) => one.name === name)?.all ?? [];
  const names = apart(all.map(() => name));
  return [h("p", { class: "rec-lead" }, name), r.chips(all.map(({ source }, place) => r.button(names[place], () => { r.open = null; r.pick("source", source); }, { focus: `source:${source}` }))),
    r.chips([r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])];
} });

export function drawLog(r) {
  const lines = r.screen.lines ?? [];
  const sent = lines.length - (r.blind ? 0 : r.journal.waiting.filter((entry) => entry.kind === "line").length);
  r.anySigned = (r.state.entries ?? []).some((entry) => entry.signed); // where none is, none stands out
  const hidden = Math.max(0, lines.length - r.pages * LINES);
  const rows = lines.slice(hidden).map((line, place) => logLine(r, line, hidden + place >= sent));
  r.at("earlier").hidden = !hidden;
  if (r.blind) r.journal.waiting.forEach((entry) => rows.push(logLine(r, { n: "", text: plain(r, entry), status: entry.unchecked ? "unchecked" : "ok" }, true)));
  sync(r.at("log"), rows.reverse());
}

function plain(r, entry) {
  const { body } = entry;
  const card = body.card ? r.nameOf(body.card) : "";
  return [r.t(`do_${body.do ?? entry.kind}`), card, (body.path ?? []).join(" › "), (body.targets ?? []).map((one) => r.nameOf(one)).join(", ")].filter(Boolean).join(" ");
}

/** "Agreed" is said only of what every side has said happened. */
function byTheRules(r, { status }, voice) {
  const agreed = status === "agreed" || (voice?.how === "unagreed" && !voice.unsaid.length);
  return agreed ? r.t("deviation") : status === "deviation" ? r.t("not_by_rules") : "";
}

/** For whom a line was written by another phone, and what they said to it. */
function voiceText(r, voice) {
  if (!voice) return "";
  const names = (seats) => seats.map((seat) => r.seatName(seat)).join(", ");
  if (!voice.unsaid.length) return r.t("voice_said", { name: names(voice.seats) });
  return r.t(voice.open.length ? `voice_${voice.how}` : "voice_went_on", { name: names(voice.unsaid) });
}

function logLine(r, line, waiting) {
  const mark = line.problem ? h("span", { class: "rec-mark" }, r.ruleLink(line.problem.rule), " ", line.problem.text) : null;
  const voice = (r.state.voices ?? []).find(({ n }) => n === line.n);
  const entry = r.state.entries?.[line.n - 1];
  const unsigned = r.anySigned && !waiting && entry?.seq === line.n && entry.device !== null && !entry.signed && r.root.dataset.heardUrl;
  const key = JSON.stringify([line, waiting, voice, unsigned]);
  if (r.lines?.get(key)?.isConnected) return r.lines.get(key);
  const saidBy = line.lets && line.by !== null && line.by !== undefined ? r.t("said_by", { name: r.seatName(line.by) }) : "";
  const note = [saidBy, waiting ? r.t("not_sent") : "", line.status === "unchecked" ? r.t("not_checked") : "", byTheRules(r, line, voice), voiceText(r, voice), unsigned ? r.t("unsigned") : ""].filter(Boolean).join(", ");
  const row = h("li", { class: `${waiting ? "waiting" : ""} ${line.problem ? "wrong" : ""}` }, h("span", { class: "rec-n" }, String(line.n)), h("span", {}, line.text, note ? h("small", {}, ` (${note})`) : null, mark));
  (r.lines ??= new Map()).set(key, row);
  return row;
}

export function drawTools(r) {
  const open = r.state.state === "open" && !r.screen.over && r.mine.length > 0;
  const rows = r.rows();
  const end = rows.find((row) => row.line.do === "end");
  const begun = r.screen.view.seats && !["first", "begin", "over"].includes(r.screen.asked.kind);
  const drafted = r.picks.length > 0 || Boolean(r.open?.entry) || ASKED_AGAIN.includes(r.open?.name); // nothing of it is recorded yet
  const waits = !open || r.screen.consent; // for somebody's word: nothing but that is said now
  const tools = [
    r.button(r.t("cards"), () => r.go(cards), { key: "cards", focus: "cards", disabled: waits || drafted || !rows.some((row) => row.source.startsWith("card:")) && !(r.screen.castable ?? []).length }),
    r.button(r.t("end_turn"), () => r.go(ending(end)), { key: "end", focus: "end", disabled: waits || !end || drafted }),
    drafted ? r.button(r.t("cancel"), () => r.cancel(), { key: "undo", focus: "undo" })
      : r.button(r.t("undo"), () => r.undo(), { key: "undo", focus: "undo", disabled: !open || r.lastOwn() === null || Boolean(r.screen.consent && !r.screen.consent.need) }),
  ];
  const happens = open && r.free && rows.find((row) => ["resolve", "proceed"].includes(row.line.do));
  // The one large answer is always in view, above what can always be done.
  if (happens) tools.unshift(r.button(r.t("nobody"), () => r.commitRow(happens), { kind: "primary wide", focus: "nobody", key: "respond" }));
  // It comes by itself, so it takes nobody's place under a thumb, and it ends the game, so it asks.
  if (begun && open && r.timeIsUp()) tools.push(r.button(r.t("time"), () => r.go(timeUp), { focus: "time", disabled: drafted }));
  r.at("tools").replaceChildren(...tools);
  const alone = r.mine.length === 1;
  const toAgree = r.screen.consent && !(alone && r.screen.consent.by === r.mine[0]);
  const asked = toAgree || (r.state.voices ?? []).some((voice) => alone && voice.open.includes(r.mine[0]));
  r.at("tools").hidden = asked || tools.every((one) => one.disabled); // then it only covers what is to be read
  const stays = waits || drafted; // a line that is begun is finished first, or left
  const real = r.state.mode !== "practice"; // judges are near, and somebody sits opposite who may agree
  const more = [
    real || r.mine.length > 1 ? r.button(r.t("something_else"), () => r.compose("deviate"), { disabled: stays, focus: "something_else" }) : null,
    r.button(r.t("count"), () => r.go(count), { disabled: stays || !r.screen.view.seats, focus: "count" }),
    real ? r.button(r.t("call"), () => r.go(call), { disabled: !open, kind: "danger", focus: "call", always: true }) : null,
    end ? r.button(r.t("end_only"), () => r.commit([end.line]), { disabled: stays, focus: "end_only" }) : null,
    ...(begun ? r.mine : []).map((seat) => r.button(r.mine.length > 1 ? r.t("concede_name", { name: r.seatName(seat) }) : r.t("concede"), () => r.concede(seat), { focus: `concede:${seat}`, disabled: stays })),
    r.button(r.t("save"), () => r.save(), { focus: "save", always: true }),
    matchMedia("(pointer: coarse)").matches ? null : r.button(r.t(r.shortcuts ? "keys_off" : "keys_on"), () => r.toggleKeys(), { focus: "keys", "aria-pressed": String(r.shortcuts) }),
  ];
  r.at("more").replaceChildren(...more.filter(Boolean));
}
