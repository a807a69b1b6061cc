/**
 * Random graphs of at most twelve nodes with a catalogue and rules, and mutants of them, all from one seed. Small on purpose, and full of
 * what differs between readings: facts that die, lanes that meet, guards that cannot hold together.
 */
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';

const TEXT = { type: { kind: 'string', format: 'text' }, required: true };
const record = (...names) => ({ kind: 'record', fields: Object.fromEntries(names.map((name) => [name, TEXT])) });
const VARIABLES = [
  { name: 'v', type: 'int', min: 0, max: 9 },
  { name: 'w', type: 'bool' },
  { name: 's', type: 'string', values: ['a', 'b'] },
  { name: 'r.ok', type: 'bool' },
];

/** A catalogue whose check, confirmation, steps and sources differ in what they promise. */
function randomCatalogue(rng) {
  const maybe = (p, fields) => (chance(rng, p) ? fields : {});
  const extra = (...classes) => classes.filter(() => chance(rng, 0.25));
  const passes = pick(rng, [
    'success',
    'success',
    'success',
    { field: 'ok', equals: true },
    { branch: 'yes' },
    ...(chance(rng, 0.4) ? [undefined] : []),
  ]);
  const keyed = chance(rng, 0.5);
  const resource = chance(rng, 0.4) ? { resource: { name: 'order', ...maybe(0.6, { arg: 'x' }) } } : {};
  const tools = [
    {
      name: 'check',
      classes: ['read', 'check', ...extra('infallible')],
      args: record('x'),
      checks: [
        {
          tools: ['pay'],
          ...(keyed ? { args: { x: 'x' } } : {}),
          ...(passes === undefined ? {} : { passes }),
          ...maybe(0.2, { steps: pick(rng, [1, 2]) }),
          ...maybe(0.2, { consumed: true }),
        },
      ],
      ...resource,
    },
    {
      name: 'ask',
      classes: ['read', 'confirmation'],
      args: record('x'),
      confirms: [
        {
          tools: ['pay'],
          ...maybe(0.3, { args: { x: 'x' } }),
          ...maybe(0.8, { passes: 'success' }),
          ...maybe(0.3, { anyOf: true }),
        },
      ],
    },
    {
      name: 'pay',
      classes: ['write', 'privileged', ...extra('irreversible', 'sink', 'infallible', 'idempotent', 'pivot')],
      args: record('x'),
      ...maybe(0.2, { idempotencyKey: 'x' }),
    },
    {
      name: 'save',
      classes: ['write', ...extra('retriable', 'idempotent', 'may_have_happened', 'infallible')],
      args: record('x'),
      ...resource,
    },
    {
      name: 'undo',
      classes: ['write', 'compensation', ...extra('idempotent', 'infallible')],
      args: record(),
      compensates: 'save',
    },
    {
      name: 'refund',
      classes: ['write', 'compensation', ...extra('idempotent', 'infallible')],
      args: record(),
      compensates: 'pay',
    },
    {
      name: 'fetch',
      classes: ['read', 'source', ...extra('infallible')],
      args: record(),
      labels: chance(rng, 0.3) ? ['private', 'untrusted'] : ['untrusted'],
    },
    { name: 'look', classes: ['read', 'source'], args: record(), labels: ['private'] },
    { name: 'clean', classes: ['read', 'cleaner', 'infallible'], args: record('x'), labels: ['untrusted'] },
  ].map((tool) =>
    tool.idempotencyKey && !tool.classes.includes('idempotent')
      ? { ...tool, classes: [...tool.classes, 'idempotent'] }
      : tool,
  );
  return { name: 'random', tools };
}

/** The tools of one graph, and pairs of them that its order rule is about. */
const POOLS = [
  {
    tools: ['check', 'check', 'pay'],
    pairs: [
      ['check', 'pay'],
      ['pay', 'check'],
    ],
  },
  {
    tools: ['check', 'check', 'pay', 'save'],
    pairs: [
      ['check', 'pay'],
      ['save', 'pay'],
      ['pay', 'save'],
    ],
  },
  {
    tools: ['ask', 'check', 'pay', 'pay'],
    pairs: [
      ['ask', 'pay'],
      ['check', 'pay'],
    ],
  },
  {
    tools: ['ask', 'pay', 'save'],
    pairs: [
      ['pay', 'save'],
      ['ask', 'save'],
    ],
  },
  {
    tools: ['fetch', 'fetch', 'pay', 'clean'],
    pairs: [
      ['fetch', 'clean'],
      ['clean', 'pay'],
    ],
  },
  {
    tools: ['fetch', 'look', 'pay'],
    pairs: [
      ['fetch', 'pay'],
      ['look', 'fetch'],
    ],
  },
  {
    tools: ['save', 'undo', 'pay', 'refund'],
    pairs: [
      ['save', 'undo'],
      ['pay', 'refund'],
      ['save', 'pay'],
    ],
  },
  {
    tools: ['save', 'pay', 'undo'],
    pairs: [
      ['save', 'pay'],
      ['pay', 'undo'],
    ],
  },
];

/** A call, with the usual argument or another. */
function randomUse(rng, catalogue, name, usual) {
  const names = Object.keys(catalogue.tools.find((tool) => tool.name === name).args.fields);
  const bindings = names.flatMap((arg) => {
    if (chance(rng, 0.6)) return [{ name: arg, ...usual }];
    const how = pick(rng, ['variable', 'value', 'model', 'unknown']);
    if (how === 'unknown') return [];
    if (how === 'model') return [{ name: arg, model: true }];
    return [
      how === 'variable'
        ? { name: arg, variable: pick(rng, ['v', 'v', 'u']) }
        : { name: arg, value: pick(rng, ['A', 'B']) },
    ];
  });
  return { name, arguments: bindings };
}

const ATOMS = [
  (rng) => ({ op: pick(rng, ['<', '<=', '>', '>=', '=', '!=']), variable: 'v', value: pick(rng, [2, 5]) }),
  (rng) => ({ op: pick(rng, ['=', '!=']), variable: 'w', value: chance(rng, 0.5) }),
  (rng) => ({ op: pick(rng, ['=', '!=']), variable: 's', value: pick(rng, ['a', 'b']) }),
  (rng) => ({ op: '=', variable: 'r.ok', value: chance(rng, 0.8) }),
  (rng) => (chance(rng, 0.7) ? { op: '=', variable: 'w', value: true } : { op: '=', variable: 'undeclared', value: 1 }),
];

function randomExpr(rng, asked) {
  const atom = () => pick(rng, asked)(rng);
  const one = atom();
  if (chance(rng, 0.85)) return one;
  return pick(rng, [
    { op: 'and', of: [one, atom()] },
    { op: 'or', of: [one, atom()] },
    { op: 'not', of: one },
  ]);
}

const randomGuard = (rng, asked) =>
  pick(rng, [
    () => ({ expr: randomExpr(rng, asked) }),
    () => ({ expr: randomExpr(rng, asked) }),
    () => ({ choice: pick(rng, ['llm', 'human', 'env']) }),
    () => ({ opaque: 'code' }),
    () => undefined,
  ])();

/** A node of the middle of a graph, of a kind, or of any. */
function randomNode(rng, id, catalogue, flavour) {
  const kind = pick(rng, [
    'tool',
    'tool',
    'tool',
    'tool',
    'tool',
    'router',
    'router',
    'agent',
    'human',
    'llm',
    ...(flavour.lanes ? ['fork', 'fork', 'join'] : []),
  ]);
  const node = { id, kind };
  if (kind === 'tool' || kind === 'agent') {
    const count = kind === 'agent' ? 1 + below(rng, 2) : chance(rng, 0.85) ? 1 : 2;
    node.tools = Array.from({ length: count }, () =>
      randomUse(rng, catalogue, pick(rng, flavour.pool.tools), flavour.usual),
    );
    if (node.tools.length === 2 && node.tools[0].name === node.tools[1].name) node.tools.pop();
    if (count > 1 && kind === 'tool' && chance(rng, 0.6)) node.tool_choice = pick(rng, ['each', 'one']);
    if (kind === 'tool' && node.tools[0].name === 'check') node.result = 'r';
    if (kind === 'agent' && chance(rng, 0.3)) node.tools[0].requires_confirmation = true;
  }
  if (kind === 'llm' || kind === 'agent') {
    if (chance(rng, 0.25)) Object.assign(node, { context: 'isolated', returns: pick(rng, ['enum', 'bool', 'text']) });
    if (chance(rng, 0.4)) node.reads = [pick(rng, ['v', 'u'])];
  }
  if (kind !== 'router' && kind !== 'fork' && kind !== 'join' && chance(rng, 0.25))
    node.writes = [pick(rng, ['v', 'v', 'u', 'w', 's'])];
  if (kind === 'tool' && chance(rng, 0.25)) node.on_error = pick(rng, ['continue', 'edge', 'edge']);
  if (kind === 'llm' && chance(rng, 0.15)) node.fallible = true;
  if (kind === 'tool' && chance(rng, 0.12))
    node.retry = { ...(chance(rng, 0.7) ? { max: 1 } : {}), ...(chance(rng, 0.3) ? { idempotency_key: 'k' } : {}) };
  if (kind === 'tool' && chance(rng, 0.06)) node.interrupt = pick(rng, ['before', 'after', 'both']);
  if (kind === 'human' && chance(rng, 0.6)) node.confirms = [pick(rng, ['pay', 'pay', 'save'])];
  if (kind === 'router' && chance(rng, 0.2) && flavour.lanes) node.concurrency = pick(rng, ['inclusive', 'all']);
  if (chance(rng, 0.05)) node.disabled = true;
  return node;
}

/** A body: a path from the start to the end through all nodes, with further edges and a few back. */
function randomBody(rng, size, catalogue, flavour, makeNode) {
  const middle = Array.from({ length: size }, (_, i) => makeNode(`n${String(i)}`, i));
  const ends = [{ id: 'end', kind: 'end', ...(flavour.lanes && chance(rng, 0.15) ? { terminate: true } : {}) }];
  if (chance(rng, 0.2)) ends.push({ id: 'fail', kind: 'fail' });
  const nodes = [{ id: 'start', kind: 'start' }, ...middle, ...ends];
  const order = ['start', ...middle.map(({ id }) => id), 'end'];
  const edges = [];
  const connect = (source, target, more = {}) => {
    if (edges.some((edge) => edge.source === source && edge.target === target && (edge.on ?? '') === (more.on ?? '')))
      return;
    edges.push({ id: `e${String(edges.length)}`, source, target, ...more });
  };
  const later = (index) => pick(rng, [...order.slice(index + 1, index + 4), ...ends.map(({ id }) => id)]);
  for (const [index, node] of middle.entries()) {
    const at = index + 1;
    if (index === 0) connect('start', node.id);
    if (
      node.kind === 'router' ||
      node.kind === 'fork' ||
      (['human', 'llm', 'agent'].includes(node.kind) && chance(rng, 0.5))
    )
      branch(node, at);
    else connect(node.id, order[at + 1]);
    if (node.on_error === 'edge' && chance(rng, 0.9)) connect(node.id, later(at), { on: 'error' });
  }
  if (size === 0) connect('start', 'end');
  if (chance(rng, 0.3) && size > 1) {
    const from = pick(rng, middle.slice(1));
    const to = pick(rng, middle.slice(0, middle.indexOf(from)));
    const back = flavour.lanes && from.kind === 'fork' ? null : to.id;
    if (back)
      connect(from.id, back, {
        ...(chance(rng, 0.3) ? { max_times: 1 } : {}),
        ...(from.kind === 'router' ? guarded() : {}),
      });
  }
  for (const edge of edges)
    if ((edge.on ?? 'success') === 'success' && chance(rng, flavour.may)) edge.provenance = 'may';
  for (const node of nodes)
    if (
      node.kind !== 'start' &&
      edges.filter((edge) => edge.target === node.id).length > 1 &&
      flavour.lanes &&
      chance(rng, 0.6)
    ) {
      const plain = edges.every(
        (edge) => edge.target !== node.id || (edge.on === undefined && edge.provenance === undefined),
      );
      node.join = plain
        ? pick(rng, ['any', 'all', 'all', 'active', ...(flavour.unknown ? ['unknown', 'unknown'] : [])])
        : 'any';
    }
  return { start: 'start', nodes, edges };

  function guarded() {
    const guard = randomGuard(rng, flavour.asked);
    return guard === undefined ? {} : { guard };
  }
  function branch(node, at) {
    const targets = [...new Set([order[at + 1], later(at), ...(chance(rng, 0.2) ? [later(at)] : [])])];
    if (targets.length === 1) targets.push(order[Math.min(at + 2, order.length - 1)]);
    for (const [i, target] of [...new Set(targets)].entries()) {
      if (node.kind === 'fork') connect(node.id, target);
      else if (node.kind === 'human')
        connect(node.id, target, {
          outcome:
            i === 0 ? pick(rng, ['approve', 'approve', 'edit', 'reject']) : pick(rng, ['reject', 'reject', 'approve']),
        });
      else if (i > 0 && chance(rng, 0.5) && !edges.some(({ source, otherwise }) => source === node.id && otherwise))
        connect(node.id, target, { otherwise: true });
      else connect(node.id, target, guarded());
    }
  }
}

/** Marks the ways a check passes by: branches and outcomes on the edges of its node, and a router that judges its result. */
function withPasses(rng, body, catalogue) {
  const { passes } = catalogue.tools[0].checks[0];
  for (const node of body.nodes) {
    if (node.tools?.[0].name !== 'check' || node.kind !== 'tool') continue;
    const [first, ...rest] = body.edges.filter((edge) => edge.source === node.id && edge.on === undefined);
    if (!first) continue;
    if (passes?.branch) {
      first.branch = 'yes';
      if (rest.length === 0 && chance(rng, 0.6))
        body.edges.push({ id: `${first.id}n`, source: node.id, target: 'end', branch: 'no' });
    } else if (passes?.field) {
      Object.assign(first, { guard: { expr: { op: '=', variable: 'r.ok', value: true } } });
      body.edges.push({
        id: `${first.id}n`,
        source: node.id,
        target: pick(rng, ['end', first.target]),
        otherwise: true,
      });
    } else if (chance(rng, 0.15)) {
      Object.assign(first, { outcome: pick(rng, ['pass', 'fail']) });
      body.edges.push({ id: `${first.id}n`, source: node.id, target: 'end', outcome: 'fail' });
    }
  }
}

function randomGraph(rng) {
  const catalogue = randomCatalogue(rng);
  const lanes = chance(rng, 0.4);
  const flavour = {
    lanes,
    may: chance(rng, 0.15) ? 0.15 : 0,
    unknown: chance(rng, 0.3),
    pool: pick(rng, POOLS),
    usual: pick(rng, [{ variable: 'v' }, { value: 'A' }]),
    asked: [pick(rng, ATOMS), pick(rng, ATOMS)],
  };
  const size = lanes ? 3 + below(rng, 4) : 2 + below(rng, 6);
  const sub = chance(rng, 0.25) ? pick(rng, ['subgraph', 'map', 'missing', 'code']) : null;
  const at = below(rng, size);
  const body = randomBody(rng, size, catalogue, flavour, (id, i) => {
    if (i !== at || sub === null) return randomNode(rng, id, catalogue, flavour);
    if (sub === 'code')
      return { id, kind: 'code', may_call: [pick(rng, flavour.pool.tools), pick(rng, flavour.pool.tools)] };
    if (sub === 'missing')
      return { id, kind: 'subgraph', subgraph: 'nowhere', may_call: [pick(rng, flavour.pool.tools)] };
    return {
      id,
      kind: sub,
      subgraph: 'inner',
      ...(sub === 'map' ? { writes: [pick(rng, ['v', 'u'])], ...(chance(rng, 0.3) ? { parallel: true } : {}) } : {}),
      ...(chance(rng, 0.3) ? { on_error: pick(rng, ['continue', 'edge']) } : {}),
      ...(sub === 'subgraph' && chance(rng, 0.2)
        ? { context: 'isolated', returns: pick(rng, ['enum', 'text']), writes: ['u'] }
        : {}),
    };
  });
  withPasses(rng, body, catalogue);
  const plainLanes = { ...flavour, may: 0, lanes: lanes && chance(rng, 0.4) };
  const inner = randomBody(rng, 1 + below(rng, 2), catalogue, plainLanes, (id) =>
    randomNode(rng, id, catalogue, plainLanes),
  );
  withPasses(rng, inner, catalogue);
  const graph = {
    format: 'agent-graph/1',
    ...(lanes ? { execution: pick(rng, ['tokens', 'supersteps', 'sequential']) } : {}),
    ...(chance(rng, 0.15) ? { context: 'isolated' } : {}),
    variables: VARIABLES,
    ...body,
    ...(sub === 'subgraph' || sub === 'map' ? { subgraphs: [{ name: 'inner', ...inner }] } : {}),
  };
  return { graph, catalogue, rules: randomRules(rng, flavour.pool) };
}

const PATTERNS = [
  'absence',
  'existence',
  'at_most',
  'precedence',
  'alternate_precedence',
  'response',
  'bounded_response',
  'chain_response',
  'not_coexistence',
  'succession',
];

function randomRules(rng, { tools, pairs }) {
  const [first, second] = pick(rng, pairs);
  const pattern = pick(rng, PATTERNS);
  const scope = chance(rng, 0.25)
    ? {
        scope: pick(rng, [
          { after: pick(rng, tools) },
          { until: pick(rng, tools) },
          { after: pick(rng, tools), until: pick(rng, tools) },
        ]),
      }
    : {};
  return [
    { id: 'check', kind: 'check_before', tool: 'pay', check: 'check' },
    { id: 'confirm', kind: 'confirm_before', tool: 'pay' },
    {
      id: 'order',
      kind: 'order',
      pattern,
      first,
      ...(['absence', 'existence', 'at_most'].includes(pattern) ? {} : { second }),
      ...(pattern === 'at_most' || pattern === 'bounded_response' ? { count: 1 + below(rng, 2) } : {}),
      ...scope,
      ...(chance(rng, 0.1) ? { even_on_failure: true } : {}),
    },
    { id: 'taint', kind: 'taint', form: pick(rng, ['privileged', 'privileged', 'private_to_sink', 'trifecta']) },
    {
      id: 'saga',
      kind: 'saga',
      steps: [
        { tool: 'save', compensation: 'undo' },
        { tool: 'pay', ...(chance(rng, 0.8) ? { compensation: 'refund' } : {}) },
      ],
    },
  ];
}

// ---- mutants

const MUTATIONS = {
  'edge added': (rng, { graph }) => {
    const [from, to] = [pick(rng, graph.nodes), pick(rng, graph.nodes)];
    if (from.kind === 'end' || from.kind === 'fail' || to.kind === 'start' || (to.join ?? 'any') !== 'any')
      return false;
    graph.edges.push({ id: 'added', source: from.id, target: to.id });
    return true;
  },
  'edge removed': (rng, { graph }) => {
    graph.edges.splice(below(rng, graph.edges.length), 1);
    return true;
  },
  'check moved': (rng, { graph }) => {
    const checks = graph.nodes.filter((node) => node.kind === 'tool' && node.tools[0].name === 'check');
    const others = graph.nodes.filter((node) => node.kind === 'tool' && node.tools[0].name !== 'check');
    if (checks.length === 0 || others.length === 0) return false;
    const [one, other] = [pick(rng, checks), pick(rng, others)];
    [one.tools, other.tools] = [other.tools, one.tools];
    [one.result, other.result] = [other.result, one.result];
    for (const node of [one, other]) if (node.result === undefined) delete node.result;
    return true;
  },
  'outcome swapped': (rng, { graph }) => {
    const answered = graph.edges.filter(({ outcome }) => outcome !== undefined);
    if (answered.length === 0) return false;
    const edge = pick(rng, answered);
    edge.outcome = { approve: 'reject', edit: 'reject', reject: 'approve', pass: 'fail', fail: 'pass' }[edge.outcome];
    return true;
  },
  'constant changed': (rng, { graph }) => {
    const guards = graph.edges.filter(({ guard }) => guard?.expr?.value !== undefined);
    if (guards.length === 0) return false;
    const { expr } = pick(rng, guards).guard;
    expr.value =
      typeof expr.value === 'number'
        ? 7 - expr.value
        : typeof expr.value === 'boolean'
          ? !expr.value
          : expr.value === 'a'
            ? 'b'
            : 'a';
    return true;
  },
};

function mutant(rng, given) {
  const changed = structuredClone(given);
  const names = Object.keys(MUTATIONS);
  const name = pick(rng, names);
  return MUTATIONS[name](rng, changed) ? { ...changed, mutation: name } : null;
}

/** Graphs, each followed by two mutants of it, for ever. */
export function* randomCases(seed) {
  const rng = seededRandom(seed);
  for (;;) {
    const given = randomGraph(rng);
    yield given;
    for (let i = 0; i < 2; i += 1) {
      const changed = mutant(rng, given);
      if (changed) yield changed;
    }
  }
}

/** What of the page a case has in it, for counting. */
export function featuresOf({ graph, catalogue, mutation }) {
  const bodies = [graph, ...(graph.subgraphs ?? [])];
  const nodes = bodies.flatMap((body) => body.nodes);
  const edges = bodies.flatMap((body) => body.edges);
  const found = [graph.execution ?? 'tokens', `context ${graph.context ?? 'shared'}`];
  if (mutation) found.push(`mutant: ${mutation}`);
  for (const node of nodes) {
    found.push(
      node.kind,
      ...(node.join ? [`join ${node.join}`] : []),
      ...(node.on_error ? [`on_error ${node.on_error}`] : []),
    );
    for (const member of [
      'retry',
      'disabled',
      'interrupt',
      'fallible',
      'parallel',
      'terminate',
      'writes',
      'reads',
      'may_call',
      'concurrency',
      'tool_choice',
    ])
      if (node[member] !== undefined) found.push(member);
    if (node.context === 'isolated') found.push('isolated node');
    for (const use of node.tools ?? []) {
      if (use.requires_confirmation) found.push('requires_confirmation');
      for (const arg of use.arguments)
        found.push(`argument ${'value' in arg ? 'constant' : 'model' in arg ? 'model' : 'variable'}`);
    }
  }
  for (const edge of edges) {
    if (edge.guard) found.push(`guard ${edge.guard.expr ? 'decided' : edge.guard.opaque ? 'opaque' : 'free'}`);
    for (const member of ['otherwise', 'outcome', 'branch', 'max_times', 'provenance', 'on'])
      if (edge[member] !== undefined) found.push(member);
  }
  const { passes, args, steps, consumed } = catalogue.tools[0].checks[0];
  found.push(`passes ${typeof passes === 'object' ? Object.keys(passes)[0] : String(passes)}`);
  if (args) found.push('keyed check');
  if (steps) found.push('steps');
  if (consumed) found.push('consumed');
  if (catalogue.tools[0].resource) found.push('resource');
  return [...new Set(found)];
}
