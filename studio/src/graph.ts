// The reachable states of a small model: drawn, coloured by what an agent cannot tell apart, filtered, and with a path
// picked by clicking.
import { select as d3select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior } from "d3-zoom";
import { isAbort, one, sentence } from "./api";
import { announce, button, h, labelled, s, select } from "./dom";
import { distances, layOut, type Spot } from "./layout";
import type { Studio } from "./state";
import { holding, jointText, stateTable, variables } from "./states";
import type { Graph } from "./types";

// Neighbouring classes get hues that are far apart (the golden angle), and all of them a letter, since colours of many
// classes come close to each other, and not everybody sees them.
const colour = (c: number): string => `hsl(${Math.round((c * 137.508 + 200) % 360)} 70% ${[76, 66, 84][c % 3] ?? 76}%)`;
function letters(c: number): string {
  return (c >= 26 ? letters(Math.floor(c / 26) - 1) : "") + String.fromCharCode(97 + (c % 26));
}
const radius = 19;

export class GraphPanel {
  readonly element = h("div");
  private graph: Graph | null = null;
  private spots: Spot[] = [];
  private path: number[] = [];
  private agent = "";
  private filter = "";
  private work: AbortController | null = null;
  private model = "";
  private readonly nodes = new Map<number, SVGGElement>();
  private edges: { from: number; to: number; element: SVGPathElement }[] = [];
  private picture: SVGSVGElement | null = null;
  private moving: ZoomBehavior<SVGSVGElement, unknown> | null = null;
  private readonly detail = h("div");

  constructor(private readonly studio: Studio, private readonly follow: (path: object, position: number) => void) {}

  open(): void {
    if (JSON.stringify(this.studio.reading()) !== this.model) void this.load();
  }

  private async load(): Promise<void> {
    this.work?.abort();
    const own = this.work = new AbortController();
    this.element.replaceChildren(h("p", { class: "progress" }, "finding the states … "), button("Cancel", () => own.abort()));
    try {
      this.model = JSON.stringify(this.studio.reading());
      this.graph = await one<Graph>("graph", "graph", this.studio.reading(), own.signal);
      this.path = [];
      this.agent = this.graph.epistemic.some(one => one.agent === this.agent) ? this.agent : "";
      this.spots = layOut(this.graph);
      this.draw(this.graph);
    } catch (problem) {
      if (this.work !== own) return;
      this.model = "";
      this.element.replaceChildren(h("p", { class: "problem", role: "alert" }, isAbort(problem) ? "cancelled" : sentence(problem)),
        button("Try again", () => void this.load()));
    }
  }

  private draw(graph: Graph): void {
    const filter = h("input", { value: this.filter, placeholder: "p or Agent.x=1", spellcheck: "false" });
    filter.addEventListener("input", () => { this.filter = filter.value; this.paint(); });
    const agents: [string, string][] = [["", "nobody"], ...graph.epistemic.map(one => one.agent).map((name): [string, string] => [name, name])];
    const world = s("g");
    this.drawEdges(graph, world);
    this.drawNodes(graph, world);
    const arrow = s("defs", {}, s("marker", { id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
      s("path", { d: "M0 0 8 4 0 8Z", class: "arrow" })));
    this.picture = s("svg", { class: "graph", role: "group", "aria-label": `${graph.states.length} states and ${graph.edges.length} transitions` }, arrow, world);
    this.moving = zoom<SVGSVGElement, unknown>().scaleExtent([0.05, 4]).on("zoom", event => world.setAttribute("transform", String(event.transform)));
    d3select(this.picture).call(this.moving).on("dblclick.zoom", null);
    this.element.replaceChildren(
      h("div", { class: "fields" },
        labelled("colour what looks the same to", select(agents, this.agent, value => { this.agent = value; this.paint(); })),
        labelled("show only states with", filter),
        button("Whole graph", () => this.fit()), button("Closer", () => this.scale(1.4)), button("Further", () => this.scale(1 / 1.4))),
      h("p", { class: "facts" }, `${graph.states.length} states, ${graph.edges.length} transitions. Choose a state to see a way to it; `
        + "then a successor to go on from there. Arrow keys walk along transitions."),
      this.picture, this.detail);
    this.fit();
    this.paint();
    announce(`${graph.states.length} states`);
  }

  private drawEdges(graph: Graph, world: SVGGElement): void {
    this.edges = graph.edges.map(edge => {
      const a = this.spots[edge.from], b = this.spots[edge.to];
      let d = "";
      if (a && b && edge.from === edge.to) d = `M${a.x + 8} ${a.y - radius + 2} C ${a.x + 40} ${a.y - 50} ${a.x + 55} ${a.y - 5} ${a.x + radius} ${a.y}`;
      else if (a && b) {
        // A little bent, so that two opposite edges do not cover each other; from rim to rim.
        const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
        const ux = (b.x - a.x) / length, uy = (b.y - a.y) / length, bend = Math.min(30, length / 6);
        const mx = (a.x + b.x) / 2 - uy * bend, my = (a.y + b.y) / 2 + ux * bend;
        const rim = (x: number, y: number) => { const l = Math.hypot(mx - x, my - y) || 1; return [x + ((mx - x) / l) * radius, y + ((my - y) / l) * radius]; };
        const [x1, y1] = rim(a.x, a.y), [x2, y2] = rim(b.x, b.y);
        d = `M${x1} ${y1} Q ${mx} ${my} ${x2} ${y2}`;
      }
      const element = s("path", { d, class: "edge", "marker-end": "url(#graph-arrow)" }, s("title", {}, edge.actions.map(jointText).join("\n")));
      world.append(element);
      return { from: edge.from, to: edge.to, element };
    });
  }

  // Names are what is written there: the number, and the letter of the class.
  private label(graph: Graph, state: number, letter = ""): string {
    return `state ${state}${letter} ${holding(graph.states[state]?.propositions ?? [])}${graph.initial.includes(state) ? ", initial" : ""}`;
  }

  private drawNodes(graph: Graph, world: SVGGElement): void {
    this.nodes.clear();
    for (const spot of this.spots) {
      const label = this.label(graph, spot.state);
      const element = s("g", { class: "node", tabindex: spot.state === 0 ? 0 : -1, role: "button", "aria-label": label,
        transform: `translate(${spot.x} ${spot.y})`, click: () => this.pick(spot.state),
        keydown: (event: KeyboardEvent) => this.key(event, spot.state) },
        s("circle", { r: radius }), graph.initial.includes(spot.state) ? s("circle", { r: radius - 4, class: "inner" }) : null,
        s("text", { y: 4, "text-anchor": "middle", class: "number" }, String(spot.state)),
        s("text", { y: 14, "text-anchor": "middle", class: "class" }),
        s("title", {}, label));
      this.nodes.set(spot.state, element);
      world.append(element);
    }
  }

  // Enter picks; left and right go through the successors and predecessors.
  private key(event: KeyboardEvent, state: number): void {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.pick(state); return; }
    const on = this.edges.filter(edge => edge.from === state && edge.to !== state).map(edge => edge.to);
    const back = this.edges.filter(edge => edge.to === state && edge.from !== state).map(edge => edge.from);
    const siblings = this.edges.filter(edge => back.includes(edge.from)).map(edge => edge.to).filter((one, i, all) => all.indexOf(one) === i);
    const place = siblings.indexOf(state);
    const target = { ArrowDown: on[0], ArrowUp: back[0], ArrowRight: siblings[(place + 1) % siblings.length],
      ArrowLeft: siblings[(place + siblings.length - 1) % siblings.length] }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.nodes.get(state)?.setAttribute("tabindex", "-1");
    const next = this.nodes.get(target);
    next?.setAttribute("tabindex", "0");
    next?.focus();
  }

  // The state after the last one of the path goes on with it; any other begins a new path, the shortest to it.
  private pick(state: number): void {
    if (!this.graph) return;
    const last = this.path.at(-1);
    if (last !== undefined && this.edges.some(edge => edge.from === last && edge.to === state)) this.path.push(state);
    else {
      const { from } = distances(this.graph);
      this.path = [state];
      for (let at = state; from[at] !== undefined && from[at] !== at;) { at = from[at] ?? at; this.path.unshift(at); }
    }
    this.paint();
    announce(`a path of ${this.path.length - 1} steps to state ${state}`);
  }

  private fits(index: number): boolean {
    const state = this.graph?.states[index];
    const wanted = this.filter.split(",").map(word => word.trim()).filter(word => word !== "");
    if (!state) return false;
    const all = variables(state.values);
    return wanted.every(word => {
      const [left, right] = word.split("=").map(part => part.trim());
      if (right !== undefined) return all.some(([name, value]) => (name === left || name.endsWith(`.${left ?? ""}`)) && value === right);
      return word.startsWith("!") ? !state.propositions.includes(word.slice(1)) : state.propositions.includes(word);
    });
  }

  private paint(): void {
    const graph = this.graph;
    if (!graph) return;
    const classes = graph.epistemic.find(one => one.agent === this.agent)?.classes ?? [];
    const classOf = new Map(classes.flatMap((states, c) => states.map((state): [number, number] => [state, c])));
    const last = this.path.at(-1);
    for (const [state, element] of this.nodes) {
      const own = classOf.get(state);
      const alone = own !== undefined && (classes[own]?.length ?? 0) === 1;
      element.style.setProperty("--own", own === undefined || alone ? "var(--node)" : colour(own));
      const coloured = own !== undefined && !alone;
      element.querySelector(".number")?.setAttribute("y", coloured ? "1" : "4");
      const letter = element.querySelector(".class");
      if (letter) letter.textContent = coloured ? letters(own) : "";
      element.setAttribute("aria-label", this.label(graph, state, coloured ? letters(own) : ""));
      element.setAttribute("class", `node${this.path.includes(state) ? " chosen" : ""}${this.fits(state) ? "" : " dimmed"}${coloured ? " coloured" : ""}`);
    }
    const steps = new Set(this.path.slice(1).map((state, i) => `${this.path[i] ?? ""}>${state}`));
    for (const edge of this.edges) {
      const on = steps.has(`${edge.from}>${edge.to}`);
      edge.element.setAttribute("class", `edge${on ? " chosen" : ""}${this.fits(edge.from) && this.fits(edge.to) ? "" : " dimmed"}`);
    }
    const state = last === undefined ? undefined : graph.states[last];
    if (last === undefined || !state) { this.detail.replaceChildren(); return; }
    const own = classOf.get(last);
    const alike = own === undefined ? [] : (classes[own] ?? []).filter(one => one !== last);
    this.detail.replaceChildren(
      h("h3", {}, `State ${last} ${holding(state.propositions)}`),
      h("p", {}, `Path: ${this.path.join(" → ")} `, button("Walk along it", () => this.walk(graph), { id: "walk-path" }), " ",
        button("Forget it", () => { this.path = []; this.paint(); })),
      this.agent ? h("p", {}, alike.length > 0 ? `${this.agent} cannot tell it from ${alike.join(", ")}.` : `${this.agent} can tell it from all others.`) : "",
      stateTable([{ title: "value", values: state.values }]));
  }

  private walk(graph: Graph): void {
    const actions = this.path.slice(1).map((state, i) =>
      graph.edges.find(edge => edge.from === this.path[i] && edge.to === state)?.actions[0] ?? {});
    const path = { for: "reachable", states: this.path.map((_, i) => i), actions };
    this.follow({ kind: "witness", states: this.path.map(state => graph.states[state]?.values ?? {}), paths: [path] }, this.path.length - 1);
  }

  private fit(): void {
    if (!this.picture || !this.moving || this.spots.length === 0) return;
    const xs = this.spots.map(spot => spot.x), ys = this.spots.map(spot => spot.y);
    const left = Math.min(...xs) - 60, top = Math.min(...ys) - 60;
    const width = Math.max(...xs) + 60 - left, height = Math.max(...ys) + 60 - top;
    const box = this.picture.getBoundingClientRect();
    const scale = Math.min(1.5, (box.width || 600) / width, (box.height || 480) / height);
    const x = ((box.width || 600) - width * scale) / 2 - left * scale, y = ((box.height || 480) - height * scale) / 2 - top * scale;
    d3select(this.picture).call(this.moving.transform, zoomIdentity.translate(x, y).scale(scale));
  }

  private scale(by: number): void {
    if (this.picture && this.moving) d3select(this.picture).call(this.moving.scaleBy, by);
  }
}
