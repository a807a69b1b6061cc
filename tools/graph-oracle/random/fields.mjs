/** Random graphs whose check passes by a field of its result, of many types, with guards that say more or less of it; some edges have a bound, those of failures too. */
import { chance, seededRandom, pick } from '@ostiary/policy/testing';
import { randomCases } from '../generate.mjs';

const MOST_NODES = 7;
const FIELD = 'r.ok';

/** Types with the value that passes, and the values that guards name. */
const KINDS = [
  { type: { type: 'bool' }, equals: true, named: [true, false] },
  { type: { type: 'string' }, equals: 'yes', named: ['yes', 'no', ''] },
  { type: { type: 'string' }, equals: 'a', named: ['no', 'ab'] },
  { type: { type: 'string', values: ['yes', 'no'] }, equals: 'yes', named: ['yes', 'no'] },
  { type: { type: 'string', values: ['yes', 'no', 'maybe'] }, equals: 'yes', named: ['yes', 'no'] },
  { type: { type: 'int' }, equals: 2, named: [1, 2, 3] },
  { type: { type: 'int', min: 1, max: 2 }, equals: 2, named: [0, 1, 2] },
  { type: { type: 'int', min: 1, max: 3 }, equals: 2, named: [1, 3] },
  { type: { type: 'real', min: 0 }, equals: 0, named: [0, 1] },
  { type: null, equals: 'yes', named: ['yes', 'no'] },
  { type: null, equals: true, named: [true, false] },
];

function comparison(rng, { type, named }) {
  const value = pick(rng, named);
  const ops = ['=', '=', '!=', '!='];
  if (type?.type === 'int' || type?.type === 'real') ops.push('<', '<=', '>', '>=', 'in');
  if (type?.type === 'string') ops.push('in', 'contains');
  const op = pick(rng, ops);
  return op === 'in'
    ? { op, variable: FIELD, values: [...new Set([value, pick(rng, named)])] }
    : { op, variable: FIELD, value };
}

function expression(rng, kind) {
  const one = comparison(rng, kind);
  if (chance(rng, 0.6)) return one;
  if (chance(rng, 0.2)) return { op: 'not', of: one };
  const other = chance(rng, 0.5) ? { op: '=', variable: 'k', value: true } : comparison(rng, kind);
  return { op: pick(rng, ['and', 'and', 'or']), of: [one, other] };
}

/** Such graphs with a catalogue and rules, for ever. */
export function* randomFields(seed) {
  const rng = seededRandom(seed);
  for (const { graph, catalogue, rules, ...rest } of randomCases(seed)) {
    const bodies = [graph, ...(graph.subgraphs ?? [])];
    const checks = (node) => (node.tools ?? []).some(({ name }) => name === 'check');
    if (graph.nodes.length > MOST_NODES || !bodies.some(({ nodes }) => nodes.some(checks))) continue;
    const kind = pick(rng, KINDS);
    const changed = (body) => ({
      ...body,
      nodes: body.nodes.map((node) => (checks(node) ? { ...node, result: 'r' } : node)),
      edges: body.edges.map((edge) => {
        const { guard: _guard, ...bare } = edge;
        if (edge.on === 'error') return chance(rng, 0.4) ? { ...edge, max_times: pick(rng, [0, 1, 1, 2]) } : edge;
        if (edge.otherwise || !chance(rng, 0.5)) return edge;
        return {
          ...bare,
          guard: { expr: expression(rng, kind) },
          ...(chance(rng, 0.25) ? { max_times: pick(rng, [1, 2]) } : {}),
        };
      }),
    });
    const variables = (graph.variables ?? []).filter(({ name }) => name !== FIELD && name !== 'k');
    const passing = (role) =>
      role.tools.includes('pay') ? { ...role, passes: { field: 'ok', equals: kind.equals } } : role;
    yield {
      ...rest,
      rules,
      graph: {
        ...changed(graph),
        variables: [
          ...variables,
          ...(chance(rng, 0.8) ? [{ name: 'k', type: 'bool' }] : []),
          ...(kind.type === null ? [] : [{ name: FIELD, ...kind.type }]),
        ],
        ...(graph.subgraphs && { subgraphs: graph.subgraphs.map(changed) }),
      },
      catalogue: {
        ...catalogue,
        tools: catalogue.tools.map((tool) =>
          tool.name === 'check' && tool.checks ? { ...tool, checks: tool.checks.map(passing) } : tool,
        ),
      },
    };
  }
}
