// What the parts of the page share: the model, how it is to be checked, and what is known of it. Kept in the browser, so
// that a reload loses nothing.
import type { FormulaInfo, Parameter } from "./types";

export interface Settings {
  parameters: Record<string, string>;
  engine: string;
  bound: string;
  strategies: string;
  knowledge: string;
  initial_information: string;
  finite_traces: boolean;
}

export const standard: Settings = {
  parameters: {}, engine: "auto", bound: "", strategies: "full", knowledge: "observational", initial_information: "own",
  finite_traces: false,
};

const kText = "gnomon-model";
const kSettings = "gnomon-settings";

// What the browser has kept; nothing if it is damaged.
function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(kSettings) ?? "{}") as Partial<Settings>;
  } catch { return {}; }
}

export class Studio extends EventTarget {
  text = localStorage.getItem(kText) ?? "";
  settings: Settings = { ...standard, ...kept() };
  formulas: FormulaInfo[] = [];
  parameters: Parameter[] = [];
  agents: string[] = [];
  errors = 0;

  // Kinds: `text`, `settings`, `read` (the server has read the model), `explain` (a formula, by number or text),
  // `check-all`, `problem` (with the server).
  tell(kind: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
  on<T>(kind: string, act: (detail: T) => void): void {
    this.addEventListener(kind, event => act((event as CustomEvent<T>).detail));
  }
  setText(text: string): void {
    this.text = text;
    localStorage.setItem(kText, text);
    this.tell("text");
  }
  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    localStorage.setItem(kSettings, JSON.stringify(this.settings));
    this.tell("settings");
  }

  // Only the parameters that the model has; others may be left from the model before.
  private known(): Record<string, string> {
    const names = new Set(this.parameters.map(one => one.name));
    return Object.fromEntries(Object.entries(this.settings.parameters).filter(([name, value]) => names.has(name) && value !== ""));
  }
  reading(): object {
    return { text: this.text, parameters: this.known() };
  }
  // A request that decides something.
  request(): object {
    const { parameters: _, bound, ...choices } = this.settings;
    return { ...this.reading(), ...choices, ...(bound !== "" ? { bound: Number(bound) } : {}) };
  }
}
