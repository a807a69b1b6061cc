/** Nodes and guards of random graphs. */
import { below, chance, pick } from '@ostiary/policy/testing';

export const VARIABLES = [
  { name: 'v', type: 'int', min: 0, max: 9 },
  { name: 'w', type: 'bool' },
  { name: 's', type: 'string', values: ['a', 'b'] },
  { name: 'r.ok', type: 'bool' },
];

/** A call, with the usual argument or another. */
function randomUse(rng, catalogue, name, usual) {
  const known = catalogue.tools.find((tool) => tool.name === name);
  const names = known === undefined ? ['x'] : Object.keys(known.args.fields);
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

export const ATOMS = [
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

export const randomGuard = (rng, asked) =>
  pick(rng, [
    () => ({ expr: randomExpr(rng, asked) }),
    () => ({ expr: randomExpr(rng, asked) }),
    () => ({ choice: pick(rng, ['llm', 'human', 'env']) }),
    () => ({ opaque: 'code' }),
    () => undefined,
  ])();

/** A node of the middle of a graph, of a kind, or of any. */
export function randomNode(rng, id, catalogue, flavour) {
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
    const count = kind === 'agent' ? 1 + below(rng, flavour.wide ? 3 : 2) : chance(rng, 0.85) ? 1 : 2;
    const uses = Array.from({ length: count }, () =>
      randomUse(rng, catalogue, pick(rng, flavour.pool.tools), flavour.usual),
    );
    node.tools = uses.filter(({ name }, i) => uses.findIndex((use) => use.name === name) === i);
    if (count > 1 && kind === 'tool' && chance(rng, 0.6)) node.tool_choice = pick(rng, ['each', 'one']);
    if (kind === 'tool' && (node.tools[0].name === 'check' || chance(rng, 0.1))) node.result = 'r';
    if (kind === 'agent' && chance(rng, 0.3)) node.tools[0].requires_confirmation = true;
  }
  if (kind === 'llm' || kind === 'agent') {
    if (chance(rng, 0.25)) Object.assign(node, { context: 'isolated', returns: pick(rng, ['enum', 'bool', 'text']) });
    if (chance(rng, 0.4)) node.reads = [pick(rng, ['v', 'u'])];
  }
  if (kind !== 'router' && kind !== 'fork' && kind !== 'join' && chance(rng, flavour.about === 'taint' ? 0.5 : 0.25))
    node.writes = [pick(rng, ['v', 'v', 'u', 'w', 's'])];
  if (kind === 'tool' && chance(rng, flavour.about === 'saga' ? 0.5 : 0.25))
    node.on_error = pick(rng, ['continue', 'edge', 'edge']);
  if (kind === 'llm' && chance(rng, 0.15)) node.fallible = true;
  if ((kind === 'agent' || kind === 'human') && chance(rng, 0.12))
    node.on_error = pick(rng, ['continue', 'continue', 'edge']);
  if (kind === 'tool' && chance(rng, flavour.wide ? 0.2 : 0.12))
    node.retry = {
      ...(chance(rng, 0.7) ? { max: flavour.wide ? 1 + below(rng, 2) : 1 } : {}),
      ...(chance(rng, 0.3) ? { idempotency_key: 'k' } : {}),
    };
  if (flavour.wide ? kind !== 'human' && chance(rng, 0.08) : kind === 'tool' && chance(rng, 0.06))
    node.interrupt = pick(rng, ['before', 'after', 'both']);
  if (kind === 'human' && chance(rng, 0.6)) node.confirms = [pick(rng, ['pay', 'pay', 'save'])];
  if (kind === 'router' && chance(rng, flavour.wide ? 0.5 : 0.2) && flavour.lanes)
    node.concurrency = pick(rng, ['inclusive', 'all']);
  if (chance(rng, flavour.wide ? 0.08 : 0.05)) node.disabled = true;
  return node;
}
