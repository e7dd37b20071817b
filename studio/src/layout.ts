// Where the states of a graph stand: layers by their distance from the initial states, within a layer by forces. The
// forces draw no random numbers, so that the same model always looks the same.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationLinkDatum, type SimulationNodeDatum } from "d3-force";
import type { Graph } from "./types";

export interface Spot extends SimulationNodeDatum { state: number; depth: number; x: number; y: number }

// The number of steps from the initial states, and for each state one that leads to it (itself: none).
export function distances(graph: Graph): { depth: number[]; from: number[] } {
  const depth = graph.states.map(() => Infinity);
  const from = graph.states.map((_, i) => i);
  const after = new Map<number, number[]>();
  for (const edge of graph.edges) after.set(edge.from, [...(after.get(edge.from) ?? []), edge.to]);
  const queue = [...graph.initial];
  for (const state of queue) depth[state] = 0;
  for (let i = 0; i < queue.length; ++i) {
    const state = queue[i] ?? 0;
    for (const next of after.get(state) ?? []) {
      if (depth[next] !== Infinity) continue;
      depth[next] = (depth[state] ?? 0) + 1;
      from[next] = state;
      queue.push(next);
    }
  }
  return { depth, from };
}

export function layOut(graph: Graph): Spot[] {
  const { depth } = distances(graph);
  const inLayer = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const d of depth) sizes.set(d, (sizes.get(d) ?? 0) + 1);
  const spots = graph.states.map((_, state): Spot => {
    const d = depth[state] ?? 0;
    const place = inLayer.get(d) ?? 0;
    inLayer.set(d, place + 1);
    return { state, depth: d, x: (place - ((sizes.get(d) ?? 1) - 1) / 2) * 70, y: d * 90 };
  });
  const links: SimulationLinkDatum<Spot>[] = graph.edges.filter(edge => edge.from !== edge.to)
    .map(edge => ({ source: edge.from, target: edge.to }));
  const simulation = forceSimulation(spots)
    .force("link", forceLink<Spot, SimulationLinkDatum<Spot>>(links).distance(80).strength(0.15))
    .force("charge", forceManyBody().strength(-160).distanceMax(400))
    .force("collide", forceCollide(30))
    .force("x", forceX(0).strength(0.03))
    .force("y", forceY<Spot>(spot => spot.depth * 90).strength(0.9))
    .stop();
  const steps = spots.length > 200 ? 80 : 200;
  for (let i = 0; i < steps; ++i) simulation.tick();
  return spots;
}
