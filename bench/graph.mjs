/**
 * The graph checker on graphs of 2.1 edges a node (5 % lead back, one node in ten makes a checked call, 3 % write what was checked), with one rule, and with 64
 * rules on a graph of a million edges. Times are of the processor. `BENCH_NODES` (100000): the most nodes of the first table; `BENCH_EDGES` (1000000): of the second.
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

/** Milliseconds of the processor, and the result. */
function timed(work) {
  globalThis.gc?.();
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, result };
}

const words = (result) => {
  const counts = new Map();
  for (const { verdict } of result.verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
};
const row = (name, { graph, effects }) => {
  const { ms, result } = timed(() => checkGraph(graph, effects));
  const megabytes = process.memoryUsage().rss / 1e6;
  return [
    name,
    String(graph.nodes.length),
    String(graph.edges.length),
    `${ms.toFixed(0)} ms`,
    `${megabytes.toFixed(0)} MB`,
    words(result),
  ];
};

const rows = [['rules', 'nodes', 'edges', 'processor', 'memory', 'verdicts']];
checkGraph(...Object.values(randomGraph(1_000, 4, false)));
for (let nodes = 100; nodes <= most; nodes *= 10) {
  rows.push(row('1, broken', randomGraph(nodes, 1, false)));
  rows.push(row('1, proved', randomGraph(nodes, 1, true)));
}
rows.push(row('64, proved', randomGraph(Math.floor(edgesWanted / 2.05), 64, true)));
rows.push(row('64, broken', randomGraph(Math.floor(edgesWanted / 2.05), 64, false)));
process.stdout.write(`${table(rows)}\n`);
