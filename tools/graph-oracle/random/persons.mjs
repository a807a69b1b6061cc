/** Random graphs in which persons are asked, in lanes beside each other: in front of calls and behind nodes, by edges, and who refuses what another has approved. */
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';

const ARGS = { kind: 'record', fields: { x: { type: { kind: 'string', format: 'text' }, required: true } } };
const CATALOGUE = {
  name: 'persons',
  tools: [
    { name: 'pay', classes: ['write', 'privileged'], args: ARGS },
    { name: 'save', classes: ['write'], args: ARGS },
    { name: 'look', classes: ['read', 'source', 'infallible'], args: ARGS, labels: ['private', 'untrusted'] },
    {
      name: 'ask',
      classes: ['read', 'confirmation'],
      args: ARGS,
      confirms: [{ tools: ['pay'], passes: 'success' }],
    },
    { name: 'check', classes: ['read', 'check'], args: ARGS, checks: [{ tools: ['pay'], passes: { branch: 'yes' } }] },
  ],
};
const VARIABLES = [
  { name: 'v', type: 'string', values: ['a', 'b'] },
  { name: 'w', type: 'bool' },
];
const EXECUTIONS = ['tokens', 'tokens', 'supersteps', 'supersteps', 'sequential'];

const maybe = (rng, p, fields) => (chance(rng, p) ? fields() : {});
const variable = (rng) => pick(rng, ['v', 'w']);

const use = (rng, name) => ({
  name,
  ...maybe(rng, 0.6, () => ({
    arguments: [
      pick(rng, [
        { name: 'x', variable: variable(rng) },
        { name: 'x', value: pick(rng, ['A', 'B']) },
      ]),
    ],
  })),
  ...maybe(rng, 0.35, () => ({ requires_confirmation: true })),
});

/** A node with calls: a tool may be listed twice, with other arguments. */
const calling = (rng, id, kind) => {
  const tools = [use(rng, pick(rng, ['pay', 'pay', 'pay', 'ask', 'check', 'save', 'look']))];
  if (chance(rng, 0.4)) tools.push(use(rng, pick(rng, ['pay', 'pay', 'look', 'ask'])));
  return {
    id,
    kind,
    tools,
    ...(kind === 'tool' && tools.length > 1 ? { tool_choice: pick(rng, ['each', 'each', 'one', 'loop']) } : {}),
    ...maybe(rng, 0.35, () => ({ interrupt: pick(rng, ['before', 'before', 'both', 'after']) })),
    ...maybe(rng, 0.15, () => ({ retry: chance(rng, 0.7) ? { max: 1 } : {} })),
    ...maybe(rng, 0.2, () => ({ on_error: pick(rng, ['continue', 'edge']) })),
    ...maybe(rng, 0.15, () => ({ writes: [variable(rng)] })),
  };
};

const lists = (rng) => ({ confirms: pick(rng, [['pay'], ['pay'], ['save'], ['pay', 'save']]) });

function randomNode(rng, id, bodies) {
  const kind = pick(rng, ['tool', 'tool', 'tool', 'tool', 'agent', 'human', 'human', 'llm', 'subgraph', 'map']);
  if (kind === 'tool' || kind === 'agent') return calling(rng, id, kind);
  if (kind === 'human')
    return {
      id,
      kind,
      ...maybe(rng, 0.5, () => lists(rng)),
      ...maybe(rng, 0.1, () => ({ interrupt: 'before' })),
      ...maybe(rng, 0.1, () => ({ on_error: 'continue' })),
    };
  if (kind === 'llm')
    return {
      id,
      kind,
      ...maybe(rng, 0.5, () => ({ interrupt: 'after', ...maybe(rng, 0.7, () => lists(rng)) })),
      ...maybe(rng, 0.4, () => ({ writes: [variable(rng)] })),
    };
  if (bodies.length === 0) return { id, kind: 'wait' };
  return {
    id,
    kind,
    subgraph: pick(rng, bodies),
    ...(kind === 'map' ? maybe(rng, 0.7, () => ({ parallel: true })) : {}),
    ...(kind === 'map' ? maybe(rng, 0.3, () => ({ writes: [variable(rng)] })) : {}),
    ...maybe(rng, 0.15, () => ({ interrupt: pick(rng, ['before', 'after', 'both']) })),
  };
}

/** What the edge behind a node says: of a person who lists nothing what she answered, and of a check whether it passed. */
const said = (rng, { kind, confirms, tools }) => {
  if (kind === 'human' && confirms === undefined)
    return { outcome: pick(rng, ['approve', 'approve', 'edit', 'reject']) };
  if (tools?.some(({ name }) => name === 'check'))
    return pick(rng, [{ branch: 'yes' }, { branch: 'no' }, { outcome: 'fail' }, {}]);
  return {};
};

/** Two lanes of `size` nodes in turn behind a fork, or one, that may meet. */
function randomBody(rng, size, bodies, forks) {
  const nodes = Array.from({ length: size }, (_, i) => randomNode(rng, `n${String(i)}`, bodies));
  const edges = [];
  const edge = (source, target, more = {}) => edges.push({ id: `e${String(edges.length)}`, source, target, ...more });
  const lanes = forks ? 2 : 1;
  const last = Array(lanes).fill('start');
  for (const [i, { id }] of nodes.entries()) {
    const before = nodes.find((node) => node.id === last[i % lanes]);
    edge(last[i % lanes], id, before === undefined ? {} : said(rng, before));
    last[i % lanes] = id;
  }
  if (chance(rng, 0.5)) {
    const kind = pick(rng, ['join', 'tool', 'tool']);
    const more =
      kind === 'tool' ? { tools: [use(rng, 'pay')], ...maybe(rng, 0.3, () => ({ interrupt: 'before' })) } : {};
    nodes.push({ id: 'meet', kind, join: pick(rng, ['any', 'any', 'all', 'active']), ...more });
    for (const id of new Set(last))
      if (id !== 'start')
        edge(
          id,
          'meet',
          said(
            rng,
            nodes.find((one) => one.id === id),
          ),
        );
  }
  const human = nodes.find(({ kind }) => kind === 'human');
  if (human && chance(rng, 0.4)) edge(human.id, pick(rng, nodes).id, { outcome: pick(rng, ['reject', 'approve']) });
  if (size > 1 && chance(rng, 0.25))
    edge(
      `n${String(size - 1)}`,
      `n${String(below(rng, size))}`,
      maybe(rng, 0.5, () => ({ max_times: 1 })),
    );
  for (const { id, on_error: way } of nodes)
    if (way === 'edge' && chance(rng, 0.8)) edge(id, pick(rng, nodes).id, { on: 'error' });
  return { start: 'start', nodes: shuffled(rng, [{ id: 'start', kind: forks ? 'fork' : 'wait' }, ...nodes]), edges };
}

/** In which order nodes are listed says nothing. */
function shuffled(rng, items) {
  const left = [...items];
  return items.map(() => left.splice(below(rng, left.length), 1)[0]);
}

const randomRules = (rng) => [
  { id: 'confirm', kind: 'confirm_before', tool: 'pay' },
  {
    id: 'by',
    kind: 'confirm_before',
    tool: 'pay',
    by: pick(rng, [['n0'], ['n1'], ['ask', 'n0']]),
    ...maybe(rng, 0.5, () => ({ any_of: true })),
  },
  { id: 'check', kind: 'check_before', tool: 'pay', check: 'check' },
  pick(rng, [
    { id: 'order', kind: 'order', pattern: 'at_most', first: 'pay', count: 1 },
    { id: 'order', kind: 'order', pattern: 'alternate_precedence', first: 'ask', second: 'pay' },
    { id: 'order', kind: 'taint', form: 'trifecta' },
  ]),
];

/** Such graphs with a catalogue and rules, for ever. */
export function* randomPersons(seed) {
  const rng = seededRandom(seed);
  for (;;) {
    const deep = chance(rng, 0.3) ? [{ name: 'deep', ...randomBody(rng, 1, [], false) }] : [];
    const inner = chance(rng, 0.6)
      ? [
          {
            name: 'inner',
            ...randomBody(
              rng,
              pick(rng, [1, 1, 2]),
              deep.map(({ name }) => name),
              chance(rng, 0.2),
            ),
          },
        ]
      : [];
    const body = randomBody(
      rng,
      pick(rng, [1, 2, 2, 3]),
      inner.map(({ name }) => name),
      chance(rng, 0.7),
    );
    const subgraphs = [...inner, ...deep];
    yield {
      graph: {
        format: 'agent-graph/1',
        execution: pick(rng, EXECUTIONS),
        variables: VARIABLES,
        ...body,
        ...(subgraphs.length > 0 ? { subgraphs } : {}),
      },
      catalogue: CATALOGUE,
      rules: randomRules(rng),
    };
  }
}
