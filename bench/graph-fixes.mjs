/**
 * What the fix of one broken rule costs beside the verdict alone: graphs of 2.1 edges a node, one node in twenty a call of `pay` behind a check that some edges pass by, and
 * lanes that run at the same time, whose states multiply, each with a call to be confirmed. Each row is of a process of its own, which verified a small graph before; milliseconds of the processor and of the clock,
 * and the most memory. `BENCH_NODES` (10000): the most nodes.
 */
import { spawnSync } from 'node:child_process';
import { verifyGraph } from '@ostiary/graph/verify';
import { table } from './lib/timing.mjs';
import { seeded } from './lib/twin-policies.mjs';

const most = Number(process.env.BENCH_NODES ?? 10_000);
const effects = new Map(
  [
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success' }] },
    { name: 'pay', classes: ['write'] },
  ].map((tool) => [tool.name, tool]),
);
const rules = {
  chain: [{ id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' }],
  // One approval is good for one call, so that each lane needs its own.
  lanes: [{ id: 'confirmed', kind: 'confirm_before', tool: 'pay' }],
};
const call = (id, tool) => ({ id, kind: 'tool', tools: [{ name: tool }] });
const edge = (source, target) => ({ id: `${source}>${target}`, source, target });
const read = (nodes, edges) => ({
  graph: { format: 'agent-graph/1', start: nodes[0].id, nodes, edges },
  places: { nodes: new Map(), edges: new Map() },
  assumptions: [],
});

/** A chain with edges that skip ahead; the check is in the middle, with a way past it, and what pays is behind. */
function chain(count) {
  const rng = seeded(count);
  const middle = Math.floor(count / 2);
  const tool = (i) => (i === middle ? 'check' : i > middle && rng() < 0.1 ? 'pay' : null);
  const nodes = Array.from({ length: count }, (_, i) => {
    const name = tool(i);
    return name === null ? { id: `n${i}`, kind: i === 0 ? 'start' : 'router' } : call(`n${i}`, name);
  });
  const to = (i) => (i < middle ? middle - 1 : count - 1);
  const edges = nodes.slice(1).map(({ id }, i) => edge(`n${i}`, id));
  for (let i = 1; i < count - 1; i += 1) {
    const last = to(i);
    const target = i + 2 + Math.floor(rng() * 20);
    if (target <= last) edges.push(edge(`n${i}`, `n${target}`));
  }
  edges.push(edge(`n${middle - 1}`, `n${middle + 1}`));
  return read(nodes, [...new Map(edges.map((each) => [each.id, each])).values()]);
}

/** Lanes that run at the same time, each with a call that a person has to confirm. */
function lanes(count) {
  const nodes = [{ id: 'fork', kind: 'fork' }];
  const edges = [];
  for (let lane = 0; lane < count; lane += 1) {
    nodes.push({ id: `r${lane}`, kind: 'router' }, call(`c${lane}`, 'check'), call(`p${lane}`, 'pay'));
    edges.push(edge('fork', `r${lane}`), edge(`r${lane}`, `c${lane}`), edge(`r${lane}`, `p${lane}`));
    edges.push(edge(`c${lane}`, `p${lane}`));
  }
  return read(nodes, edges);
}

function measured(work) {
  const began = process.cpuUsage();
  const at = performance.now();
  const result = work();
  const wall = performance.now() - at;
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, wall, result };
}

const [kind, size, fixes] = process.argv.slice(2);
const made = { chain, lanes };
const ask = (document, more) =>
  verifyGraph(document, effects, { rules: rules[kind], properties: ['P1', 'P2'], ...more });
if (kind !== undefined) {
  ask(made[kind](kind === 'chain' ? 200 : 2));
  const document = made[kind](Number(size));
  const { ms, wall, result } = measured(() => ask(document, { fixes: fixes === 'fixes' }));
  const [{ verdict, fix, no_fix: none }] = result.verdicts;
  const cut = fix && `${fix.cut_size} ${fix.cut_size === 1 ? 'place' : 'places'}${fix.smallest ? ', no fewer do' : ''}`;
  const said = `${verdict}${fixes === 'fixes' ? `; ${cut ?? none}` : ''}`;
  process.stdout.write(JSON.stringify({ ms, wall, said, megabytes: process.resourceUsage().maxRSS / 1e3 }));
} else {
  const rows = [['graph', 'verdict alone', 'clock', 'with its fix', 'clock', 'memory', 'said']];
  const sizes = [1_000, 10_000, 100_000].filter((nodes) => nodes <= most).map((nodes) => ['chain', nodes, 'nodes']);
  for (const [name, count, unit] of [...sizes, ['lanes', 2, 'lanes'], ['lanes', 4, 'lanes'], ['lanes', 6, 'lanes']]) {
    const [alone, mended] = ['alone', 'fixes'].map((what) => {
      const argv = ['--max-semi-space-size=16', import.meta.filename, name, String(count), what];
      const { stdout, status } = spawnSync(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
      if (status !== 0) throw new Error(`a row ended with ${status}`);
      return JSON.parse(stdout);
    });
    rows.push([
      `${count} ${unit}`,
      ...[alone, mended].flatMap(({ ms, wall }) => [`${ms.toFixed(0)} ms`, `${wall.toFixed(0)} ms`]),
      `${mended.megabytes.toFixed(0)} MB`,
      mended.said,
    ]);
  }
  process.stdout.write(`${table(rows)}\n`);
}
