// The formulas of the model and their verdicts, which appear as they are decided; how they are to be checked.
import { isAbort, sentence, ServerError, stream } from "./api";
import { announce, button, h, labelled, select } from "./dom";
import type { Settings, Studio } from "./state";
import type { Formula, FormulaInfo, ServerEvent } from "./types";

const marks = { true: "✓ true", false: "✗ false", unknown: "? unknown" };

function phase(event: ServerEvent): string {
  const what: Record<string, string> = {
    parse: "reading", encode: "encoding", reach: `reachable states: depth ${String(event.depth)}`, fairness: "fair states",
    check: `formula ${String(event.formula)} of ${String(event.formulas)}`, deadlocks: "deadlocks", overflows: "overflows" };
  const states = Number(event.states) > 0 ? `, ${Number(event.states).toLocaleString("en")} states` : "";
  const nodes = Number(event.nodes) > 0 ? `, ${String(event.nodes)} nodes` : "";
  return `${what[String(event.phase)] ?? ""}${states}${nodes}, ${Number(event.seconds).toFixed(0)} s`;
}

// What an event says about work that goes on; null: nothing.
export function workText(event: ServerEvent): string | null {
  if (event.event === "progress") return phase(event);
  if (event.event === "waiting") return `waiting for ${String(event.ahead)} others`;
  return null;
}

function values(formula: Formula): string {
  if (formula.value !== undefined) return ` = ${formula.value}`;
  if (formula.parameter === undefined) return "";
  if (formula.all) return ` for all ${formula.parameter}`;
  if (formula.smallest !== undefined) return ` from ${formula.parameter} = ${formula.smallest} on`;
  if (formula.largest !== undefined) return ` up to ${formula.parameter} = ${formula.largest}`;
  return "";
}

export class Formulas {
  readonly element: HTMLElement;
  private readonly list = h("ol", { class: "formulas" });
  private readonly progress = h("p", { class: "progress" });
  private readonly facts = h("p", { class: "facts" });
  private readonly wrong = h("p", { class: "problem", hidden: true }, "The model has errors. These are the formulas of its last version without any.");
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly parameters = h("div", { class: "fields", role: "group", "aria-label": "parameters of the model" });
  private readonly all = button("Check all", () => void this.check([]), { class: "primary", id: "check-all" });
  private readonly stop = button("Cancel", () => this.work?.abort(), { id: "cancel", disabled: true });
  private readonly extra = h("input", { spellcheck: "false", placeholder: "AG (p -> K(Agent, q))", class: "formula-input" });
  private results = new Map<number | string, Formula>();
  private tried: string[] = [];
  private work: AbortController | null = null;
  private stale = false;

  constructor(private readonly studio: Studio, private readonly showLine: (line: number) => void) {
    this.extra.addEventListener("keydown", event => { if (event.key === "Enter") this.tryFormula(); });
    this.element = h("div", {},
      this.parameters,
      h("p", { class: "buttons" }, this.all, this.stop),
      this.progress, this.problem, this.wrong, this.list,
      h("div", { class: "fields" }, labelled("try a formula", this.extra), button("Check it", () => this.tryFormula())),
      this.facts, this.choices());
    studio.on("read", () => { this.showParameters(); this.show(); });
    studio.on("check-all", () => { if (!this.all.disabled) void this.check([]); });
    studio.on("text", () => this.outdate());
    studio.on("settings", () => this.outdate());
    this.show();
  }

  private outdate(): void {
    this.stale = this.results.size > 0;
    this.facts.textContent = "";
    this.show();
  }

  private choices(): HTMLElement {
    const pick = (text: string, key: keyof Settings, options: [string, string][]) =>
      labelled(text, select(options, String(this.studio.settings[key]), value => this.studio.change({ [key]: value })));
    const bound = h("input", { type: "number", min: 0, value: this.studio.settings.bound });
    bound.addEventListener("change", () => this.studio.change({ bound: bound.value }));
    const finite = h("input", { type: "checkbox", ...(this.studio.settings.finite_traces ? { checked: true } : {}) });
    finite.addEventListener("change", () => this.studio.change({ finite_traces: finite.checked }));
    return h("details", { class: "choices" }, h("summary", {}, "Engine and semantics"),
      h("div", { class: "fields" },
        pick("engine", "engine", [["auto", "automatic"], ["diagrams", "decision diagrams"], ["explicit", "every state by itself"],
          ["ic3", "proofs (IC3)"], ["bounded", "bounded, diagrams"], ["sat", "bounded, SAT solver"]]),
        labelled("bound (bounded engines)", bound),
        pick("knowledge", "knowledge", [["observational", "what is seen now"], ["clock", "with a clock"], ["recall", "perfect recall"]]),
        pick("at first, agents consider", "initial_information", [["own", "initial states"], ["all", "all reachable states"]]),
        pick("strategies", "strategies", [["full", "by the whole state"], ["uniform", "by what members see"]]),
        labelled("finite traces (LDL, CDL*)", finite)));
  }

  private showParameters(): void {
    const have = [...this.parameters.querySelectorAll("input")].map(input => input.name).join();
    if (have === this.studio.parameters.map(one => one.name).join()) return; // the field that is being typed in stays
    this.parameters.replaceChildren(...this.studio.parameters.map(one => {
      const input = h("input", { name: one.name, value: this.studio.settings.parameters[one.name] ?? "", placeholder: one.value, size: 6, spellcheck: "false" });
      input.addEventListener("input", () =>
        this.studio.change({ parameters: { ...this.studio.settings.parameters, [one.name]: input.value.trim() } }));
      return labelled(`${one.name} : ${one.type}`, input);
    }));
  }

  private tryFormula(): void {
    const text = this.extra.value.trim();
    if (text === "") return;
    if (!this.tried.includes(text)) this.tried.push(text);
    void this.check([text]);
  }

  private row(key: number | string, formula: FormulaInfo): HTMLElement {
    const result = this.results.get(key);
    const shown = result && (!this.stale || typeof key === "string");
    const unexpected = shown && formula.expected !== undefined && result.verdict !== formula.expected;
    return h("li", { class: "formula", "data-verdict": shown ? result.verdict : null },
      h("div", { class: "line" },
        h("span", { class: `verdict ${shown ? result.verdict : "none"}` }, shown ? marks[result.verdict] + values(result) : "not checked"),
        h("code", {}, formula.name ? `${formula.name}: ` : "", formula.text)),
      h("div", { class: "line small" },
        h("span", {}, formula.logic),
        shown ? h("span", {}, `${result.seconds.toFixed(3)} s`) : null,
        shown && result.reason ? h("span", {}, result.reason) : null,
        unexpected ? h("span", { class: "problem" }, `the model expects ${formula.expected ?? ""}`) : null,
        formula.line ? button(`line ${formula.line}`, () => this.showLine(formula.line ?? 1), { class: "link" }) : null,
        button("Check", () => void this.check([key]), { "aria-label": `Check ${formula.text}` }),
        shown && result.verdict !== "unknown"
          ? button(result.verdict === "true" ? "Why true?" : "Why false?", () => this.studio.tell("explain", key),
            { class: "why", "aria-label": `Why ${result.verdict}? ${formula.text}` }) : null));
  }

  private show(): void {
    this.list.replaceChildren(
      ...this.studio.formulas.map(formula => this.row(formula.index, formula)),
      ...this.tried.map(text => this.row(text, this.results.get(text) ?? { index: 0, text, logic: "" })));
    const wrong = this.studio.errors > 0;
    this.wrong.hidden = !wrong;
    this.list.classList.toggle("outdated", wrong);
    this.all.disabled = this.work !== null || wrong || this.studio.formulas.length === 0;
    for (const each of this.list.querySelectorAll("button")) if (wrong) each.disabled = true;
    this.stop.disabled = this.work === null;
    if (this.studio.formulas.length === 0) this.list.replaceChildren(h("li", { class: "formula" }, "The model has no formulas yet."));
  }

  async check(formulas: (number | string)[]): Promise<void> {
    this.work?.abort();
    const own = this.work = new AbortController();
    if (formulas.length === 0 || this.stale) this.results.clear();
    for (const one of formulas) this.results.delete(one);
    this.stale = false;
    this.problem.textContent = "";
    this.facts.textContent = "";
    this.progress.textContent = "checking …";
    this.show();
    const counts = { true: 0, false: 0, unknown: 0 };
    try {
      for await (const event of stream("check", { ...this.studio.request(), formulas }, own.signal)) {
        const text = workText(event);
        if (text) this.progress.textContent = text;
        if (event.event === "verdict") {
          const formula = event.formula as Formula;
          const key = formulas.length === 1 && typeof formulas[0] === "string" ? formulas[0] : formula.index;
          this.results.set(key, formula);
          ++counts[formula.verdict];
          this.show();
        } else if (event.event === "done") {
          this.showFacts(event.document as Record<string, never>);
        }
      }
      announce(`${counts.true} true, ${counts.false} false` + (counts.unknown ? `, ${counts.unknown} unknown` : ""));
    } catch (problem) {
      const cancelled = isAbort(problem);
      if (cancelled) announce("the check was cancelled");
      else {
        this.problem.textContent = sentence(problem);
        if (problem instanceof ServerError && problem.status === 401) this.studio.tell("problem", problem);
      }
    } finally {
      if (this.work === own) {
        this.work = null;
        this.progress.textContent = "";
        this.show();
      }
    }
  }

  private showFacts(document: { model?: Record<string, unknown>; statistics?: { seconds?: { total?: number }; peak_memory_bytes?: number }; stopped?: string }): void {
    const model = document.model ?? {};
    const parts = [
      model.reachable_states !== undefined ? `${String(model.reachable_states)} states` : null,
      model.depth !== undefined ? `depth ${String(model.depth)}` : null,
      model.deadlocks !== undefined && model.deadlocks !== "0" ? `${String(model.deadlocks)} deadlocks` : null,
      document.statistics?.seconds?.total !== undefined ? `${document.statistics.seconds.total.toFixed(2)} s` : null,
      document.statistics?.peak_memory_bytes ? `${Math.round(document.statistics.peak_memory_bytes / 1e6)} MB` : null,
      document.stopped ?? null,
    ];
    this.facts.textContent = parts.filter(part => part !== null).join(", ");
  }
}
