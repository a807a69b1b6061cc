import * as fc from 'fast-check';
import type {
  AgentGraph,
  GraphEdge,
  GraphNode,
  Guard,
  OrderRule,
  Passes,
  Rule,
  SagaRule,
  ToolEffects,
} from '../model/index.js';
import { ORDER_PATTERNS, TAINT_FORMS } from '../model/index.js';
import { withTools } from './graphs.js';

const NAMES = ['check', 'pay', 'ask', 'update', 'other', 'fetch'] as const;

const guards: fc.Arbitrary<Guard | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant<Guard>({ choice: 'llm' }) },
  { weight: 1, arbitrary: fc.constant<Guard>({ opaque: 'f()' }) },
  {
    weight: 3,
    arbitrary: fc
      .record({ op: fc.constantFrom('<', '>=', '>' as const), value: fc.constantFrom(1, 5) })
      .map(({ op, value }): Guard => ({ expr: { op, variable: 'x', value } })),
  },
  { weight: 1, arbitrary: fc.constant<Guard>({ expr: { op: '=', variable: 'r.ok', value: true } }) },
);

const nodes: fc.Arbitrary<Omit<GraphNode, 'id'>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Omit<GraphNode, 'id'>>(
      { kind: 'router' },
      { kind: 'llm' },
      { kind: 'llm', writes: ['x'] },
      { kind: 'llm', context: 'isolated', returns: 'text', reads: ['x'], writes: ['r.ok'] },
      { kind: 'fork' },
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        names: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
        on_error: fc.constantFrom('abort', 'abort', 'edge', 'continue' as const),
        choice: fc.constantFrom(undefined, 'each', 'loop' as const),
        bound: fc.boolean(),
        more: fc.constantFrom<Partial<GraphNode>>(
          {},
          {},
          {},
          { disabled: true },
          { interrupt: 'before' },
          { retry: { max: 1 } },
          { retry: {} },
          { result: 'r' },
          { writes: ['x'] },
          { concurrency: 'inclusive' },
        ),
      })
      .map(({ names, on_error, choice, bound, more }) => ({
        kind: 'tool' as const,
        tools: names.map((name) => ({ name, ...(bound && { arguments: [{ name: 'id', variable: 'x' }] }) })),
        on_error,
        ...(choice !== undefined && { tool_choice: choice }),
        ...more,
      })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Omit<GraphNode, 'id'>>(
      { kind: 'end' },
      { kind: 'fail' },
      { kind: 'end', terminate: true },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Omit<GraphNode, 'id'>>({ kind: 'human' }, { kind: 'human', confirms: ['pay'] }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Omit<GraphNode, 'id'>>(
      { kind: 'code', may_call: ['check', 'pay'] },
      { kind: 'subgraph', subgraph: 'body' },
      { kind: 'map', subgraph: 'body' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('all', 'any', 'active', 'unknown' as const)
      .map((join) => ({ kind: 'join' as const, join })),
  },
);

/** Small graphs with all that a graph can have: forks, joins, guards, failures, loops, bodies. */
export const graphs = (size = 6): fc.Arbitrary<AgentGraph> =>
  fc
    .record({
      start: fc.constantFrom<Omit<GraphNode, 'id'>>({ kind: 'start' }, { kind: 'router' }, { kind: 'fork' }),
      nodes: fc.array(nodes, { minLength: 1, maxLength: size }),
      edges: fc.array(
        fc.record({
          source: fc.nat(size),
          target: fc.nat(size),
          guard: guards,
          more: fc.constantFrom<Partial<GraphEdge>>(
            {},
            {},
            {},
            {},
            {},
            { on: 'error' },
            { otherwise: true },
            { outcome: 'approve' },
            { outcome: 'reject' },
            { outcome: 'pass' },
            { branch: 'ok' },
            { provenance: 'may' },
            { max_times: 1 },
          ),
        }),
        { minLength: 1, maxLength: size * 2 },
      ),
      execution: fc.constantFrom(undefined, undefined, 'tokens', 'sequential', 'supersteps' as const),
    })
    .map(({ start, nodes: given, edges, execution }): AgentGraph => {
      const all = [start, ...given].map((shape, index): GraphNode => ({ id: `n${String(index)}`, ...shape }));
      return {
        format: 'agent-graph/1',
        start: 'n0',
        nodes: all,
        edges: edges.map(({ source, target, guard, more }, index) => ({
          id: `e${String(index)}`,
          source: `n${String(source % all.length)}`,
          target: `n${String(1 + (target % (all.length - 1)))}`,
          ...(guard && more.otherwise === undefined && more.on === undefined && { guard }),
          ...more,
        })),
        variables: [
          { name: 'x', type: 'int' },
          { name: 'r.ok', type: 'bool' },
        ],
        ...(execution !== undefined && { execution }),
        subgraphs: [
          {
            name: 'body',
            start: 'b0',
            nodes: [
              { id: 'b0', kind: 'tool', tools: [{ name: 'check', arguments: [{ name: 'id', variable: 'x' }] }] },
              { id: 'b1', kind: 'tool', tools: [{ name: 'other' }] },
            ],
            edges: [{ id: 'be', source: 'b0', target: 'b1' }],
          },
        ],
      };
    });

/** A `map` whose items run at the same time, in the items of another one: bodies of all that a graph can have. */
export const nestedItems = (size = 3): fc.Arbitrary<AgentGraph> =>
  fc
    .record({
      outer: graphs(size),
      inner: graphs(size),
      at: fc.nat(size),
      after: nodes,
      execution: fc.constantFrom('tokens', 'tokens', 'sequential', 'supersteps' as const),
      failing: fc.constantFrom(undefined, undefined, 'continue' as const),
    })
    .map(({ outer, inner, at, after, execution, failing }): AgentGraph => {
      const map = (id: string, subgraph: string): GraphNode => ({
        id,
        kind: 'map',
        subgraph,
        parallel: true,
        ...(failing !== undefined && { on_error: failing }),
      });
      const place = 1 + (at % (outer.nodes.length - 1));
      const [last] = outer.nodes.slice(place);
      return {
        ...outer,
        execution,
        start: 'each',
        nodes: [map('each', 'outer'), { id: 'after', ...after }, { id: 'pay', kind: 'tool', tools: [{ name: 'pay' }] }],
        edges: [
          { id: 'each>after', source: 'each', target: 'after' },
          { id: 'after>pay', source: 'after', target: 'pay' },
        ],
        subgraphs: [
          ...(outer.subgraphs ?? []),
          {
            name: 'outer',
            start: 'n0',
            nodes: outer.nodes.map((node) => (node === last ? map(node.id, 'inner') : node)),
            edges: outer.edges,
          },
          { name: 'inner', start: 'n0', nodes: inner.nodes, edges: inner.edges },
        ],
      };
    });

export const catalogues: fc.Arbitrary<ToolEffects> = fc
  .record({
    passes: fc.constantFrom<(Passes | undefined)[]>(
      undefined,
      'success',
      'success',
      { field: 'ok', equals: true },
      { branch: 'ok' },
    ),
    keyed: fc.boolean(),
    steps: fc.constantFrom(undefined, undefined, 1, 2),
    consumed: fc.boolean(),
    resource: fc.boolean(),
    infallible: fc.boolean(),
  })
  .map(({ passes, keyed, steps, consumed, resource, infallible }) =>
    withTools(
      {
        name: 'check',
        classes: infallible && passes !== 'success' ? ['read', 'infallible'] : ['read'],
        checks: [
          {
            tools: ['pay'],
            ...(passes !== undefined && { passes }),
            ...(keyed && { args: { id: 'id' } }),
            ...(steps !== undefined && { steps }),
            consumed,
          },
        ],
        ...(resource && { resource: { name: 'order' } }),
      },
      { name: 'pay', classes: ['write', 'privileged', 'sink'], args: { fields: { id: {} } } },
      { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted', 'private'] },
      { name: 'ask', classes: ['write'], confirms: [{ tools: ['pay'], passes: 'success' }] },
      { name: 'update', classes: ['write'], resource: { name: 'order' } },
    ),
  );

const orders: fc.Arbitrary<OrderRule> = fc.record({
  kind: fc.constant('order' as const),
  pattern: fc.constantFrom(...ORDER_PATTERNS),
  first: fc.constantFrom('check', 'other', 'pay'),
  second: fc.constantFrom('pay', 'update'),
  count: fc.nat(2),
  scope: fc.constantFrom({}, {}, { after: 'ask' }, { until: 'update' }, { after: 'ask', until: 'update' }),
});

const sagas: fc.Arbitrary<SagaRule> = fc.record({
  kind: fc.constant('saga' as const),
  steps: fc.constantFrom(
    [{ tool: 'pay', compensation: 'ask' }],
    [
      { tool: 'pay', compensation: 'ask' },
      { tool: 'update', compensation: 'check' },
    ],
    [{ tool: 'pay', compensation: 'update' }, { tool: 'ask' }],
  ),
  pivots: fc.constantFrom([], ['other'], ['pay']),
});

export const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.constant<Rule>({ id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' }),
  fc.constant<Rule>({ id: 'p2', kind: 'confirm_before', tool: 'pay' }),
  orders.map((order): Rule => ({ id: 'p3', ...order })),
  sagas.map((saga): Rule => ({ id: 'p5', ...saga })),
);

export const taintRules: fc.Arbitrary<Rule> = fc
  .constantFrom(...TAINT_FORMS)
  .map((form): Rule => ({ id: 'p4', kind: 'taint', form }));
