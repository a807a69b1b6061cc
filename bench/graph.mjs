/**
 * The graph checker on graphs of 2.1 edges a node (5 % lead back, one node in ten makes a checked call, 3 % write what was checked), with one rule, and with 64
 * rules on a graph of a million edges. The graphs come from JSON text, as those of users do. Beside it the floor: JSON.parse of that text, and one breadth-first
 * search over what it holds. `BENCH_NODES` (100000): the most nodes of the first table; `BENCH_EDGES` (1000000): of the second.
 */
import { checkGraph } from '@ostiary/graph/check';
import { table } from './lib/timing.mjs';
import { seeded } from './lib/twin-policies.mjs';

const most = Number(process.env.BENCH_NODES ?? 100_000);
const edgesWanted = Number(process.env.BENCH_EDGES ?? 1_000_000);

/** A chain of `nodes` nodes with edges that skip ahead and some that lead back. `pairs`: how many tools there are, each with a check of its own. */
function randomGraph(nodes, pairs, safe) {
  const rng = seeded(nodes);
  const below = (n) => Math.floor(rng() * n);
  const list = [{ id: 'n0', kind: 'start' }];
  for (let i = 1; i < nodes; i += 1) {
    const roll = rng();
    const pair = below(pairs);
    if (i <= pairs && safe) list.push({ id: `n${i}`, kind: 'tool', tools: [{ name: `check${i - 1}` }] });
    else if (roll < 0.1) list.push({ id: `n${i}`, kind: 'tool', tools: [{ name: `tool${pair}` }] });
    else if (roll < 0.2) list.push({ id: `n${i}`, kind: 'tool', tools: [{ name: `check${pair}` }] });
    else if (roll < 0.23 && !safe) list.push({ id: `n${i}`, kind: 'tool', tools: [{ name: `write${pair}` }] });
    else list.push({ id: `n${i}`, kind: 'router' });
  }
  const edges = [];
  const add = (source, target) => edges.push({ id: `e${edges.length}`, source: `n${source}`, target: `n${target}` });
  const first = safe ? pairs : 1;
  for (let i = 0; i + 1 < nodes; i += 1) add(i, i + 1);
  for (let i = first; i < nodes; i += 1) {
    if (rng() < 0.95) add(i, Math.min(nodes - 1, i + 1 + below(1 + nodes - i)));
    if (rng() < 0.1) add(i, first + below(i - first + 1));
  }
  const tools = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    tools.push({ name: `tool${pair}`, classes: ['read'] });
    tools.push({
      name: `check${pair}`,
      classes: ['read'],
      resource: { name: `r${pair}` },
      checks: [{ tools: [`tool${pair}`], passes: 'success' }],
    });
    tools.push({ name: `write${pair}`, classes: ['write'], resource: { name: `r${pair}` } });
  }
  return {
    graph: { format: 'agent-graph/1', start: 'n0', nodes: list, edges },
    effects: new Map(tools.map((tool) => [tool.name, tool])),
  };
}

/** Milliseconds of the processor and of the clock, and the result. */
function timed(work) {
  globalThis.gc?.();
  const began = process.cpuUsage();
  const at = performance.now();
  const result = work();
  const wall = performance.now() - at;
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, wall, result };
}

/** How many nodes one breadth-first search reaches: ids to numbers, edges by source, and the search. */
function reachedNodes({ start, nodes, edges }) {
  const ids = new Map(nodes.map(({ id }, index) => [id, index]));
  const first = new Int32Array(nodes.length + 1);
  const sources = edges.map(({ source }) => ids.get(source));
  for (const source of sources) first[source + 1] += 1;
  for (let node = 0; node < nodes.length; node += 1) first[node + 1] += first[node];
  const next = first.slice();
  const targets = new Int32Array(edges.length);
  edges.forEach(({ target }, edge) => (targets[next[sources[edge]]++] = ids.get(target)));
  const seen = new Uint8Array(nodes.length);
  const queue = [ids.get(start)];
  seen[queue[0]] = 1;
  for (const node of queue)
    for (let at = first[node]; at < first[node + 1]; at += 1) {
      if (seen[targets[at]]) continue;
      seen[targets[at]] = 1;
      queue.push(targets[at]);
    }
  return queue.length;
}

const words = (result) => {
  const counts = new Map();
  for (const { verdict } of result.verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
};
const row = (name, { graph: made, effects }) => {
  const text = JSON.stringify(made);
  const size = [String(made.nodes.length), String(made.edges.length)];
  made = null;
  const floor = timed(() => reachedNodes(JSON.parse(text)));
  const parse = timed(() => JSON.parse(text));
  const { ms, wall, result } = timed(() => checkGraph(parse.result, effects));
  const megabytes = process.memoryUsage().rss / 1e6;
  return [
    name,
    ...size,
    `${floor.ms.toFixed(0)} ms`,
    `${ms.toFixed(0)} ms`,
    `${wall.toFixed(0)} ms`,
    ((parse.ms + ms) / floor.ms).toFixed(1),
    `${megabytes.toFixed(0)} MB`,
    words(result),
  ];
};

const rows = [['rules', 'nodes', 'edges', 'floor', 'check', 'clock', 'with parsing / floor', 'memory', 'verdicts']];
checkGraph(...Object.values(randomGraph(1_000, 4, false)));
for (let nodes = 100; nodes <= most; nodes *= 10) {
  rows.push(row('1, broken', randomGraph(nodes, 1, false)));
  rows.push(row('1, proved', randomGraph(nodes, 1, true)));
}
rows.push(row('64, proved', randomGraph(Math.floor(edgesWanted / 2.05), 64, true)));
rows.push(row('64, broken', randomGraph(Math.floor(edgesWanted / 2.05), 64, false)));
process.stdout.write(`${table(rows)}\n`);
