// A strategy: as a table, and as a tree of what can come of it, which unfolds as far as one looks.
import { button, h } from "./dom";
import { holding, jointText } from "./states";
import type { Strategy, Witness } from "./types";

export function strategyView(strategy: Strategy, witness: Witness, mention: (state: number) => void): HTMLElement {
  const team = strategy.agents.join(" and ");
  const name = (state: number) => button(`s${state}`, () => mention(state), { class: "link" });
  const rows = strategy.entries.flatMap(entry => entry.moves.map(move => h("tr", {},
    h("td", {}, name(entry.state)), h("td", {}, jointText(move.actions)), h("td", {}, ...move.outcomes.map(name)))));
  const moves = new Map(strategy.entries.map(entry => [entry.state, entry.moves]));

  // A state that stands above itself is not unfolded again.
  const branch = (state: number, above: number[]): HTMLElement => {
    const label = `s${state} ${holding(witness.propositions[state] ?? [])}`;
    const own = moves.get(state);
    if (!own || own.length === 0) return h("li", {}, label, strategy.open.includes(state) ? " (cut off here)" : "");
    if (above.includes(state)) return h("li", {}, `${label} (again)`);
    const list = h("ul");
    const details = h("details", {}, h("summary", {}, label), list);
    details.addEventListener("toggle", () => {
      if (!details.open || list.childElementCount > 0) return;
      list.append(...own.map(move => h("li", {}, h("span", { class: "action" }, jointText(move.actions)),
        h("ul", {}, ...move.outcomes.map(outcome => branch(outcome, [...above, state]))))));
    });
    if (above.length === 0) details.open = true;
    return h("li", {}, details);
  };
  const first = strategy.entries[0];
  return h("section", { "aria-label": `strategy of ${team}` },
    h("h3", {}, `${strategy.holds ? `What ${team} do` : `How the others answer ${team}`}: ${strategy.for} is ${strategy.holds}`),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "the strategy as a table" },
      h("table", {}, h("thead", {}, h("tr", {}, ...["in", "actions", "leads to"].map(text => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows))),
    first ? h("details", {}, h("summary", {}, "as a tree"), h("ul", { class: "tree" }, branch(first.state, []))) : null);
}
