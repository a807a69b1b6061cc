import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { graphSchema, readNative } from '../index.js';

type Json = Record<string, unknown>;

/** A graph that is right, with what a test changes in it. */
const graphOf = (changes: Json = {}): Json => ({
  format: 'agent-graph/1',
  start: 'begin',
  nodes: [
    { id: 'begin', kind: 'start' },
    { id: 'pay', kind: 'tool', tools: [{ name: 'pay' }] },
    { id: 'done', kind: 'end' },
  ],
  edges: [
    { id: 'e1', source: 'begin', target: 'pay' },
    { id: 'e2', source: 'pay', target: 'done' },
  ],
  ...changes,
});
/** The first node replaced, the others kept. */
const withNode = (node: Json): Json =>
  graphOf({ nodes: [{ id: 'begin', kind: 'start' }, node, { id: 'done', kind: 'end' }] });

/** As the place and the slug of each problem, and what is told. */
function problems(tree: unknown): readonly unknown[] {
  const read = readNative(tree);
  if (read.ok) throw new Error('it was read');
  return read.problems.map(({ slug, place, params }) => [slug, place.pointer, params]);
}
function readOk(tree: unknown): Extract<ReturnType<typeof readNative>, { ok: true }> {
  const read = readNative(tree);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}

describe('readNative', () => {
  it('returns the graph as it is, with the place of each node and edge', () => {
    const tree = graphOf({
      subgraphs: [{ name: 'inner', start: 'a', nodes: [{ id: 'a', kind: 'end' }], edges: [] }],
    });
    const { graph, assumptions, places } = readOk(tree);
    expect(graph).toEqual(tree);
    expect(assumptions).toEqual([]);
    expect([...places.nodes].map(([id, { pointer }]) => [id, pointer])).toEqual([
      ['begin', '/nodes/0'],
      ['pay', '/nodes/1'],
      ['done', '/nodes/2'],
      ['inner/a', '/subgraphs/0/nodes/0'],
    ]);
    expect(places.edges.get('e2')).toEqual({ pointer: '/edges/1' });
    expect(places.nodes.get('inner/a')).toEqual({ pointer: '/subgraphs/0/nodes/0' });
    expect(places.nodes.has('inner/b')).toBe(false);
    expect(places.nodes.size).toBe(4);
  });

  it('tells line and column where it is given them', () => {
    const read = readNative(graphOf({ start: 'nowhere' }), {
      placeOf: (pointer) => ({ pointer, line: 7, column: 3 }),
    });
    expect(read.ok ? [] : read.problems[0]?.place).toEqual({ pointer: '/start', line: 7, column: 3 });
  });

  test.each<[string, unknown, unknown]>([
    ['no record', [], ['graph_value', '', { expected: 'a record', found: 'list' }]],
    [
      'another format',
      graphOf({ format: 'agent-graph/2' }),
      ['graph_value', '/format', { expected: 'agent-graph/1', found: '"agent-graph/2"' }],
    ],
    [
      'an unknown member, with the nearest',
      withNode({ id: 'pay', kind: 'tool', tool_choise: 'one' }),
      ['graph_field_unknown', '/nodes/1/tool_choise', { field: 'tool_choise', nearest: 'tool_choice' }],
    ],
    [
      'a member that is the prototype',
      JSON.parse(
        '{"format":"agent-graph/1","start":"a","nodes":[{"id":"a","kind":"end","__proto__":{"kind":"tool"}}],"edges":[]}',
      ),
      ['graph_field_unknown', '/nodes/0/__proto__', { field: '__proto__' }],
    ],
    ['a member that is missing', withNode({ id: 'pay' }), ['graph_field_missing', '/nodes/1', { field: 'kind' }]],
    [
      'an empty id',
      withNode({ id: '', kind: 'tool' }),
      ['graph_value', '/nodes/1/id', { expected: 'a text that is not empty', found: 'text' }],
    ],
    [
      'a doubled id',
      graphOf({ edges: ['begin', 'pay'].map((source) => ({ id: 'e', source, target: 'done' })) }),
      ['graph_id_doubled', '/edges/1/id', { id: 'e', first: '/edges/0/id' }],
    ],
    [
      'a dangling edge, with the nearest',
      graphOf({ edges: [{ id: 'e', source: 'begin', target: 'pya' }] }),
      ['graph_reference_dangling', '/edges/0/target', { id: 'pya', nearest: 'pay' }],
    ],
    [
      'a dangling flow of data',
      graphOf({ data_edges: [{ source: 'begin', target: 'x' }] }),
      ['graph_reference_dangling', '/data_edges/0/target', { id: 'x' }],
    ],
    [
      'no start',
      graphOf({ start: undefined }),
      ['graph_value', '/start', { expected: 'a text that is not empty', found: 'nothing' }],
    ],
    [
      'a start that is not there',
      graphOf({ start: 'bgin' }),
      ['graph_reference_dangling', '/start', { id: 'bgin', nearest: 'begin' }],
    ],
    [
      'two starts',
      withNode({ id: 'pay', kind: 'start' }),
      ['graph_start_doubled', '/nodes/1/kind', { id: 'pay', first: '/nodes/0/kind' }],
    ],
    [
      'a start beside the start',
      graphOf({ start: 'pay' }),
      ['graph_start_doubled', '/nodes/0/kind', { id: 'begin', first: '/start' }],
    ],
    [
      'no node',
      graphOf({ nodes: [] }),
      ['graph_value', '/nodes', { expected: 'a list that is not empty', found: 'list' }],
    ],
    [
      'tools of a router',
      withNode({ id: 'pay', kind: 'router', tools: [] }),
      [
        'graph_field_misplaced',
        '/nodes/1/tools',
        { field: 'tools', why: 'only nodes of kind tool, agent, llm, code, human have it' },
      ],
    ],
    [
      'an agent that calls each tool once',
      withNode({ id: 'pay', kind: 'agent', tool_choice: 'each' }),
      [
        'graph_field_misplaced',
        '/nodes/1/tool_choice',
        { field: 'tool_choice', why: 'an agent calls its tools in a loop' },
      ],
    ],
    [
      'a fork that chooses',
      withNode({ id: 'pay', kind: 'fork', concurrency: 'exclusive' }),
      ['graph_field_misplaced', '/nodes/1/concurrency', { field: 'concurrency', why: 'a fork takes all its edges' }],
    ],
    [
      'a typed value of a sub-agent that is not isolated',
      withNode({ id: 'pay', kind: 'agent', returns: 'bool' }),
      [
        'graph_field_misplaced',
        '/nodes/1/returns',
        { field: 'returns', why: 'only an isolated sub-agent returns a typed value' },
      ],
    ],
    [
      'otherwise with a guard',
      graphOf({ edges: [{ id: 'e', source: 'begin', target: 'pay', otherwise: true, guard: { opaque: 'x' } }] }),
      ['graph_field_misplaced', '/edges/0/otherwise', { field: 'otherwise', why: 'the edge has a guard' }],
    ],
    [
      'otherwise on an error',
      graphOf({ edges: [{ id: 'e', source: 'begin', target: 'pay', otherwise: true, on: 'error' }] }),
      ['graph_field_misplaced', '/edges/0/otherwise', { field: 'otherwise', why: 'the edge is taken on an error' }],
    ],
    [
      'two edges for otherwise',
      graphOf({
        edges: ['e1', 'e2'].map((id) => ({ id, source: 'begin', target: 'pay', otherwise: true })),
      }),
      ['graph_field_misplaced', '/edges/1/otherwise', { field: 'otherwise', why: 'the node has another such edge' }],
    ],
    [
      'an operator that is none',
      graphOf({
        edges: [{ id: 'e', source: 'begin', target: 'pay', guard: { expr: { op: '==', variable: 'x', value: 1 } } }],
      }),
      [
        'graph_value',
        '/edges/0/guard/expr',
        {
          expected: 'an expression whose op is one of and, or, not, =, !=, <, <=, >, >=, in, contains, empty, present',
          found: 'record',
        },
      ],
    ],
    [
      'a comparison of order with a text',
      graphOf({
        edges: [{ id: 'e', source: 'begin', target: 'pay', guard: { expr: { op: '<', variable: 'x', value: '1' } } }],
      }),
      ['graph_value', '/edges/0/guard/expr/value', { expected: 'a number that a double holds exactly', found: '"1"' }],
    ],
    [
      'two variables of a name',
      graphOf({
        variables: [
          { name: 'x', type: 'bool' },
          { name: 'x', type: 'string' },
        ],
      }),
      ['graph_id_doubled', '/variables/1/name', { id: 'x', first: '/variables/0/name' }],
    ],
    [
      'bounds with nothing between',
      graphOf({ variables: [{ name: 'x', type: 'real', min: 2, max: 1 }] }),
      ['graph_bounds', '/variables/0/max', { expected: 'a number from 2', found: '1' }],
    ],
    [
      'a bound of whole numbers that is none',
      graphOf({ variables: [{ name: 'x', type: 'int', min: 0.5 }] }),
      ['graph_bounds', '/variables/0/min', { expected: 'a whole number', found: '0.5' }],
    ],
    [
      'two sub-graphs of a name',
      graphOf({
        subgraphs: [0, 1].map(() => ({ name: 'b', start: 'a', nodes: [{ id: 'a', kind: 'end' }], edges: [] })),
      }),
      ['graph_id_doubled', '/subgraphs/1/name', { id: 'b', first: '/subgraphs/0/name' }],
    ],
  ])('refuses %s', (_, tree, problem) => {
    expect(problems(tree)).toEqual([problem]);
  });

  it('takes names of the prototype for names like any other', () => {
    const ids = ['__proto__', 'constructor', 'toString'];
    const tree = JSON.parse(
      JSON.stringify({
        format: 'agent-graph/1',
        start: '__proto__',
        nodes: ids.map((id) => ({ id, kind: 'tool', tools: [{ name: id }] })),
        edges: [{ id: '__proto__', source: '__proto__', target: 'constructor' }],
      }),
    ) as unknown;
    const { places } = readOk(tree);
    expect([...places.nodes.keys()]).toEqual(ids);
    expect(places.edges.get('__proto__')).toEqual({ pointer: '/edges/0' });
    expect(places.nodes.get('valueOf')).toBeUndefined();
  });

  it('tells fifty problems at most', () => {
    expect(
      problems(graphOf({ nodes: Array.from({ length: 10_000 }, () => ({ id: 'x', kind: 'tool' })) })),
    ).toHaveLength(50);
    expect(problems(graphOf({ edges: Array.from({ length: 10_000 }, () => 1) }))).toHaveLength(50);
    expect(
      problems(
        graphOf({ edges: Array.from({ length: 10_000 }, (_, at) => ({ id: `${at}`, source: 'x', target: 'y' })) }),
      ),
    ).toHaveLength(50);
  });

  it('marks a body of several nodes without an edge, and not one node alone', () => {
    const bare = readOk(graphOf({ edges: [] }));
    expect(bare.assumptions).toEqual([
      {
        code: 'no_edges',
        place: { pointer: '/nodes/0' },
        params: { nodes: 3, unreachable: 2 },
        nodes: ['begin'],
        caps: true,
      },
    ]);
    expect(readOk({ ...graphOf(), start: 'a', nodes: [{ id: 'a', kind: 'agent' }], edges: [] }).assumptions).toEqual(
      [],
    );
  });

  it('recognises bodies that are missing, and circles of bodies', () => {
    const body = (name: string, ...runs: readonly string[]): Json => ({
      name,
      start: '0',
      nodes: runs.map((subgraph, at) => ({ id: String(at), kind: 'subgraph', subgraph })),
      edges: runs.slice(1).map((_, at) => ({ id: String(at), source: String(at), target: String(at + 1) })),
    });
    const { assumptions } = readOk({
      ...graphOf({
        nodes: [
          { id: 'begin', kind: 'subgraph', subgraph: 'a' },
          { id: 'm', kind: 'map' },
        ],
        edges: [{ id: 'e', source: 'begin', target: 'm' }],
        // a runs b and c; b and d run each other; c runs itself; d runs what is not there.
        subgraphs: [body('a', 'b', 'c'), body('b', 'd'), body('c', 'c'), body('d', 'b', 'gone')],
      }),
    });
    expect(assumptions.map(({ code, nodes, params }) => [code, nodes, params['body']])).toEqual([
      ['body_missing', ['m'], ''],
      ['subgraph_runs_itself', ['b/0'], 'd'],
      ['subgraph_runs_itself', ['c/0'], 'c'],
      ['subgraph_runs_itself', ['d/0'], 'b'],
      ['body_missing', ['d/1'], 'gone'],
    ]);
  });

  it('follows ten thousand bodies that run each other in a row, and guards only so deep', () => {
    const bodies = Array.from({ length: 10_000 }, (_, at) => ({
      name: `b${at}`,
      start: 'a',
      nodes: [{ id: 'a', kind: 'subgraph', subgraph: `b${(at + 1) % 10_000}` }],
      edges: [],
    }));
    expect(readOk(graphOf({ subgraphs: bodies })).assumptions).toHaveLength(10_000);

    const nested = (depth: number): unknown => {
      let expr: unknown = { op: 'present', variable: 'x' };
      for (let at = 0; at < depth; at += 1) expr = { op: 'not', of: expr };
      return graphOf({ edges: [{ id: 'e', source: 'begin', target: 'pay', guard: { expr } }] });
    };
    expect(readNative(nested(64)).ok).toBe(true);
    for (const depth of [65, 100_000])
      expect(problems(nested(depth))).toEqual([
        ['graph_too_large', '/edges/0/guard/expr', { what: 'depth of a guard', limit: 64 }],
      ]);
  });
});

describe('the schema of agent-graph/1', () => {
  const page = JSON.parse(readFileSync(join(root, 'docs/graph/agent-graph-1.schema.json'), 'utf8')) as Json;

  it('is the one in the documentation', () => {
    expect(page).toEqual(graphSchema());
  });

  it('takes what the reader takes, and nothing else, in graphs with a member changed', () => {
    const valid = new Ajv2020({ strict: false }).compile(page);
    const sample = graphOf({
      name: 'g',
      execution: 'tokens',
      context: 'shared',
      variables: [
        { name: 'n', type: 'int', min: 0, max: 9 },
        { name: 's', type: 'string', values: ['a'] },
        { name: 'b', type: 'bool' },
      ],
      data_edges: [{ source: 'begin', target: 'pay', target_input: 'x' }],
      subgraphs: [{ name: 'inner', start: 'a', nodes: [{ id: 'a', kind: 'end', terminate: true }], edges: [] }],
      nodes: [
        { id: 'begin', kind: 'start' },
        {
          id: 'pay',
          kind: 'tool',
          tools: [
            {
              name: 'pay',
              requires_confirmation: true,
              arguments: [
                { name: 'a', variable: 'n' },
                { name: 'b', value: null },
                { name: 'c', model: true },
              ],
            },
          ],
          writes: '*',
          reads: ['n'],
          retry: { max: 2 },
        },
        { id: 'done', kind: 'end' },
      ],
      edges: [
        { id: 'e1', source: 'begin', target: 'pay', guard: { choice: 'llm' } },
        {
          id: 'e2',
          source: 'pay',
          target: 'done',
          guard: {
            expr: {
              op: 'and',
              of: [
                { op: '<', variable: 'n', value: 3 },
                { op: '=', variable: 's', other: 'n' },
                { op: 'not', of: { op: 'in', variable: 's', values: ['a', 1] } },
                { op: 'contains', variable: 's', value: 'a' },
              ],
            },
          },
        },
        { id: 'e3', source: 'pay', target: 'done', guard: { opaque: 'code' } },
      ],
    });
    expect([valid(sample), readNative(sample).ok]).toEqual([true, true]);

    const paths = pathsOf(sample);
    const values = fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, '', 'x', '*', 'tool', 'and', [], [''], {}, [
      {},
    ]);
    const change = fc.record({
      path: fc.constantFrom(...paths),
      how: fc.constantFrom('set', 'drop', 'add'),
      name: fc.constantFrom('x', '__proto__', 'otherwise', 'value', 'choice', 'of', 'type'),
      value: values,
    });
    let refused = 0;
    fc.assert(
      fc.property(change, (one) => {
        const tree = changed(sample, one);
        const read = readNative(tree);
        // A schema cannot say these: what it takes may still be refused for them, and for nothing else.
        const beside = [
          'graph_bounds',
          'graph_id_doubled',
          'graph_reference_dangling',
          'graph_start_doubled',
          'graph_field_misplaced',
        ];
        const shapeHolds = read.ok || read.problems.every(({ slug }) => beside.includes(slug));
        refused += shapeHolds ? 0 : 1;
        expect(valid(tree)).toBe(shapeHolds);
        expect(read.ok || read.problems.length > 0).toBe(true);
      }),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(300);
  });
});

type Path = readonly (string | number)[];

function pathsOf(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[key], ...pathsOf(one).map((path) => [key, ...path])]);
}

interface Change {
  readonly path: Path;
  readonly how: string;
  readonly name: string;
  readonly value: unknown;
}

/** A copy with one member set, left out, or one more beside it. */
function changed(sample: unknown, { path, how, name, value }: Change): unknown {
  const copy = structuredClone(sample);
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Json)[key], copy) as Json;
  if (how === 'set') parent[last] = value;
  else if (Array.isArray(parent))
    parent.splice(Number(last), how === 'drop' ? 1 : 0, ...(how === 'drop' ? [] : [value]));
  else if (how === 'drop') delete parent[last];
  else Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}
