import { describe, expect, it } from 'vitest';
import { readCrewAi, readDocument } from '../index.js';
import { assumed, edgesOf, fixture, nodeOf, ok, refusals } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const or = (...names: readonly string[]): Json => ({ type: 'listen', condition_type: 'OR', trigger_methods: names });
const and = (...names: readonly string[]): Json => ({ type: 'listen', condition_type: 'AND', trigger_methods: names });
const structure = (nodes: Json, edges: readonly Json[] = []): Json => ({
  nodes: { go: { type: 'start' }, ...nodes },
  edges,
  start_methods: ['go'],
  router_methods: [],
});

describe('readCrewAi', () => {
  it('reads what the library writes: starts as lanes, joins of all, and the events of routers', () => {
    const read = ok(readDocument(fixture('crewai.json')));
    expect([read.format, read.graph.start, nodeOf(read.graph, 'start')?.kind]).toEqual(['crewai', 'start', 'fork']);
    expect(nodeOf(read.graph, 'judge')?.join).toBe('all');
    expect(edgesOf(read.graph)).toEqual([
      'finish (0) -> finish',
      'receive -> check_order',
      'receive -> look_up',
      'greet -> finish',
      'check_order -> judge',
      'look_up -> judge',
      'judge -> refund [good] opaque judge returns good',
      'judge -> report [bad] opaque judge returns bad',
      // Nobody is known to return it.
      'judge -> report [odd] opaque judge returns odd',
      'judge -> end [nothing] opaque judge returns nothing',
      'refund -> outcome',
      'refund -> finish (0)',
      'outcome -> refund [good] opaque outcome returns good',
      'outcome -> report [bad] opaque outcome returns bad',
      'outcome -> report [odd] opaque outcome returns odd',
      'outcome -> end [nothing] opaque outcome returns nothing',
      'report -> finish (0)',
      'start -> receive',
      'start -> greet',
    ]);
  });

  it('reads the keys of the generation before to the same ways, where both know what a router returns', () => {
    const { graph } = ok(readDocument(fixture('crewai-1.3.json')));
    const { graph: newer } = ok(readDocument(fixture('crewai.json')));
    expect(edgesOf(graph).toSorted()).toEqual(edgesOf(newer).toSorted());
  });

  it('begins with starts that wait for something only where there is no other', () => {
    const again = { type: 'start', condition_type: 'OR', trigger_methods: ['go'] };
    expect(ok(readCrewAi(structure({ again }))).graph.start).toBe('go');
    const circle = { ...structure({ again }), nodes: { go: { ...again, trigger_methods: ['again'] }, again } };
    expect(ok(readCrewAi(circle)).graph.start).toBe('start');
  });

  it('does not know how often a method runs for which several lanes come, but for a loop or a choice it does', () => {
    const join = (nodes: Json, id: string): unknown => nodeOf(ok(readCrewAi(structure(nodes))).graph, id)?.join;
    expect(join({ a: or('go'), b: or('go'), c: or('a', 'b') }, 'c')).toBe('unknown');
    expect(join({ a: or('go', 'b'), b: or('a') }, 'a')).toBeUndefined();
    const router = {
      type: 'router',
      is_router: true,
      router_events: ['x', 'y'],
      condition_type: 'OR',
      trigger_methods: ['go'],
    };
    expect(join({ r: router, a: or('x'), b: or('y'), c: or('a', 'b') }, 'c')).toBeUndefined();
    // What waits for the router itself runs beside what waits for its event.
    expect(join({ r: router, a: or('r'), b: or('y'), c: or('a', 'b') }, 'c')).toBe('unknown');
  });

  it('gives what waits for all one edge for each part, however many lead to the part', () => {
    const router = {
      type: 'router',
      is_router: true,
      router_events: ['x', 'y'],
      condition_type: 'OR',
      trigger_methods: ['go'],
    };
    const { graph } = ok(readCrewAi(structure({ r: router, c: and('r', 'go') })));
    expect(edgesOf(graph).filter((edge) => / -> c$| -> c \(r\)/.test(edge))).toEqual([
      'c (r) -> c',
      'go -> c',
      'r -> c (r) [x] opaque r returns x',
      'r -> c (r) [y] opaque r returns y',
      'r -> c (r) [nothing] opaque r returns nothing',
    ]);
  });

  it('says that methods are code, and lets a binding say what it is', () => {
    const read = ok(readCrewAi(structure({}), { bindings: { nodes: new Map([['go', { tools: ['pay'] }]]) } }));
    expect([read.graph.nodes, assumed(read)]).toEqual([
      [{ id: 'go', kind: 'tool', fallible: true, writes: '*', tools: [{ name: 'pay' }] }],
      [],
    ]);
  });

  it('refuses what nobody brings, and edges of methods that are not there', () => {
    expect(refusals(readCrewAi(structure({ a: or('gone') })))).toEqual([
      ['graph_reference_dangling', '/nodes/a', 'gone'],
    ]);
    expect(refusals(readCrewAi(structure({}, [{ source: 'go', target: 'b' }])))).toEqual([
      ['graph_reference_dangling', '/edges/0/target', 'b'],
    ]);
    expect(refusals(readCrewAi({ nodes: { a: or('b'), b: or('a') }, edges: [], start_methods: [] }))).toEqual([
      ['graph_start_missing', ''],
    ]);
  });
});
