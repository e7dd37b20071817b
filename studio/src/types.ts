// The data that travels between the page and the server (docs/studio.md, docs/schema.json).

export type Values = Record<string, Record<string, string>>; // agent, variable, value
export type Actions = Record<string, string>; // agent, action
export type Verdict = "true" | "false" | "unknown";

export interface Place { line: number; character: number }
export interface Range { start: Place; end: Place }
export interface Diagnostic { range: Range; severity: number; message: string; code?: string }
export interface TextEdit { range: Range; newText: string }
export interface Fix { title: string; diagnostics: Diagnostic[]; edit: { changes: Record<string, TextEdit[]> } }

export interface FormulaInfo { index: number; text: string; line?: number; logic: string; name?: string; expected?: Verdict }
export interface Formula extends FormulaInfo {
  verdict: Verdict; seconds: number; reason?: string; value?: number | string; witness?: Witness; no_witness?: string;
  depth?: number; basis?: string; parameter?: string; smallest?: number; largest?: number; all?: boolean;
  front?: Record<string, number | null>[];
}
export interface Parameter { name: string; type: string; value: string; default: string }

export interface Truth { formula: string; holds: boolean[] }
export interface Path {
  for: string; holds?: boolean; states: number[]; loop?: number; last?: number; repeat?: [number, number]; times?: number; actions: Actions[]; truth?: Truth[];
}
export interface Link { from: number; to: number; agents: string[]; as: string }
export interface Move { actions: Actions; outcomes: number[] }
export interface Entry { state: number; moves: Move[] }
export interface Strategy {
  for: string; holds: boolean; uniform?: boolean; agents: string[]; entries: Entry[]; open: number[];
}
export interface Witness {
  kind: string; states: Values[]; propositions: string[][]; observes: Record<string, string[]>; paths: Path[];
  links: Link[]; strategies: Strategy[]; taken: { formula: string; holds: boolean; state: number }[]; notes: string[];
}

export interface Graph {
  initial: number[]; states: { values: Values; propositions: string[] }[];
  edges: { from: number; to: number; actions: Actions[] }[]; epistemic: { agent: string; classes: number[][] }[];
}

export interface WalkState { values: Values; propositions: string[]; actions?: Actions }
export interface WalkChoice { number: string; actions: Actions; outcomes: Values[]; outcome_count: number; too_many: boolean }
export interface Walk {
  states: WalkState[]; position?: number; record?: string; initial?: { total: number; states: Values[] };
  next?: { total: string; choices: WalkChoice[]; blocked: string[] }; outcomes?: Values[]; stopped?: string;
  evaluation?: { formula: string; verdict: Verdict; reason: string };
  possible?: { agent: string; total: string; reason: string; states: Values[] };
}

export interface Example { group: string; name: string; title: string; text: string }
export interface About { gnomon: string; seconds: number; bytes: number; model_bytes: number; jobs: number }

export interface ServerEvent { event: string; [member: string]: unknown }
