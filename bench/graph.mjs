/**
 * The graph checker on graphs of 2.1 edges a node (5 % lead back, one node in ten makes a checked call, 3 % write what was checked), with one rule, and with 64
 * rules on a graph of a million edges. The graphs come from JSON text, as those of users do, and parsing is in every figure. Beside the check the floor: JSON.parse,
 * and one breadth-first search over what it gives. Times are of the processor (all threads) and of the clock, `alone` is of the check without the parsing before it, memory is the most that the process had. `BENCH_NODES` (100000): the most nodes of the first table; `BENCH_EDGES` (1000000): of the second.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Choices that hang together, one pair after another: each checks where its variable is large, and pays where it is larger still. */
function diamonds(count) {
  const nodes = [];
  const edges = [];
  const add = (source, target, more = {}) => edges.push({ id: `e${edges.length}`, source, target, ...more });
  for (let i = 0; i < count; i += 1) {
    const above = { guard: { expr: { op: '>', variable: `x${i}`, value: 50 } } };
    for (const [name, tool] of [
      ['s', null],
      ['c', 'check0'],
      ['m', null],
      ['p', 'tool0'],
      ['u', 'write0'],
    ])
      nodes.push({ id: `${name}${i}`, ...(tool ? { kind: 'tool', tools: [{ name: tool }] } : { kind: 'router' }) });
    add(`s${i}`, `c${i}`, above);
    add(`s${i}`, `m${i}`, { otherwise: true });
    add(`c${i}`, `m${i}`);
    add(`m${i}`, `p${i}`, above);
    add(`m${i}`, `u${i}`, { otherwise: true });
    add(`p${i}`, `u${i}`);
    if (i + 1 < count) add(`u${i}`, `s${i + 1}`);
  }
  const variables = Array.from({ length: count }, (_, i) => ({ name: `x${i}`, type: 'int' }));
  return { format: 'agent-graph/1', start: 's0', nodes, edges, variables };
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
/** What one process does with one graph: the processor's and the clock's milliseconds, parsing among them, and the most memory it had. */
function measured(kind, file, pairs) {
  const { effects, graph: small } = randomGraph(1_000, pairs, true);
  checkGraph(small, effects);
  let alone = 0;
  let aloneWall = 0;
  const { ms, wall, result } = timed(() => {
    const graph = JSON.parse(readFileSync(file, 'utf8'));
    const began = process.cpuUsage();
    const at = performance.now();
    const found = kind === 'floor' ? reachedNodes(graph) : words(checkGraph(graph, effects));
    aloneWall = performance.now() - at;
    const { user, system } = process.cpuUsage(began);
    alone = (user + system) / 1000;
    return found;
  });
  return { ms, wall, alone, aloneWall, megabytes: process.resourceUsage().maxRSS / 1e3, result };
}

/** A graph with `pairs` rules, beside its floor: each in a process of its own. */
function row(name, nodes, pairs, safe) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-graph-'));
  try {
    const file = join(folder, 'graph.json');
    const { graph } = randomGraph(nodes, pairs, safe);
    writeFileSync(file, JSON.stringify(graph));
    const [floor, check] = ['floor', 'check'].map((kind) => {
      // The room for new objects of the solver children in which graphs are verified.
      const argv = ['--expose-gc', '--max-semi-space-size=16', import.meta.filename, kind, file, String(pairs)];
      const { stdout, status } = spawnSync(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
      if (status !== 0) throw new Error(`a row ended with ${status}`);
      return JSON.parse(stdout);
    });
    return [
      name,
      String(graph.nodes.length),
      String(graph.edges.length),
      ...[floor, check].flatMap(({ ms, wall }) => [`${ms.toFixed(0)} ms`, `${wall.toFixed(0)} ms`]),
      `${check.alone.toFixed(0)} ms`,
      `${check.aloneWall.toFixed(0)} ms`,
      (check.ms / floor.ms).toFixed(1),
      ...[floor, check].map(({ megabytes }) => `${megabytes.toFixed(0)} MB`),
      check.result,
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [kind, file, pairs] = process.argv.slice(2);
if (kind !== undefined) process.stdout.write(JSON.stringify(measured(kind, file, Number(pairs))));
else {
  const rows = [
    [
      'rules',
      'nodes',
      'edges',
      'floor',
      'clock',
      'check',
      'clock',
      'alone',
      'clock',
      'ratio',
      'floor',
      'check',
      'verdicts',
    ],
  ];
  for (let nodes = 100; nodes <= most; nodes *= 10) {
    rows.push(row('1, broken', nodes, 1, false));
    rows.push(row('1, proved', nodes, 1, true));
  }
  rows.push(row('64, proved', Math.floor(edgesWanted / 2.05), 64, true));
  rows.push(row('64, broken', Math.floor(edgesWanted / 2.05), 64, false));
  process.stdout.write(`${table(rows)}\n\n`);
  const { effects } = randomGraph(1_000, 1, true);
  const correlated = [['correlated diamonds', 'nodes', 'check', 'states', 'z3 calls', 'verdicts']];
  for (const count of [10, 100, 1000]) {
    const graph = diamonds(count);
    const { ms, result } = timed(() => checkGraph(graph, effects));
    const states = result.certificates.reduce((sum, each) => sum + (each.states?.length ?? 0), 0);
    // The checker has no solver to call.
    correlated.push([
      String(count),
      String(graph.nodes.length),
      `${ms.toFixed(0)} ms`,
      String(states),
      '0',
      words(result),
    ]);
  }
  process.stdout.write(`${table(correlated)}\n`);
}
