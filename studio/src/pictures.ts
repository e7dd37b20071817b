// Pictures of an explanation: a path that returns to itself as a loop, and what an agent considers possible as a fan.
import { linkHorizontal } from "d3-shape";
import { s } from "./dom";

export interface LassoOptions { labels: string[]; loop: number; chosen: number; marked: number[]; choose: (position: number) => void }

// The stem from left to right, then the loop as a circle, clockwise from its leftmost point.
export function lasso(options: LassoOptions): SVGSVGElement {
  const { labels, loop, chosen, marked } = options;
  const around = labels.length - loop;
  const gap = 56, node = 17;
  const radius = Math.max(34, (around * gap) / (2 * Math.PI));
  const centre = { x: node + 6 + loop * gap + radius, y: radius + node + 6 };
  const points = labels.map((_, i) => {
    if (i < loop) return { x: node + 6 + i * gap, y: centre.y };
    const angle = Math.PI + ((i - loop) * 2 * Math.PI) / around;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
  const width = centre.x + radius + node + 6, height = 2 * (radius + node + 6);
  const arrow = `arrow-${Math.random().toString(36).slice(2)}`;
  const picture = s("svg", { class: "lasso", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `a path of ${labels.length} states that returns to position ${loop}` },
    s("defs", {}, s("marker", { id: arrow, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
      s("path", { d: "M0 0 8 4 0 8Z", class: "arrow" }))));
  points.forEach((from, i) => {
    const to = points[i + 1 < points.length ? i + 1 : loop];
    if (!to) return;
    if (i < loop || around === 1) {
      const d = i < loop ? `M${from.x + node} ${from.y} H${to.x - node}`
        : `M${from.x + 8} ${from.y - node + 2} A ${radius} ${radius} 0 1 1 ${from.x + 8} ${from.y + node - 2}`;
      picture.append(s("path", { d, class: "edge", "marker-end": `url(#${arrow})` }));
      return;
    }
    const turn = node / radius; // arcs begin and end at the rims of the nodes
    const a = Math.PI + ((i - loop) * 2 * Math.PI) / around + turn;
    const b = Math.PI + ((i - loop + 1) * 2 * Math.PI) / around - turn;
    const at = (angle: number) => `${centre.x + radius * Math.cos(angle)} ${centre.y + radius * Math.sin(angle)}`;
    picture.append(s("path", { d: `M${at(a)} A ${radius} ${radius} 0 ${b - a > Math.PI ? 1 : 0} 1 ${at(b)}`, class: "edge",
      "marker-end": `url(#${arrow})` }));
  });
  points.forEach((point, i) => picture.append(
    s("g", { class: `node${i === chosen ? " chosen" : ""}${marked.includes(i) ? " alike" : ""}`, click: () => options.choose(i) },
      s("circle", { cx: point.x, cy: point.y, r: node }),
      s("text", { x: point.x, y: point.y + 4, "text-anchor": "middle" }, labels[i] ?? ""))));
  return picture;
}

export interface Blade { title: string; differs: string[]; choose?: () => void }

// One state at the left, those that look the same at the right, each with the variables that differ.
export function fan(agent: string, centre: string, blades: Blade[]): SVGSVGElement {
  const line = 17;
  const shown = blades.map(blade => ({ ...blade, differs: blade.differs.length > 3
    ? [...blade.differs.slice(0, 3), `and ${blade.differs.length - 3} more`] : blade.differs }));
  const heights = shown.map(blade => 26 + Math.max(1, blade.differs.length) * line);
  const height = Math.max(100, heights.reduce((sum, one) => sum + one, 0));
  const wide = 260 + 7.5 * Math.max(20, ...shown.flatMap(blade => blade.differs.map(text => text.length)));
  const curve = linkHorizontal<unknown, { x: number; y: number }>().x(point => point.x).y(point => point.y);
  const from = { x: 64, y: height / 2 };
  const picture = s("svg", { class: "fan", viewBox: `0 0 ${wide} ${height}`, width: wide, height, role: "img",
    "aria-label": `${agent} cannot tell ${centre} from ${blades.map(blade => blade.title).join(", ")}` });
  let y = (height - heights.reduce((sum, one) => sum + one, 0)) / 2;
  shown.forEach((blade, i) => {
    const to = { x: 210, y: y + (heights[i] ?? 0) / 2 };
    picture.append(s("path", { d: curve({ source: from, target: to }) ?? "", class: "edge alike" }));
    const group = s("g", { class: blade.choose ? "node" : "leaf", ...(blade.choose ? { click: blade.choose } : {}) },
      s("text", { x: to.x + 8, y: y + 20, class: "title" }, blade.title));
    (blade.differs.length ? blade.differs : ["no variable differs"]).forEach((text, k) =>
      group.append(s("text", { x: to.x + 8, y: y + 20 + (k + 1) * line, class: "differs" }, text)));
    picture.append(group);
    y += heights[i] ?? 0;
  });
  picture.append(s("g", { class: "node chosen" }, s("circle", { cx: 36, cy: from.y, r: 26 }),
    s("text", { x: 36, y: from.y + 4, "text-anchor": "middle" }, centre)));
  picture.append(s("text", { x: 4, y: from.y + 44, class: "differs" }, agent));
  return picture;
}
