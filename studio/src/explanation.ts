// Why a formula is true or false: paths to step along, what agents see, strategies, truth by position.
import { isAbort, one, sentence } from "./api";
import { announce, button, h } from "./dom";
import { fan, lasso } from "./pictures";
import type { Studio } from "./state";
import { changes, holding, jointText, stateTable, variables } from "./states";
import { strategyView } from "./strategy";
import type { Formula, Path, Witness } from "./types";

interface Explained { formula: Formula; text?: string }

function purpose(path: Path): string {
  if (path.for === "reachable") return path.states.length === 1 ? "an initial state" : "how its last state can be reached";
  if (path.for === "EG true") return "how the path before it goes on for ever";
  return `${path.for} is ${path.holds ? "true" : "false"} in its first state`;
}

function repeated(path: Path, i: number): string {
  if (!path.repeat || path.repeat[1] !== i) return "";
  const steps = i - path.repeat[0];
  return ` ↺ ${steps} ${steps === 1 ? "step" : "steps"}, ${path.times === undefined ? "as often as you like" : `${path.times} times more`}`;
}

export class Explanation {
  readonly element = h("div", {}, h("p", {}, "Check a formula, then ask why it is true or false."));
  private witness: Witness | null = null;
  private formula: Formula | null = null;
  private text = "";
  private path = 0;
  private position = 0;
  private mentioned: number | null = null; // a state that is on no path
  private agent: string | null = null;
  private readonly opened = new Set<number>(); // paths that were unfolded
  private work: AbortController | null = null;

  constructor(private readonly studio: Studio, private readonly continueWalk: (witness: Witness, position: number) => void) {
    studio.on<number | string>("explain", key => void this.load(key));
    this.element.addEventListener("keydown", event => this.key(event));
  }

  private async load(key: number | string): Promise<void> {
    this.work?.abort();
    const own = this.work = new AbortController();
    this.element.replaceChildren(h("p", { class: "progress" }, "looking for an explanation … "), button("Cancel", () => own.abort()));
    try {
      const found = await one<Explained>("explain", "explanation", { ...this.studio.request(), formulas: [key] }, own.signal);
      this.formula = found.formula;
      this.witness = found.formula.witness ?? null;
      this.text = found.text ?? "";
      this.opened.clear();
      Object.assign(this, { path: 0, position: 0, mentioned: null, agent: null });
      this.show();
    } catch (problem) {
      if (this.work !== own) return;
      this.element.replaceChildren(h("p", { class: "problem", role: "alert" }, isAbort(problem) ? "cancelled" : sentence(problem)));
    }
  }

  private key(event: KeyboardEvent): void {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = event.target as HTMLElement;
    if (!move || !this.witness || !target.closest(".strip, .stepper")) return;
    event.preventDefault();
    this.step(move);
  }

  private step(move: number): void {
    const path = this.witness?.paths[this.path];
    if (!path) return;
    let next = this.position + move;
    if (next >= path.states.length && path.loop !== undefined) next = path.loop;
    if (next >= 0 && next < path.states.length) this.choose(this.path, next, true);
  }

  private choose(path: number, position: number, focus = false): void {
    this.path = path;
    this.position = position;
    this.mentioned = null;
    const stepper = (document.activeElement as HTMLElement | null)?.dataset.step;
    this.show();
    const state = this.witness?.paths[path]?.states[position] ?? 0;
    announce(`position ${position}, state s${state} ${holding(this.witness?.propositions[state] ?? [])}`);
    if (stepper) this.element.querySelector<HTMLElement>(`[data-step="${stepper}"]`)?.focus();
    else if (focus) this.element.querySelector<HTMLElement>(".strip [aria-pressed=true]")?.focus();
  }

  private mention(state: number): void {
    this.mentioned = state;
    this.show();
    this.element.querySelector<HTMLElement>("#state-title")?.focus();
  }

  private looks(witness: Witness, agent: string, state: number): string {
    const seen = new Set(witness.observes[agent] ?? []);
    return JSON.stringify(variables(witness.states[state] ?? {}).filter(([name]) => seen.has(name)));
  }
  private alike(witness: Witness, agent: string, state: number): number[] {
    const look = this.looks(witness, agent, state);
    return witness.states.map((_, t) => t).filter(t => this.looks(witness, agent, t) === look);
  }

  private show(): void {
    const { formula, witness } = this;
    if (!formula) return;
    const title = h("h2", {}, h("span", { class: `verdict ${formula.verdict}` }, formula.verdict), " ", h("code", {}, formula.text));
    if (!witness) {
      this.element.replaceChildren(title, h("p", {}, `There is no explanation: ${formula.no_witness ?? formula.reason ?? "nothing to show"}.`));
      return;
    }
    const current = this.mentioned ?? witness.paths[this.path]?.states[this.position] ?? 0;
    const marked = this.agent ? this.alike(witness, this.agent, current) : [];
    const paths = witness.paths.map((path, p) => this.pathView(witness, path, p, marked));
    this.element.replaceChildren(title, ...paths, this.detail(witness, current, marked),
      ...witness.strategies.map(strategy => strategyView(strategy, witness, state => this.mention(state))),
      this.remarks(witness),
      h("details", {}, h("summary", {}, "The explanation as text"), h("pre", { tabindex: 0 }, this.text)));
    this.element.querySelector(".strip [aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private pathView(witness: Witness, path: Path, p: number, marked: number[]): HTMLElement {
    const here = this.mentioned === null && this.path === p;
    const cells: Node[] = [];
    path.states.forEach((state, i) => {
      if (i > 0) cells.push(h("span", { class: "step", title: jointText(path.actions[i - 1] ?? {}) }, "→"));
      const before = i > 0 ? witness.states[path.states[i - 1] ?? 0] : undefined;
      const now = witness.states[state] ?? {};
      cells.push(h("button", { type: "button", "aria-pressed": String(here && this.position === i),
        class: marked.includes(state) ? "alike" : null, click: () => this.choose(p, i, true) },
        h("span", { class: "mark" }, `s${state}${path.loop === i ? " ⟲" : ""}${path.last === i ? " ■" : ""}${repeated(path, i)}`),
        h("span", {}, holding(witness.propositions[state] ?? [])),
        ...(before ? changes(before, now).slice(0, 4) : []).map(text => h("span", { class: "changed" }, text))));
    });
    if (path.loop !== undefined) cells.push(h("span", { class: "step" }, `→ back to s${path.states[path.loop] ?? ""}`));
    const picture = path.loop === undefined ? null : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `path ${p + 1} drawn as a loop` },
      lasso({ labels: path.states.map(state => `s${state}`), loop: path.loop, chosen: here ? this.position : -1,
        marked: path.states.flatMap((state, i) => marked.includes(state) ? [i] : []), choose: i => this.choose(p, i) }));
    const title = `Path ${p + 1}: ${purpose(path)}`;
    const parts = [h("div", { class: "strip", role: "group", "aria-label": `states of path ${p + 1}` }, ...cells), picture, this.truth(path, p)];
    // How a path goes on matters less than the path; one that was opened stays open.
    if (path.for !== "EG true") return h("section", { "aria-label": `path ${p + 1}` }, h("h3", {}, title), ...parts);
    const fold = h("details", this.opened.has(p) || here ? { open: true } : {}, h("summary", {}, title), ...parts);
    fold.addEventListener("toggle", () => { if (fold.open) this.opened.add(p); else this.opened.delete(p); });
    return h("section", { "aria-label": `path ${p + 1}` }, fold);
  }

  private truth(path: Path, p: number): HTMLElement | null {
    const first = path.truth?.[0];
    if (!path.truth || !first) return null;
    const loop = path.loop ?? 0;
    const place = (i: number) => i < path.states.length ? i : loop + (i - loop) % (path.states.length - loop);
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "truth by position" },
      h("table", { class: "truth" }, h("caption", {}, "where the parts of the formula are true"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "formula"),
          ...first.holds.map((_, i) => h("th", { scope: "col" }, `s${path.states[place(i)] ?? ""}`)))),
        h("tbody", {}, ...path.truth.map(row => h("tr", {}, h("th", { scope: "row" }, row.formula),
          ...row.holds.map((holds, i) => h("td", { class: `at ${holds}${this.path === p && this.position === place(i) ? " here" : ""}` },
            h("span", { "aria-hidden": "true" }, holds ? "✓" : "·"), h("span", { class: "hidden" }, String(holds)))))))));
  }

  private detail(witness: Witness, current: number, marked: number[]): HTMLElement {
    const path = witness.paths[this.path];
    const onPath = this.mentioned === null && path !== undefined;
    const next = onPath ? path.actions[this.position] : undefined;
    const before = onPath && this.position > 0 ? witness.states[path.states[this.position - 1] ?? 0] : undefined;
    const others = marked.filter(state => state !== current);
    const values = witness.states[current] ?? {};
    const stepper = onPath ? h("p", { class: "buttons stepper" },
      button("◀ Back", () => this.step(-1), { "data-step": "back", ...(this.position === 0 ? { disabled: true } : {}) }),
      button("Step ▶", () => this.step(1), { "data-step": "on", id: "step",
        ...(this.position + 1 >= path.states.length && path.loop === undefined ? { disabled: true } : {}) }),
      this.path === 0 ? button("Continue as a simulation", () => this.continueWalk(witness, this.position), { id: "continue" }) : null) : null;
    const agents = h("p", { class: "buttons", role: "group", "aria-label": "what an agent sees" }, "What does an agent see? ",
      ...Object.keys(witness.observes).map(agent => button(agent, () => {
        this.agent = this.agent === agent ? null : agent;
        this.show();
        this.element.querySelector<HTMLElement>(`[data-agent="${CSS.escape(agent)}"]`)?.focus();
      }, { "aria-pressed": String(this.agent === agent), "data-agent": agent })));
    const doubt = !this.agent ? null : others.length === 0
      ? h("p", { id: "alike" }, `No other state shown here looks the same to ${this.agent}.`)
      : h("div", {}, h("p", { id: "alike" }, `${this.agent} cannot tell s${current} from ${others.map(t => `s${t}`).join(", ")}.`),
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `what ${this.agent} considers possible` },
          fan(this.agent, `s${current}`, others.map(t => ({ title: `s${t} ${holding(witness.propositions[t] ?? [])}`,
            differs: changes(values, witness.states[t] ?? {}), choose: () => this.mention(t) })))));
    return h("section", { "aria-label": "the chosen state" }, stepper,
      h("h3", { id: "state-title", tabindex: -1 }, `State s${current}${onPath ? `, position ${this.position} of path ${this.path + 1}` : ""} ${holding(witness.propositions[current] ?? [])}`),
      onPath ? h("p", {}, next ? `next: ${jointText(next)}` : "the path ends here") : null, agents, doubt,
      stateTable([{ title: `s${current}`, values }, ...others.map(t => ({ title: `s${t}`, values: witness.states[t] ?? {} }))],
        before, this.agent ? witness.observes[this.agent] : undefined));
  }

  private remarks(witness: Witness): HTMLElement {
    const lines = [
      ...witness.links.map(link => link.as === "O" ? `${link.agents.join(", ")} is green in s${link.to}.`
        : `${link.agents.join(" and ")} cannot tell s${link.from} from s${link.to} (${link.as}).`),
      ...witness.taken.map(taken => `Not shown: ${taken.formula} is ${taken.holds} in s${taken.state}.`),
      ...witness.notes.map(note => `Note: ${note}.`)];
    return h("section", { "aria-label": "remarks" }, ...lines.map(line => h("p", {}, line)));
  }
}
