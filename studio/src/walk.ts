// A simulation: the walk so far as a strip, the present state, and what can be done next.
import { isAbort, one, sentence } from "./api";
import { announce, button, h, labelled } from "./dom";
import { fan } from "./pictures";
import type { Studio } from "./state";
import { changes, holding, jointText, stateTable } from "./states";
import type { Values, Walk } from "./types";

export class WalkPanel {
  readonly element = h("div");
  private record: string | object = "";
  private walk: Walk | null = null;
  private work: AbortController | null = null;
  private seed = 1;
  private model = "";

  constructor(private readonly studio: Studio) {
    studio.on("text", () => this.outdate());
    studio.on("settings", () => this.outdate());
  }

  // When the panel comes into view.
  open(): void {
    if (!this.walk) void this.ask({});
  }

  // Goes on from a path: states and actions as in a witness, at a position of it.
  async follow(path: object, position: number): Promise<void> {
    this.record = path;
    await this.ask({ do: "jump", index: position });
  }

  private outdate(): void {
    if (JSON.stringify(this.studio.reading()) === this.model) return;
    this.record = "";
    this.walk = null;
    this.work?.abort();
    this.element.replaceChildren(h("p", {}, "The model has changed."), button("Begin a walk", () => void this.ask({}), { class: "primary" }));
  }

  private async ask(what: object): Promise<void> {
    this.work?.abort();
    const own = this.work = new AbortController();
    this.model = JSON.stringify(this.studio.reading());
    try {
      const request = { ...this.studio.reading(), record: this.record, seed: this.seed++, finite_traces: this.studio.settings.finite_traces, ...what };
      this.walk = await one<Walk>("walk", "walk", request, own.signal);
      this.record = this.walk.record ?? "";
      this.show();
    } catch (problem) {
      if (isAbort(problem)) return;
      this.element.querySelector(".problem")?.remove();
      const text = h("p", { class: "problem", role: "alert" }, sentence(problem));
      if (this.walk) this.element.prepend(text);
      else this.element.replaceChildren(text, button("Try again", () => void this.ask({})));
    }
  }

  private show(): void {
    const walk = this.walk;
    if (!walk) return;
    if (walk.initial) return this.showInitial(walk.initial);
    const position = walk.position ?? 0;
    const present = walk.states[position];
    if (!present) return;
    const cells: Node[] = [];
    walk.states.forEach((state, i) => {
      const before = walk.states[i - 1];
      if (before) cells.push(h("span", { class: "step", title: jointText(before.actions ?? {}) }, "→"));
      cells.push(h("button", { type: "button", "aria-pressed": String(i === position), click: () => void this.ask({ do: "jump", index: i }) },
        h("span", { class: "mark" }, `${i}`), h("span", {}, holding(state.propositions)),
        ...(before ? changes(before.values, state.values).slice(0, 4) : []).map(text => h("span", { class: "changed" }, text))));
    });
    const before = walk.states[position - 1]?.values;
    this.element.replaceChildren(
      h("p", { class: "buttons" },
        button("◀ Back", () => void this.ask({ do: "jump", index: position - 1 }), position === 0 ? { disabled: true } : {}),
        button("Random step", () => void this.ask({ do: "random", steps: 1 }), { id: "random-step" }),
        button("Ten random steps", () => void this.ask({ do: "random", steps: 10 })),
        button("Begin again", () => { this.record = ""; void this.ask({}); })),
      walk.stopped ? h("p", {}, walk.stopped) : "",
      h("div", { class: "strip", role: "group", "aria-label": "the walk" }, ...cells),
      h("h3", {}, `State ${position} ${holding(present.propositions)}`),
      stateTable([{ title: "value", values: present.values }], before),
      this.next(walk, present.values), this.questions(walk, present.values));
    this.element.querySelector(".strip [aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    announce(`state ${position} ${holding(present.propositions)}`);
  }

  private showInitial(initial: { total: number; states: Values[] }): void {
    const first = initial.states[0] ?? {};
    this.element.replaceChildren(h("h3", {}, `${initial.total} initial states`),
      h("ol", { class: "options" }, ...initial.states.map((state, i) => h("li", {},
        button(i === 0 ? "begin here" : changes(first, state).join(", ") || "begin here", () => void this.ask({ do: "start", initial: i + 1 }))))),
      initial.total > initial.states.length ? h("p", {}, `and ${initial.total - initial.states.length} more`) : "");
  }

  private next(walk: Walk, present: Values): HTMLElement {
    const next = walk.next;
    if (!next) return h("div");
    if (walk.outcomes) {
      return h("section", { "aria-label": "outcomes" }, h("h3", {}, "This has several outcomes"), h("p", {}, "Choose one below."));
    }
    const items = next.choices.flatMap(choice => {
      const outcomes = choice.outcomes.length > 0 ? choice.outcomes : [null];
      return outcomes.map((outcome, i) => {
        const what = outcome ? changes(present, outcome) : [];
        const several = choice.outcome_count > 1;
        return h("li", {}, h("button", { type: "button", ...(choice.outcome_count === 0 ? { disabled: true } : {}),
          click: () => void this.ask({ do: "step", number: choice.number, ...(several ? { outcome: i + 1 } : {}) }) },
          h("span", {}, jointText(choice.actions)),
          h("span", { class: "changed" }, choice.outcome_count === 0 ? "leads nowhere" : what.length ? what.join(", ") : "nothing changes")));
      });
    });
    return h("section", { "aria-label": "what can be done" },
      h("h3", {}, next.blocked.length > 0 ? `Nothing can be done: ${next.blocked.join(", ")} has no action` : `${next.total} joint actions`),
      h("ol", { class: "options", id: "choices" }, ...items),
      Number(next.total) > next.choices.length ? h("p", {}, `the first ${next.choices.length} are shown`) : null);
  }

  private questions(walk: Walk, present: Values): HTMLElement {
    const formula = h("input", { spellcheck: "false", value: walk.evaluation?.formula ?? "", class: "formula-input" });
    const ask = () => void this.ask({ do: "evaluate", formula: formula.value });
    formula.addEventListener("keydown", event => { if (event.key === "Enter") ask(); });
    const { evaluation, possible } = walk;
    return h("section", { "aria-label": "questions about this state" },
      h("h3", {}, "Questions about this state"),
      h("div", { class: "fields" }, labelled("is this true here?", formula), button("Ask", ask)),
      evaluation ? h("p", { role: "status" }, h("span", { class: `verdict ${evaluation.verdict}` }, evaluation.verdict), " ",
        h("code", {}, evaluation.formula), evaluation.reason ? ` (${evaluation.reason})` : "") : null,
      h("p", { class: "buttons", role: "group", "aria-label": "what an agent considers possible" }, "What does an agent consider possible? ",
        ...this.studio.agents.map(agent => button(agent, () => void this.ask({ do: "possible", agent }),
          { "aria-pressed": String(possible?.agent === agent) }))),
      possible ? h("div", {}, h("p", { role: "status" }, possible.reason || `${possible.agent} considers ${possible.total} states possible.`),
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `what ${possible.agent} considers possible` },
          fan(possible.agent, "here", possible.states.map((state, i) => ({ title: changes(present, state).length === 0 ? `${i + 1}: this state` : `${i + 1}`, differs: changes(present, state) }))))) : null);
  }
}
