// The page: the editor at the left, what is asked about the model at the right; on a small screen one of them at a time.
import { about, examples, keepToken, one, sentence, ServerError, takeToken } from "./api";
import { announce, button, dialog, h, labelled } from "./dom";
import { Editor } from "./editor";
import { Explanation } from "./explanation";
import { Formulas } from "./formulas";
import { GraphPanel } from "./graph";
import { shareLink, sharedModel } from "./share";
import { Studio } from "./state";
import { SweepPanel } from "./sweep";
import type { Example } from "./types";
import { WalkPanel } from "./walk";

const kTheme = "gnomon-theme";

function setTheme(theme: string): void {
  if (theme === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(kTheme, theme);
}

interface Panel { id: string; title: string; element: HTMLElement; open?: () => void }

// Tabs as the ARIA practices describe them: one of them can be reached by the tabulator, arrows go through them.
class Tabs {
  readonly list = h("div", { role: "tablist", "aria-label": "views" });
  private readonly tabs: HTMLButtonElement[];

  constructor(private readonly panels: Panel[], private readonly narrowOnly: string) {
    this.tabs = panels.map(panel => button(panel.title, () => this.choose(panel.id), {
      role: "tab", id: `tab-${panel.id}`, "aria-controls": `panel-${panel.id}`, class: panel.id === narrowOnly ? "narrow" : null }));
    this.list.append(...this.tabs);
    for (const panel of panels) {
      panel.element.id = `panel-${panel.id}`;
      panel.element.setAttribute("role", "tabpanel");
      panel.element.setAttribute("aria-labelledby", `tab-${panel.id}`);
    }
    this.list.addEventListener("keydown", event => {
      const visible = this.tabs.filter(tab => tab.offsetParent !== null);
      const at = visible.indexOf(document.activeElement as HTMLButtonElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: visible.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      const tab = visible[(to + visible.length) % visible.length];
      tab?.focus();
      tab?.click();
    });
  }

  choose(id: string): void {
    document.body.dataset.view = id;
    this.panels.forEach((panel, i) => {
      const on = panel.id === id;
      const tab = this.tabs[i];
      tab?.setAttribute("aria-selected", String(on));
      tab?.setAttribute("tabindex", on ? "0" : "-1");
      // The editor is beside the others where there is room.
      panel.element.hidden = !on && panel.id !== this.narrowOnly;
      if (on) { panel.open?.(); tab?.scrollIntoView({ block: "nearest", inline: "nearest" }); }
    });
  }
  chosen(): string { return document.body.dataset.view ?? ""; }
}

function askForToken(problem: string): void {
  if (document.querySelector("dialog[open]")) return;
  const input = h("input", { autocomplete: "off", spellcheck: "false" });
  const use = () => {
    const token = /token=([0-9a-f]+)/.exec(input.value)?.[1] ?? input.value.trim();
    keepToken(token);
    location.reload();
  };
  input.addEventListener("keydown", event => { if (event.key === "Enter") use(); });
  dialog("The token of the studio", h("div", {}, h("p", {}, problem),
    h("p", {}, "`gnomon serve` prints a link with a token. Open that link, or paste it here."), labelled("link or token", input)),
  [button("Use it", use, { class: "primary" })]);
  input.focus();
}

function chooseExample(list: Example[], use: (example: Example) => void): void {
  const filter = h("input", { type: "search", spellcheck: "false" });
  const box = h("div", { class: "examples" });
  const show = () => {
    const word = filter.value.toLowerCase();
    const fitting = list.filter(one => `${one.name} ${one.name.replaceAll("_", " ")} ${one.title}`.toLowerCase().includes(word));
    box.replaceChildren(...[...new Set(fitting.map(one => one.group))].flatMap(group => [
      h("h3", {}, group),
      h("ul", {}, ...fitting.filter(one => one.group === group).map(one => h("li", {},
        h("button", { type: "button", click: () => { use(one); window_.close(); } }, h("strong", {}, one.name.replaceAll("_", " ")),
          one.title ? h("span", {}, one.title) : null))))]));
  };
  filter.addEventListener("input", show);
  show();
  const window_ = dialog("Examples and scenarios", h("div", {}, labelled("search", filter), box));
  filter.focus();
}

async function begin(): Promise<void> {
  setTheme(localStorage.getItem(kTheme) ?? "");
  takeToken();
  const studio = new Studio();
  let damaged = "";
  try {
    const shared = await sharedModel();
    if (shared) {
      studio.text = shared.text;
      studio.settings.parameters = shared.parameters;
      history.replaceState(null, "", location.pathname);
    }
  } catch { damaged = "the link carries no model that can be read"; }
  const main = h("div", { class: "editor" });
  const line = h("p", { id: "status", role: "status" });
  const warning = h("p", { class: "problem banner", role: "alert", hidden: true });

  const walk = new WalkPanel(studio);
  const follow = (path: object, position: number) => { tabs.choose("walk"); void walk.follow(path, position); };
  const explanation = new Explanation(studio, follow);
  const graph = new GraphPanel(studio, follow);
  const sweep = new SweepPanel(studio);
  const formulas = new Formulas(studio, number => { if (isNarrow()) tabs.choose("model"); editor.showLine(number); });
  const right = h("div", { class: "right" });
  const panel = (content: HTMLElement) => {
    const element = h("section", { class: "panel" }, content);
    right.append(element);
    return element;
  };
  const model = h("section", { class: "model" }, main);
  const tabs: Tabs = new Tabs([
    { id: "model", title: "Model", element: model },
    { id: "formulas", title: "Formulas", element: panel(formulas.element) },
    { id: "explanation", title: "Explanation", element: panel(explanation.element) },
    { id: "walk", title: "Simulation", element: panel(walk.element), open: () => walk.open() },
    { id: "graph", title: "Graph", element: panel(graph.element), open: () => graph.open() },
    { id: "sweep", title: "Sweep", element: panel(sweep.element) },
  ], "model");
  const isNarrow = () => window.matchMedia("(max-width: 60rem)").matches;

  const theme = button("Theme", () => {
    const dark = document.documentElement.dataset.theme === "dark"
      || (document.documentElement.dataset.theme === undefined && window.matchMedia("(prefers-color-scheme: dark)").matches);
    setTheme(dark ? "light" : "dark");
    announce(dark ? "light colours" : "dark colours");
  }, { id: "theme" });
  const header = h("header", {}, h("h1", {}, "Gnomon studio"),
    h("div", { class: "buttons", role: "group", "aria-label": "the model" },
      button("Examples", () => void openExamples(), { id: "examples" }),
      button("Share", () => void share(), { id: "share" }),
      button("Format", () => void editor.format()),
      button("Elaborate", () => void elaborate(), { id: "elaborate" }), theme));
  document.getElementById("app")?.append(header, warning, tabs.list, h("main", {}, model, right), h("footer", {}, line));
  tabs.choose(isNarrow() ? "model" : "formulas");
  const editor = new Editor(studio, main);

  const tell = (problem: unknown) => {
    if (problem instanceof ServerError && problem.status === 401) return askForToken(problem.message);
    warning.textContent = sentence(problem);
    warning.hidden = false;
  };
  studio.on("problem", tell);
  studio.on("read", () => { warning.hidden = true; });
  studio.on("explain", () => tabs.choose("explanation"));
  studio.on("check-all", () => tabs.choose("formulas"));
  window.matchMedia("(max-width: 60rem)").addEventListener("change", change => {
    if (!change.matches && tabs.chosen() === "model") tabs.choose("formulas");
  });

  const use = (example: Example) => {
    studio.settings.parameters = {};
    editor.setText(example.text);
    editor.view.focus();
  };
  const openExamples = async () => {
    try { chooseExample(await examples(), use); } catch (problem) { tell(problem); }
  };
  const share = async () => {
    const link = h("input", { value: await shareLink(studio.text, studio.settings), readonly: true, "aria-label": "link" });
    dialog("A link that carries the model", h("div", {}, h("p", {}, "The model stands in the link itself, compressed, and is sent to no server. Whoever opens "
      + "it needs access to a studio at this address."), link),
    [button("Copy", () => void navigator.clipboard.writeText(link.value).then(() => announce("the link was copied"), () => link.select()))]);
    link.select();
  };
  const elaborate = async () => {
    try {
      const { text } = await one<{ text: string }>("elaborate", "elaborated", studio.reading());
      const box = dialog("The plain model", h("pre", { tabindex: 0, class: "plain" }, text),
        [button("Edit this instead", () => { editor.setText(text); box.close(); })]);
    } catch (problem) { announce(sentence(problem)); }
  };

  try {
    await about();
    if (damaged) tell(new Error(damaged));
    if (studio.text === "") {
      const first = (await examples()).find(example => example.name === "tutorial");
      if (first && studio.text === "") editor.setText(first.text);  // unless somebody has begun to type
    }
  } catch (problem) { tell(problem); }
}

void begin();
