// A sweep over a parameter: verdicts, states and seconds for each of its values, as a table and as a plot.
import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { isAbort, sentence, stream } from "./api";
import { announce, button, h, labelled, s, select } from "./dom";
import { workText } from "./formulas";
import type { Studio } from "./state";
import type { Verdict } from "./types";

interface Row { value: string; verdicts?: { text: string; name?: string; verdict: Verdict; value?: number | string }[]; states?: string; seconds?: number; problem?: string }

type Swept = NonNullable<Row["verdicts"]>[number];

// The formulas of a family have one name, with indices.
const family = (one: Swept): string => one.name?.replace(/\[.*/, "") ?? one.text;
// Of a family: false if one of them is, then unknown.
function worst(row: Row, name: string): { verdict?: Verdict; value?: number | string } {
  const own = row.verdicts?.filter(one => family(one) === name) ?? [];
  const first = own[0];
  if (!first) return {};
  const verdict = (["false", "unknown"] as const).find(each => own.some(one => one.verdict === each)) ?? "true";
  return { verdict, ...(own.length === 1 && first.value !== undefined ? { value: first.value } : {}) };
}

const signs = { true: "✓", false: "✗", unknown: "?" };

// The first numbers of `2..9`; others are typed by hand.
function bounds(type: string): [number, number] {
  const found = /(-?\d+)\s*\.\.\s*(-?\d+)/.exec(type);
  const low = found ? Number(found[1]) : 1;
  return [low, Math.min(found ? Number(found[2]) : low + 4, low + 4)];
}

export class SweepPanel {
  readonly element = h("div");
  private readonly progress = h("p", { class: "progress" });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly result = h("div");
  private readonly fields = h("div", { class: "fields" });
  private rows: Row[] = [];
  private parameter = "";
  private work: AbortController | null = null;
  private shown = "";

  constructor(private readonly studio: Studio) {
    studio.on("read", () => this.showFields());
    this.element.append(this.fields, this.progress, this.problem, this.result);
    this.showFields();
  }

  private showFields(): void {
    const names = this.studio.parameters.map(one => `${one.name}:${one.type}`).join();
    if (names === this.shown && names !== "") return;
    this.shown = names;
    if (names === "") {
      this.fields.replaceChildren(h("p", {}, "The model has no parameters. A section ", h("code", {}, "Constants N : 2..9 = 3; end Constants"),
        " gives it one; the parametric examples and the scenarios have some."));
      return;
    }
    if (!this.studio.parameters.some(one => one.name === this.parameter)) this.parameter = this.studio.parameters[0]?.name ?? "";
    const type = this.studio.parameters.find(one => one.name === this.parameter)?.type ?? "";
    const [low, high] = bounds(type);
    const from = h("input", { type: "number", value: low, size: 6 });
    const to = h("input", { type: "number", value: high, size: 6 });
    const by = h("input", { type: "number", value: 1, min: 1, size: 4 });
    const pick = select(this.studio.parameters.map(one => [one.name, `${one.name} : ${one.type}`]), this.parameter, value => {
      this.parameter = value; this.shown = ""; this.showFields(); });
    this.fields.replaceChildren(labelled("parameter", pick), labelled("from", from), labelled("to", to), labelled("by", by),
      button("Sweep", () => void this.sweep(Number(from.value), Number(to.value), Math.max(1, Number(by.value))), { class: "primary", id: "sweep" }),
      button("Cancel", () => this.work?.abort()));
  }

  private async sweep(from: number, to: number, by: number): Promise<void> {
    this.work?.abort();
    const own = this.work = new AbortController();
    const values: string[] = [];
    for (let value = from; value <= to && values.length <= 200; value += by) values.push(String(value));
    this.rows = [];
    this.problem.textContent = "";
    this.show();
    try {
      for await (const event of stream("sweep", { ...this.studio.request(), parameter: this.parameter, values }, own.signal)) {
        const text = workText(event);
        this.progress.textContent = `${this.parameter} = ${values[this.rows.length] ?? ""}${text ? `: ${text}` : " …"}`;
        if (event.event !== "row") continue;
        this.rows.push(event as unknown as Row);
        this.show();
      }
      announce(`${this.rows.length} values of ${this.parameter}`);
    } catch (problem) {
      if (this.work === own) this.problem.textContent = isAbort(problem) ? "cancelled" : sentence(problem);
    }
    if (this.work === own) this.progress.textContent = "";
  }

  private show(): void {
    if (this.rows.length === 0) { this.result.replaceChildren(); return; }
    const names = [...new Set(this.rows.flatMap(row => row.verdicts?.map(family) ?? []))];
    const cell = (row: Row, name: string) => {
      const { verdict, value } = worst(row, name);
      return h("td", { class: verdict ? `at ${verdict}` : "at" }, verdict ? h("span", { "aria-hidden": "true" }, value !== undefined ? String(value) : signs[verdict]) : "",
        h("span", { class: "hidden" }, verdict ?? "not known"));
    };
    this.result.replaceChildren(
      h("figure", {}, this.plot(names), h("figcaption", {}, `states and seconds by ${this.parameter}, both on a logarithmic scale; below, the verdicts`)),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "the sweep as a table" },
        h("table", { class: "sweep" }, h("thead", {}, h("tr", {}, ...[this.parameter, "states", "seconds", ...names, ""].map(text =>
          text === "" ? h("td") : h("th", { scope: "col" }, text)))),
          h("tbody", {}, ...this.rows.map(row => h("tr", {}, h("th", { scope: "row" }, row.value), h("td", {}, row.states ?? ""),
            h("td", {}, row.seconds?.toFixed(3) ?? ""), ...names.map(name => cell(row, name)), h("td", { class: "problem" }, row.problem ?? "")))))));
  }

  private plot(names: string[]): SVGSVGElement {
    const shown = names.slice(0, 12), rowHeight = 18;
    const width = 620, height = 240, left = 64, right = 164, bottom = 34, top = 14;
    const at = this.rows.map(row => Number(row.value));
    const x = scaleLinear().domain(at.length > 1 ? [Math.min(...at), Math.max(...at)] : [(at[0] ?? 0) - 1, (at[0] ?? 0) + 1]).range([left, width - right]);
    const axis = (numbers: number[]) => {
      const good = numbers.filter(one => one > 0);
      const low = Math.min(...good, 1e9), high = Math.max(...good, 1e-9);
      return scaleLog().domain(good.length ? [low / 1.5, high * 1.5] : [0.1, 10]).range([height - bottom, top]);
    };
    const series = [
      { name: "states", class: "series-a", points: this.rows.map(row => [Number(row.value), Number(row.states ?? NaN)] as const), side: left },
      { name: "seconds", class: "series-b", points: this.rows.map(row => [Number(row.value), row.seconds ?? NaN] as const), side: width - right },
    ];
    const picture = s("svg", { class: "plot", viewBox: `0 0 ${width} ${height + shown.length * rowHeight + 8}`, role: "img", "aria-label": `states, seconds and verdicts by ${this.parameter}; the table below has the numbers` });
    picture.append(s("path", { d: `M${left} ${top}V${height - bottom}H${width - right}V${top}`, class: "axis" }));
    for (const value of at.length <= 12 ? at : x.ticks(8)) picture.append(s("text", { x: x(value), y: height - bottom + 16, "text-anchor": "middle" }, String(value)));
    picture.append(s("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, this.parameter));
    shown.forEach((name, i) => {
      const y = height + (i + 1) * rowHeight;
      picture.append(s("text", { x: width - right + 10, y }, name.length > 22 ? `${name.slice(0, 21)}…` : name));
      for (const row of this.rows) {
        const { verdict, value } = worst(row, name);
        if (verdict) picture.append(s("text", { x: x(Number(row.value)), y, "text-anchor": "middle", class: `sign ${verdict}` }, value !== undefined ? String(value) : signs[verdict]));
      }
    });
    series.forEach((one, i) => {
      const y = axis(one.points.map(point => point[1]));
      const points = one.points.filter(point => point[1] > 0);
      picture.append(s("path", { d: line<readonly [number, number]>(point => x(point[0]), point => y(point[1]))(points) ?? "", class: `curve ${one.class}` }));
      for (const point of points) picture.append(s("circle", { cx: x(point[0]), cy: y(point[1]), r: 3.5, class: `dot ${one.class}` }));
      // Powers of ten; where there are not two of them, also their double and fivefold.
      const powers = y.ticks(20).filter(tick => /^1e/.test(tick.toExponential(0)));
      for (const tick of powers.length > 1 ? powers : y.ticks(20).filter(each => /^[125]e/.test(each.toExponential(0)))) {
        picture.append(s("text", { x: i === 0 ? left - 6 : width - right + 6, y: y(tick) + 4, "text-anchor": i === 0 ? "end" : "start", class: one.class },
          tick >= 1e4 || tick < 1e-3 ? tick.toExponential(0) : String(Number(tick.toPrecision(2)))));
      }
      picture.append(s("text", { x: i === 0 ? left + 6 : width - right - 6, y: top + 10, "text-anchor": i === 0 ? "start" : "end", class: one.class }, one.name));
    });
    return picture;
  }
}
