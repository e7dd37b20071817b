// States and joint actions in words and tables: what paths, walks and graphs have in common.
import { h } from "./dom";
import type { Actions, Values } from "./types";

export const variables = (state: Values): [string, string][] =>
  Object.entries(state).flatMap(([agent, values]) =>
    Object.entries(values).map(([name, value]): [string, string] => [`${agent}.${name}`, value]));

export const jointText = (joint: Actions): string =>
  Object.entries(joint).map(([agent, action]) => `${agent}: ${action}`).join(", ");

export const holding = (propositions: string[]): string => `{${propositions.join(", ")}}`;

// `Agent.x: 1 → 2` for each variable that differs.
export function changes(from: Values, to: Values): string[] {
  const before = new Map(variables(from));
  return variables(to).filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name}: ${before.get(name) ?? "?"} → ${value}`);
}

// Variables in rows, states in columns; what differs from the first state is marked.
export function stateTable(columns: { title: string; values: Values }[], before?: Values, observed?: string[]): HTMLElement {
  const first = columns[0];
  if (!first) return h("div");
  const old = new Map(before ? variables(before) : []);
  const rows = variables(first.values).map(([name, value]) => {
    const seen = !observed || observed.includes(name);
    return h("tr", { class: seen ? null : "unseen" },
      h("th", { scope: "row" }, name, seen ? null : " (not seen)"),
      h("td", { class: before && old.get(name) !== value ? "changed" : null }, value),
      ...columns.slice(1).map(column => {
        const other = new Map(variables(column.values)).get(name) ?? "";
        return h("td", { class: other !== value ? "changed" : null }, other);
      }));
  });
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "values of the state" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "variable"),
        ...columns.map(column => h("th", { scope: "col" }, column.title)))),
      h("tbody", {}, ...rows)));
}
