// The page of a witness: one HTML file with the data as JSON inside, a style and a script, and nothing from elsewhere.
//
// Paths are strips of states that can be stepped through with the arrow keys; a state shows its values with what
// changed, and for an agent what it sees and which of the shown states look the same to it. Below a path stands where
// the parts of a path formula are true. The script builds the page from the data with text nodes only, so that no name
// of a model is ever read as HTML. `#p1.s2` in the address chooses path 1, position 2.
#include <string>

#include "base/markup.h"
#include "gnomon/json.h"

namespace gnomon::api {

namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --line: #8888; --mark: #b35900; --good: #1a7f37; --bad: #c1121f; --soft: #8882; }
@media (prefers-color-scheme: dark) { :root { --mark: #ffb366; --good: #5bd17a; --bad: #ff7b7b; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.2rem; } h2 { font-size: 1rem; margin-bottom: .3rem; }
code, pre, td, th, .values { font-family: ui-monospace, monospace; font-size: 13px; }
pre { overflow-x: auto; background: var(--soft); padding: .6rem; }
.true { color: var(--good); } .false { color: var(--bad); }
.strip { display: flex; align-items: stretch; overflow-x: auto; padding: .4rem 3px; }
.strip button { font: inherit; text-align: left; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px;
  background: transparent; color: inherit; min-width: 5rem; cursor: pointer; flex: none; display: flex;
  flex-direction: column; justify-content: flex-start; }
.strip button[aria-pressed=true] { outline: 3px solid var(--mark); outline-offset: -1px; }
.strip .alike { background: var(--soft); border-style: dashed; border-color: var(--mark); }
.step { align-self: center; padding: 0 .5rem; font-size: 12px; white-space: nowrap; }
.changed, .mark { color: var(--mark); font-weight: 600; }
table { border-collapse: collapse; } caption { text-align: left; white-space: nowrap; padding-left: .6rem; } td, th { padding: .1rem .6rem; text-align: left; }
td.at { text-align: center; } .here { background: var(--soft); }
.mention { font: inherit; background: none; border: 0; color: var(--mark); text-decoration: underline; cursor: pointer; }
.agents button { margin: 0 .3rem .3rem 0; } .unseen { opacity: .55; }
.scroll { overflow-x: auto; }
)css";

constexpr const char* kScript = R"js(
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const w = data.witness;
const main = document.querySelector("main");
let chosen = { path: 0, position: 0, state: null, agent: null };  // a state that a table mentions, or one of a path

function make(tag, parent, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text !== undefined && text !== null) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (parent) parent.append(element);
  return element;
}
const variables = state => Object.entries(state).flatMap(([agent, values]) =>
  Object.entries(values).map(([name, value]) => [agent + "." + name, value]));
const actions = joint => Object.entries(joint).map(([agent, action]) => agent + ": " + action).join(", ");
function changes(from, to) {
  const before = Object.fromEntries(variables(w.states[from]));
  return variables(w.states[to]).filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => name + ": " + before[name] + " → " + value);
}
const looks = (agent, s) => variables(w.states[s]).filter(([name]) => w.observes[agent].includes(name))
  .map(pair => pair.join("=")).join(",");
const alike = (agent, s) => w.states.map((_, t) => t).filter(t => looks(agent, t) === looks(agent, s));
const current = () => chosen.state ?? w.paths[chosen.path].states[chosen.position];
const continuation = path => path.for === "EG true";
const purpose = path => path.for === "reachable" && path.states.length === 1 ? "an initial state"
  : path.for === "reachable" ? "how its last state can be reached"
  : continuation(path) ? "how the path before it goes on for ever" : path.for + " is " + (path.holds ? "true" : "false") + " in its first state";

const repeated = (path, i) => !path.repeat || path.repeat[1] !== i ? ""
  : " ↺ " + (i - path.repeat[0]) + (i - path.repeat[0] === 1 ? " step" : " steps") +
    (path.times === undefined ? ", as often as you like" : ", " + path.times + " times more");

function strip(parent, path, p) {
  const box = make("div", parent, null, { class: "strip", role: "group", "aria-label": "states of path " + (p + 1) });
  path.states.forEach((s, i) => {
    if (i > 0) make("span", box, "→", { class: "step", title: actions(path.actions[i - 1]) });
    const here = chosen.state === null && chosen.path === p && chosen.position === i;
    const same = chosen.agent && alike(chosen.agent, current()).includes(s);
    const button = make("button", box, null,
      { "aria-pressed": here, class: same ? "alike" : "", id: "p" + (p + 1) + ".s" + i });
    make("div", button, "s" + s + (path.loop === i ? " ⟲" : "") + (path.last === i ? " ■" : "") + repeated(path, i), { class: "mark" });
    make("div", button, "{" + w.propositions[s].join(", ") + "}", { class: "values" });
    if (i > 0) changes(path.states[i - 1], s).slice(0, 4).forEach(text => make("div", button, text, { class: "values" }));
    button.onclick = () => choose(p, i);
  });
  if (path.loop !== undefined) {
    make("span", box, "→ back to s" + path.states[path.loop], { class: "step", title: actions(path.actions.at(-1)) });
  }
  return box;
}

function truths(parent, path, p) {
  if (!path.truth) return;
  const table = make("table", make("div", parent, null, { class: "scroll" }));
  make("caption", table, "where the parts of the formula are true");
  const head = make("tr", table);
  make("th", head, "formula", { scope: "col" });
  const place = i => i < path.states.length ? i : path.loop + (i - path.loop) % (path.states.length - path.loop);
  path.truth[0].holds.forEach((_, i) => make("th", head, "s" + path.states[place(i)], { scope: "col" }));
  for (const row of path.truth) {
    const line = make("tr", table);
    make("th", line, row.formula, { scope: "row" });
    row.holds.forEach((holds, i) => make("td", line, holds ? "✓" : "·", { class: "at " + (holds ? "true" : "false") +
      (chosen.path === p && chosen.position === i ? " here" : ""), "aria-label": holds ? "true" : "false" }));
  }
}

function detail(parent) {
  const path = w.paths[chosen.path], s = current(), i = chosen.state === null ? chosen.position : 0;
  const place = chosen.state === null ? ", position " + i + " of path " + (chosen.path + 1) : "";
  make("h2", parent, "State s" + s + place + " {" + w.propositions[s].join(", ") + "}", { "aria-live": "polite" });
  if (chosen.state === null) {
    make("p", parent, i < path.actions.length ? "next: " + actions(path.actions[i]) : "the path ends here");
  }
  const agents = make("p", parent, "What does an agent see? ", { class: "agents" });
  for (const agent of Object.keys(w.observes)) {
    const button = make("button", agents, agent, { "aria-pressed": chosen.agent === agent });
    button.onclick = () => { chosen.agent = chosen.agent === agent ? null : agent; show(); };
  }
  const others = chosen.agent ? alike(chosen.agent, s).filter(t => t !== s) : [];
  if (chosen.agent) {
    make("p", parent, others.length === 0 ? "No other state shown here looks the same to " + chosen.agent + "."
      : chosen.agent + " cannot tell s" + s + " from " + others.map(t => "s" + t).join(", ") + ".", { id: "alike" });
  }
  const table = make("table", make("div", parent, null, { class: "scroll" }));
  const head = make("tr", table);
  ["variable", "s" + s, ...others.map(t => "s" + t)].forEach(text => make("th", head, text, { scope: "col" }));
  const before = i > 0 ? Object.fromEntries(variables(w.states[path.states[i - 1]])) : {};
  for (const [name, value] of variables(w.states[s])) {
    const seen = !chosen.agent || w.observes[chosen.agent].includes(name);
    const row = make("tr", table, null, { class: seen ? "" : "unseen" });
    make("th", row, name + (seen ? "" : " (not seen)"), { scope: "row" });
    make("td", row, value, { class: i > 0 && before[name] !== value ? "changed" : "" });
    others.forEach(t => {
      const other = Object.fromEntries(variables(w.states[t]))[name];
      make("td", row, other, { class: other !== value ? "changed" : "" });
    });
  }
}

function mention(parent, states) {
  for (const s of states) {
    const button = make("button", parent, "s" + s, { class: "mention", "aria-pressed": chosen.state === s });
    button.onclick = () => { chosen.state = s; show(); };
  }
}

function strategies(parent) {
  for (const table of w.strategies) {
    make("h2", parent, (table.holds ? "What " + table.agents.join(" and ") + " do" : "How the others answer " +
      table.agents.join(" and ")) + ": " + table.for + " is " + table.holds);
    const box = make("table", make("div", parent, null, { class: "scroll" }));
    const head = make("tr", box);
    ["in", "actions", "leads to"].forEach(text => make("th", head, text, { scope: "col" }));
    for (const entry of table.entries) for (const move of entry.moves) {
      const row = make("tr", box);
      mention(make("td", row), [entry.state]);
      make("td", row, actions(move.actions));
      mention(make("td", row), move.outcomes);
    }
  }
}

function show() {
  main.replaceChildren();
  w.paths.forEach((path, p) => {
    const box = continuation(path) ? make("details", main, null, chosen.path === p ? { open: "" } : {}) : main;
    make(continuation(path) ? "summary" : "h2", box, "Path " + (p + 1) + ": " + purpose(path));
    strip(box, path, p);
    truths(box, path, p);
  });
  detail(make("section", main));
  strategies(make("section", main));
  const links = make("section", main);
  for (const link of w.links) {
    make("p", links, link.as === "O" ? link.agents.join(", ") + " is green in s" + link.to
      : link.agents.join(" and ") + " cannot tell s" + link.from + " from s" + link.to + " (" + link.as + ")");
  }
  for (const note of w.notes) make("p", links, "Note: " + note + ".");
}
function choose(path, position) {
  chosen = { path, position, state: null, agent: chosen.agent };
  history.replaceState(null, "", "#p" + (path + 1) + ".s" + position);
  show();
  document.getElementById("p" + (path + 1) + ".s" + position).focus();
}
document.addEventListener("keydown", event => {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!move) return;
  const next = chosen.position + move;
  if (next < 0 || next >= w.paths[chosen.path].states.length) return;
  event.preventDefault();
  choose(chosen.path, next);
});
const place = /^#p(\d+)\.s(\d+)$/.exec(location.hash);
if (place && w.paths[place[1] - 1]?.states[place[2]] !== undefined) {
  chosen = { path: place[1] - 1, position: +place[2], state: null, agent: null };
}
show();
)js";

// JSON inside a script element: no `<` can end it.
std::string inside_script(const std::string& json) {
  std::string result;
  for (char c : json) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string to_html(const FormulaResult& result) {
  if (!result.witness) throw UsageError("a page needs a result with a witness");
  const bool holds = result.verdict == Verdict::True;
  const std::string place = result.line > 0 ? result.file + ":" + std::to_string(result.line) : "--formula";
  const std::string verdict = holds ? "TRUE" : "FALSE";
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<title>" + verdict + " " + escaped_markup(result.text) + "</title>\n<style>" + kStyle +
          "</style>\n</head>\n<body>\n";
  page += "<h1><span class=\"" + std::string(holds ? "true" : "false") + "\">" + verdict + "</span> <code>" +
          escaped_markup(result.text) + "</code></h1>\n<p>" + escaped_markup(place) +
          ". Choose a state, or walk along its path with the arrow keys.</p>\n<main></main>\n";
  page += "<details><summary>The explanation as text</summary>\n<pre>" + escaped_markup(result.witness->text) +
          "</pre></details>\n";
  page += "<script type=\"application/json\" id=\"data\">{\"witness\": " + inside_script(to_json(*result.witness)) +
          "}</script>\n";
  page += "<script>" + std::string(kScript) + "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace gnomon::api
