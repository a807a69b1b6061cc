/** Random graphs full of choices: free, decided and opaque edges in any order, `otherwise`, edges with bounds and `may` edges, in lanes, loops and bodies. */
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';
import { withPasses } from './body.mjs';
import { randomCatalogue } from './catalogue.mjs';
import { ATOMS, randomNode, VARIABLES } from './node.mjs';
import { poolsOf, randomRules } from './rules.mjs';

const EXECUTIONS = ['tokens', 'tokens', 'supersteps', 'supersteps', 'sequential'];
const CONCURRENCIES = ['inclusive', 'inclusive', 'inclusive', 'exclusive', 'exclusive', 'all'];
const GUARDS = [
  () => ({ opaque: 'code' }),
  () => ({ opaque: 'code' }),
  () => ({ opaque: 'code' }),
  (rng) => ({ choice: pick(rng, ['llm', 'human', 'env']) }),
  (rng) => ({ choice: pick(rng, ['llm', 'human', 'env']) }),
  () => undefined,
  () => undefined,
  (rng, asked) => ({ expr: pick(rng, asked)(rng) }),
  (rng, asked) => ({ expr: pick(rng, asked)(rng) }),
];

const ORDERS = [
  { pattern: 'absence' },
  { pattern: 'absence' },
  { pattern: 'existence' },
  { pattern: 'existence' },
  { pattern: 'at_most', count: 1 },
  { pattern: 'precedence', two: true },
  { pattern: 'response', two: true },
  { pattern: 'not_coexistence', two: true },
];

/** A node that calls: mostly one that does nothing else. */
const calling = (rng, id, catalogue, flavour) => {
  if (chance(rng, 0.6)) return { id, kind: 'tool', tools: [{ name: pick(rng, flavour.pool.tools) }] };
  for (;;) {
    const node = randomNode(rng, id, catalogue, flavour);
    if (node.kind !== 'router') return node;
  }
};

/** A node that chooses: one that only passes on, or one that acts before. */
const choosing = (rng, id, catalogue, flavour) => ({
  ...(chance(rng, 0.75) ? { id, kind: 'router' } : calling(rng, id, catalogue, flavour)),
  concurrency: pick(rng, CONCURRENCIES),
});

/** What is on an edge of a choice; `otherwise` comes anywhere in the order. */
function offered(rng, flavour) {
  const guard = chance(rng, 0.15) ? undefined : pick(rng, GUARDS)(rng, flavour.asked);
  return {
    ...(guard === undefined ? {} : { guard }),
    ...(chance(rng, flavour.bounded) ? { max_times: 1 } : {}),
    ...(chance(rng, flavour.may) ? { provenance: 'may' } : {}),
  };
}

/** A body: choices and calls in turn, each edge of a choice to anything behind it, and sometimes one back. */
function randomBody(rng, choices, calls, catalogue, flavour, first = null) {
  const nodes = [
    ...Array.from({ length: choices }, (_, i) => choosing(rng, `c${String(i)}`, catalogue, flavour)),
    ...Array.from({ length: calls }, (_, i) =>
      i === 0 && first !== null ? first(`n${String(i)}`) : calling(rng, `n${String(i)}`, catalogue, flavour),
    ),
  ];
  const middle = [
    nodes[0],
    ...nodes.slice(1).toSorted((a, b) => (`${a.id.slice(1)}${a.id}` < `${b.id.slice(1)}${b.id}` ? -1 : 1)),
  ];
  const ends = [{ id: 'end', kind: 'end', ...(chance(rng, 0.1) ? { terminate: true } : {}) }];
  if (chance(rng, 0.25)) ends.push({ id: 'fail', kind: 'fail' });
  const edges = [];
  const edge = (source, target, more = {}) => edges.push({ id: `e${String(edges.length)}`, source, target, ...more });
  for (const [at, node] of middle.entries()) {
    const later = [...middle.slice(at + 1, at + 4), ...ends].map(({ id }) => id);
    if (node.concurrency === undefined) {
      edge(node.id, pick(rng, later.slice(0, 2)));
      if (node.on_error === 'edge' && chance(rng, 0.8)) edge(node.id, pick(rng, later), { on: 'error' });
      continue;
    }
    const count = 2 + below(rng, 3);
    for (let i = 0; i < count; i += 1) edge(node.id, pick(rng, later), offered(rng, flavour));
    if (chance(rng, 0.5)) {
      const otherwise = { id: `e${String(edges.length)}o`, source: node.id, target: pick(rng, later), otherwise: true };
      edges.splice(edges.length - below(rng, 3), 0, {
        ...otherwise,
        ...(chance(rng, flavour.may) ? { provenance: 'may' } : {}),
      });
    }
    if (at > 0 && chance(rng, 0.3))
      edge(node.id, pick(rng, middle.slice(0, at)).id, {
        ...offered(rng, flavour),
        ...(chance(rng, 0.8) ? { max_times: 1 } : {}),
      });
  }
  for (const node of middle)
    if (edges.filter(({ target, on }) => target === node.id && on === undefined).length > 1 && chance(rng, 0.3))
      node.join = pick(rng, ['any', 'all', 'active', ...(flavour.unknown ? ['unknown'] : [])]);
  const body = { start: middle[0].id, nodes: [...middle, ...ends], edges };
  withPasses(rng, body, catalogue);
  return body;
}

/** The usual rules, and orders of tools that the graph calls. */
function rulesOf(rng, pool, { nodes, subgraphs = [] }) {
  const called = [...nodes, ...subgraphs.flatMap((body) => body.nodes)].flatMap(({ tools = [] }) =>
    tools.map(({ name }) => name),
  );
  const orders = Array.from({ length: called.length === 0 ? 0 : 3 }, (_, i) => {
    const [first, second] = [pick(rng, called), pick(rng, called)];
    const { two = false, ...pattern } = pick(rng, ORDERS);
    return { id: `order ${String(i)}`, kind: 'order', ...pattern, first, ...(two ? { second } : {}) };
  });
  return [...randomRules(rng, pool), ...orders];
}

/** Such graphs with a catalogue and rules, for ever. */
export function* randomChoices(seed) {
  const rng = seededRandom(seed);
  for (;;) {
    const catalogue = randomCatalogue(rng, false);
    const pool = pick(rng, poolsOf(false));
    const flavour = {
      pool,
      about: pool.about,
      lanes: false,
      usual: pick(rng, [{ variable: 'v' }, { value: 'A' }]),
      asked: [pick(rng, ATOMS), pick(rng, ATOMS)],
      may: chance(rng, 0.25) ? 0.25 : 0,
      bounded: chance(rng, 0.3) ? 0.3 : 0,
      unknown: chance(rng, 0.2),
    };
    const kind = chance(rng, 0.4) ? pick(rng, ['subgraph', 'subgraph', 'map']) : null;
    const runs = (id) => ({
      id,
      kind,
      subgraph: 'inner',
      ...(kind === 'map' && chance(rng, 0.3) ? { parallel: true } : {}),
      ...(chance(rng, 0.4) ? { on_error: 'continue' } : {}),
    });
    const body = randomBody(rng, 1 + below(rng, 2), 1 + below(rng, 3), catalogue, flavour, kind === null ? null : runs);
    const inner = { name: 'inner', ...randomBody(rng, 1, 1 + below(rng, 2), catalogue, { ...flavour, may: 0 }) };
    const graph = {
      format: 'agent-graph/1',
      execution: pick(rng, EXECUTIONS),
      variables: VARIABLES,
      ...body,
      ...(kind === null ? {} : { subgraphs: [inner] }),
    };
    yield { graph, catalogue, rules: rulesOf(rng, pool, graph) };
  }
}
