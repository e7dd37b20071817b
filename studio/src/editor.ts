// The editor: CodeMirror, with the answers of the language server behind it. What is wrong with the text is asked a moment
// after the last change.
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { isAbort, one, sentence } from "./api";
import { announce, button, dialog, h, labelled } from "./dom";
import { colours, ispl } from "./ispl";
import type { Studio } from "./state";
import type { Diagnostic, Fix, FormulaInfo, Parameter, Place, Range, TextEdit } from "./types";

const kPause = 250; // milliseconds without typing before the text is read

function offset(text: Text, place: Place): number {
  if (place.line >= text.lines) return text.length;
  const line = text.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}
function place(text: Text, at: number): Place {
  const line = text.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}
const span = (text: Text, range: Range) => ({ from: offset(text, range.start), to: offset(text, range.end) });

// The little of Markdown that the language server uses: fenced code, `code`, paragraphs.
export function markdown(text: string): HTMLElement {
  const box = h("div", { class: "hover" });
  for (const [i, part] of text.split("```").entries()) {
    if (i % 2 === 1) {
      box.append(h("pre", {}, part.replace(/^\w*\n/, "").trimEnd()));
      continue;
    }
    for (const paragraph of part.trim().split(/\n\n+/)) {
      if (!paragraph) continue;
      const pieces = paragraph.split("`").map((piece, k) => k % 2 === 1 ? h("code", {}, piece) : piece.replaceAll("**", ""));
      box.append(h("p", {}, ...pieces));
    }
  }
  return box;
}

interface Hover { contents: { value: string }; range?: Range }
interface Completions { items: { label: string; detail?: string; insertText?: string; kind: number }[] }
interface Reading { diagnostics: Diagnostic[]; fixes: Fix[]; formulas: FormulaInfo[]; parameters: Parameter[]; agents: string[]; errors: boolean }
type Location = { range: Range } | { range: Range }[] | null;

export class Editor {
  readonly view: EditorView;
  private timer = 0;
  private reading: AbortController | null = null;

  constructor(private readonly studio: Studio, parent: HTMLElement) {
    const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
    this.view = new EditorView({ parent, state: EditorState.create({ doc: studio.text, extensions: [
      EditorView.cspNonce.of(nonce),
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), indentUnit.of("  "),
      highlightSelectionMatches(), search({ top: true }), ispl, colours, lintGutter(),
      autocompletion({ override: [context => this.complete(context)] }),
      hoverTooltip((view, at) => this.hover(view, at)),
      EditorView.contentAttributes.of({ "aria-label": "the model, in ISPL", spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of(update => { if (update.docChanged) this.changed(); }),
      keymap.of([
        { key: "Mod-Enter", run: () => { this.studio.tell("check-all"); return true; } },
        { key: "F12", run: () => { void this.goToDefinition(); return true; } },
        { key: "F2", run: () => { this.rename(); return true; } },
        { key: "Shift-Alt-f", run: () => { void this.format(); return true; } },
        ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    ] }) });
    this.view.dom.addEventListener("click", event => { if (event.ctrlKey || event.metaKey) void this.goToDefinition(); });
    studio.on("settings", () => this.readSoon());
    this.readSoon();
  }

  setText(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  showLine(line: number): void {
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    this.view.focus();
  }

  private changed(): void {
    this.studio.setText(this.view.state.doc.toString());
    this.readSoon();
  }

  private readSoon(): void {
    clearTimeout(this.timer);
    this.reading?.abort(); // what it would tell is no longer asked
    this.timer = window.setTimeout(() => void this.read(), kPause);
    this.view.dom.dataset.reading = "true"; // tests wait for its end
  }

  private async read(): Promise<void> {
    const own = this.reading = new AbortController();
    const before = JSON.stringify(this.studio.reading());
    try {
      const found = await one<Reading>("read", "read", this.studio.reading(), own.signal);
      if (own.signal.aborted) return;
      const text = this.view.state.doc;
      this.view.dispatch(setDiagnostics(this.view.state, found.diagnostics.map(each => this.mark(text, each, found.fixes))));
      this.studio.errors = found.diagnostics.filter(each => each.severity === 1).length;
      // With errors nothing is known; what was known stays, so that fields do not flicker while one types.
      if (!found.errors) Object.assign(this.studio, { formulas: found.formulas, parameters: found.parameters, agents: found.agents });
      this.studio.tell("read");
      announce(this.studio.errors > 0 ? `${this.studio.errors} ${this.studio.errors === 1 ? "error" : "errors"} in the model`
        : `${found.formulas.length} ${found.formulas.length === 1 ? "formula" : "formulas"}`);
      // Values of parameters count once the parameters are known.
      if (JSON.stringify(this.studio.reading()) !== before) this.readSoon();
      else delete this.view.dom.dataset.reading;
    } catch (problem) {
      if (isAbort(problem)) return;
      delete this.view.dom.dataset.reading;
      this.studio.tell("problem", problem);
    }
  }

  private mark(text: Text, each: Diagnostic, fixes: Fix[]): Mark {
    const { from, to } = span(text, each.range);
    const key = JSON.stringify([each.range, each.message]);
    const own = fixes.filter(fix => fix.diagnostics.some(one => JSON.stringify([one.range, one.message]) === key));
    return {
      from, to: Math.min(text.length, Math.max(to, from + 1)), message: each.message,
      severity: each.severity === 1 ? "error" : each.severity === 2 ? "warning" : "info",
      actions: own.map(fix => ({ name: fix.title, apply: () => this.apply(Object.values(fix.edit.changes).flat()) })),
    };
  }

  private apply(edits: TextEdit[]): void {
    const text = this.view.state.doc;
    this.view.dispatch({ changes: edits.map(edit => ({ ...span(text, edit.range), insert: edit.newText })) });
  }

  private language<T>(method: string, at: number, more: object = {}): Promise<T> {
    const request = { ...this.studio.reading(), method, position: place(this.view.state.doc, at), ...more };
    return one<{ result: T }>("language", "language", request).then(event => event.result);
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    const dot = context.matchBefore(/\./);
    if (!word && !dot && !context.explicit) return null;
    try {
      const { items } = await this.language<Completions>("completion", context.pos);
      return {
        from: word ? word.from : context.pos, validFor: /^[A-Za-z0-9_]*$/,
        options: items.map((item, i) => ({
          label: item.label, apply: item.insertText ?? item.label, boost: -i / 100, ...(item.detail ? { detail: item.detail } : {}),
        })),
      };
    } catch { return null; }
  }

  private async hover(view: EditorView, at: number) {
    try {
      const found = await this.language<Hover | null>("hover", at);
      if (!found) return null;
      const range = found.range ? span(view.state.doc, found.range) : { from: at, to: at };
      return { pos: range.from, end: range.to, above: true, create: () => ({ dom: markdown(found.contents.value) }) };
    } catch { return null; }
  }

  private async goToDefinition(): Promise<void> {
    const found = await this.language<Location>("definition", this.view.state.selection.main.head).catch(() => null);
    const first = Array.isArray(found) ? found[0] : found;
    if (!first) return announce("there is no definition of this");
    const { from, to } = span(this.view.state.doc, first.range);
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }

  private rename(): void {
    const head = this.view.state.selection.main.head;
    const word = this.view.state.wordAt(head);
    const name = h("input", { value: word ? this.view.state.sliceDoc(word.from, word.to) : "", spellcheck: "false" });
    const problem = h("p", { class: "problem", role: "alert" });
    const act = async () => {
      try {
        const edit = await this.language<{ changes: Record<string, TextEdit[]> }>("rename", head, { newName: name.value });
        this.apply(Object.values(edit.changes).flat());
        box.close();
        this.view.focus();
      } catch (error) { problem.textContent = sentence(error); }
    };
    name.addEventListener("keydown", event => { if (event.key === "Enter") void act(); });
    const box = dialog("Rename", h("div", {}, labelled("new name", name), problem), [button("Rename", () => void act())]);
    name.select();
  }

  async format(): Promise<void> {
    const after = await this.language<string>("format", 0).catch(problem => { announce(sentence(problem)); return null; });
    const before = this.view.state.doc.toString();
    if (after === null) return;
    if (after === before) return announce("the model is laid out well already");
    let first = 0;
    while (first < before.length && before[first] === after[first]) ++first;
    let same = 0;
    while (same < Math.min(before.length, after.length) - first && before[before.length - 1 - same] === after[after.length - 1 - same]) ++same;
    this.view.dispatch({ changes: { from: first, to: before.length - same, insert: after.slice(first, after.length - same) } });
    announce("the model is laid out");
  }
}
