import { describe, expect, it } from 'vitest';
import { checkGraph } from '../../check/index.js';
import type { ToolEffect } from '../../model/index.js';
import { readDocument } from '../index.js';
import { assumed, edgesOf, nodeOf, ok, type ReadOk, refusals, subgraphOf } from '../testing/drawn.js';

const document = (inside: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="s"/>${inside}</process></definitions>`;
const read = (inside: string): ReadOk => ok(readDocument(document(inside)));
const flows = (...ids: readonly string[]): string =>
  ids
    .slice(1)
    .map((id, at) => `<sequenceFlow id="${ids[at]}_${id}" sourceRef="${ids[at]}" targetRef="${id}"/>`)
    .join('');
/** A task, and what compensates it. */
const undone = (...ids: readonly string[]): string =>
  ids
    .map(
      (id) =>
        `<serviceTask id="${id}"/><boundaryEvent id="${id}_c" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent><serviceTask id="un${id}" isForCompensation="true"/><association id="${id}_a" sourceRef="${id}_c" targetRef="un${id}"/>`,
    )
    .join('');
const task = (id: string): string => `<serviceTask id="${id}"/>`;
const failing = (id: string): string =>
  `<boundaryEvent id="${id}_e" attachedToRef="${id}"><errorEventDefinition/></boundaryEvent>`;
const undo = (id: string, one = ''): string =>
  `<intermediateThrowEvent id="${id}"><compensateEventDefinition${one && ` activityRef="${one}"`}/></intermediateThrowEvent>`;
const error = '<endEvent id="x"><errorEventDefinition/></endEvent>';

/** The tools that run behind an event, by all ways: what is asked is marked, `{a|b}` are the ways. */
function ways({ graph }: ReadOk, from: string): string {
  const leaving = graph.edges.filter(({ source, on }) => source === from && on !== 'error');
  const told = leaving.map(({ target, guard }) => {
    const tools =
      nodeOf(graph, target)
        ?.tools?.map(({ name }) => `${name} `)
        .join('') ?? '';
    return `${guard && 'opaque' in guard ? '?' : ''}${tools}${target === 'x' ? '' : ways({ graph } as ReadOk, target)}`;
  });
  return told.length > 1 ? `{${told.map((each) => each.trim()).join('|')}}` : (told[0] ?? '');
}

/** Verdicts of the saga of some steps whose compensations cannot fail, without those that are proved. */
function sagas({ graph }: ReadOk, steps: readonly string[]): readonly string[] {
  const tools: readonly ToolEffect[] = steps.flatMap((name) => [
    { name, classes: ['write'] },
    { name: `un${name}`, classes: ['write', 'infallible'], compensates: name },
  ]);
  const { verdicts } = checkGraph(graph, new Map(tools.map((tool) => [tool.name, tool])));
  return verdicts
    .filter(({ verdict }) => verdict !== 'proved')
    .map(({ kind, target, verdict }) => `${kind} ${target} ${verdict}`);
}

describe('compensation in BPMN', () => {
  const two = `${undone('a', 'b', 'c')}${failing('b')}${failing('c')}${undo('u')}${undo('v')}${flows('s', 'a', 'b', 'c')}`;

  it('undoes what was done before the task that failed, the last first, and not that task', () => {
    const exported = read(`${two}${error}${flows('c_e', 'u', 'x')}${flows('b_e', 'v', 'x')}`);
    expect([ways(exported, 'u').trim(), ways(exported, 'v').trim(), assumed(exported)]).toEqual(['unb una', 'una', []]);
    // The first task fails before anything was done.
    expect(sagas(exported, ['a', 'b', 'c'])).toEqual([]);
    // One that is not undone is told.
    const less = read(
      `${two.replace('id="a_c"', 'id="a_d"').replaceAll('"a_c"', '"gone"')}${error}${flows('c_e', 'u', 'x')}${flows('b_e', 'v', 'x')}`,
    );
    expect([ways(less, 'u').trim(), sagas(less, ['a', 'b', 'c'])]).toEqual(['unb', ['SG1 a broken']]);
  });

  it('undoes one activity where the event names one, and nothing twice', () => {
    const exported = read(
      `${undone('a', 'b')}${task('c')}${failing('c')}${undo('u', 'a')}${undo('v')}${error}${flows('s', 'a', 'b', 'c')}${flows('c_e', 'u', 'v', 'x')}`,
    );
    expect(ways(exported, 'u').trim()).toBe('una unb');
    // What was done first is undone first.
    expect(sagas(exported, ['a', 'b'])).toContain('SG2 a broken');
    expect(refusals(readDocument(document(`${undo('u', 'gone')}${flows('s', 'u')}`)))).toEqual([
      ['graph_reference_dangling', '/children/0/children/1', 'gone'],
    ]);
  });

  it('asks for what only some runs have done, or some several times, or for items', () => {
    const behind = `${task('c')}${failing('c')}${undo('u')}${error}${flows('c_e', 'u', 'x')}`;
    const some = read(
      `<exclusiveGateway id="g"/>${undone('a')}<exclusiveGateway id="h"/>${behind}${flows('s', 'g', 'a', 'h', 'c')}${flows('g', 'h')}`,
    );
    expect([ways(some, 'u').trim(), assumed(some)]).toEqual(['{|?una}', ['compensates_what_completed u']]);
    const again = read(
      `<exclusiveGateway id="g"/>${undone('a')}<exclusiveGateway id="h"/>${behind}${flows('s', 'g', 'a', 'h', 'c')}${flows('h', 'g')}`,
    );
    expect(ways(again, 'u').trim()).toBe('{|?una}');
    const items = undone('a').replace(
      '<serviceTask id="a"/>',
      '<serviceTask id="a"><multiInstanceLoopCharacteristics/></serviceTask>',
    );
    expect(ways(read(`${items}${behind}${flows('s', 'a', 'c')}`), 'u').trim()).toBe('{|?una}');
  });

  it('asks which of activities at the same time was last, and what is next of more than three', () => {
    const lanes = (...ids: readonly string[]): ReadOk =>
      read(
        `<parallelGateway id="f"/>${undone(...ids)}<parallelGateway id="j"/>${task('z')}${failing('z')}${undo('u')}${error}${ids.map((id) => flows('f', id, 'j')).join('')}${flows('s', 'f')}${flows('j', 'z')}${flows('z_e', 'u', 'x')}`,
      );
    const both = lanes('a', 'b');
    expect([ways(both, 'u').trim(), assumed(both)]).toEqual(['{?unb una|una unb}', ['compensates_what_completed u']]);
    // Whichever was last, it is undone first: what is not known is not called broken.
    expect(sagas(both, ['a', 'b']).filter((told) => told.startsWith('SG2'))).toEqual([
      'SG2 a possible',
      'SG2 b possible',
    ]);
    expect(
      ways(lanes('a', 'b', 'c'), 'u')
        .trim()
        .split('|'),
    ).toHaveLength(6);
    // What came before the lanes comes last, whatever their order.
    const before = read(
      `${undone('y')}<parallelGateway id="f"/>${undone('a', 'b')}<parallelGateway id="j"/>${undone('w', 'z')}${failing('z')}${undo('u')}${error}${flows('s', 'y', 'f', 'a', 'j', 'w', 'z')}${flows('f', 'b', 'j')}${flows('z_e', 'u', 'x')}`,
    );
    expect(ways(before, 'u').trim()).toBe('unw {?unb una uny|una unb uny}');
    const four = lanes('a', 'b', 'c', 'd');
    expect(assumed(four)).toEqual(['compensates_what_completed u', 'compensation_order u']);
    expect(edgesOf(four.graph).filter((edge) => edge.startsWith('u [next?]'))).toEqual([
      'u [next?] -> u [und] opaque d is compensated next',
      'u [next?] -> u [unc] opaque c is compensated next',
      'u [next?] -> u [unb] opaque b is compensated next',
      'u [next?] -> u [una] opaque a is compensated next',
      'u [next?] -> u [all] otherwise',
    ]);
    expect(sagas(four, ['a', 'b', 'c', 'd']).filter((told) => told.endsWith('broken'))).toEqual([
      'SG1 a broken',
      'SG1 b broken',
      'SG1 c broken',
      'SG1 d broken',
    ]);
  });

  it('undoes a sub-process by what compensates it, or else by what is undone in it', () => {
    const behind = `${task('c')}${failing('c')}${undo('u')}${error}${flows('s', 'm', 'c')}${flows('c_e', 'u', 'x')}`;
    const inside = `<subProcess id="m"><startEvent id="t"/>${undone('a', 'b')}${flows('t', 'a', 'b')}</subProcess>`;
    expect(ways(read(`${inside}${behind}`), 'u').trim()).toBe('unb una');
    const own = `<boundaryEvent id="m_c" attachedToRef="m"><compensateEventDefinition/></boundaryEvent><association id="m_a" sourceRef="m_c" targetRef="w"/>`;
    const handler = `<subProcess id="w" isForCompensation="true"><startEvent id="t2"/>${task('wipe')}${flows('t2', 'wipe')}</subProcess>`;
    const whole = read(`${inside}${own}${handler}${behind}`);
    expect(nodeOf(whole.graph, 'u [w]')).toMatchObject({ kind: 'subgraph', subgraph: 'u [w]' });
    expect(nodeOf(subgraphOf(whole, 'u [w]'), 'wipe')?.tools).toEqual([{ name: 'wipe' }]);
  });

  it('undoes a sub-process by the sub-process in it that its compensation starts, and by nothing else in it', () => {
    const behind = `${task('c')}${failing('c')}${undo('u')}${error}${flows('s', 'm', 'c')}${flows('c_e', 'u', 'x')}`;
    const started = (by: string, more = ''): string =>
      `<subProcess id="m"><startEvent id="t"/>${undone('a')}${flows('t', 'a')}<subProcess id="w" triggeredByEvent="true"><startEvent id="t2"><${by}EventDefinition/></startEvent>${task('wipe')}${flows('t2', 'wipe')}${more}</subProcess></subProcess>`;
    const whole = read(`${started('compensate')}${behind}`);
    expect(nodeOf(subgraphOf(whole, 'u [w]'), 'wipe')?.tools).toEqual([{ name: 'wipe' }]);
    expect([ways(whole, 'u').trim(), assumed(whole)]).toEqual(['', []]);
    // What else may start there is not followed, nor what compensates what lies around it.
    for (const other of [started('error'), started('compensate', undo('v'))]) {
      const exported = read(`${other}${behind}`);
      expect([ways(exported, 'u').trim(), assumed(exported)]).toEqual(['una', ['event_sub_process']]);
    }
  });

  it('undoes what a cancelled transaction has done, and leaves it by its cancel event', () => {
    const transaction = (more: string): ReadOk =>
      read(
        `<transaction id="m"><startEvent id="t"/>${undone('a')}<exclusiveGateway id="g"/><endEvent id="k"><cancelEventDefinition/></endEvent><endEvent id="d"/>${flows('t', 'a', 'g', 'k')}${flows('g', 'd')}</transaction><boundaryEvent id="q" attachedToRef="m"><cancelEventDefinition/></boundaryEvent>${more}${task('told')}${flows('s', 'm')}${flows('q', 'told')}`,
      );
    const exported = transaction('');
    expect(edgesOf(subgraphOf(exported, 'm')).filter((edge) => edge.startsWith('k'))).toEqual([
      'k -> k [una]',
      'k [una] -> k [a]',
      'k [a] -> k [cancelled]',
    ]);
    expect(edgesOf(exported.graph)).toEqual([
      's -> m [s_m]',
      'm -> m [cancelled?] error',
      'm [cancelled?] -> q [q] opaque m was cancelled',
      'm [cancelled?] -> m [failed] otherwise',
      'm [failed] -> m [other error] free env',
      'q -> told [q_told]',
    ]);
    expect(assumed(exported)).toEqual(['cancelled_or_failed m']);
    // Whatever has a way out for failures may fail by itself (S3), also when all in it is done; that it was not cancelled then is not known.
    expect(sagas(exported, ['a'])).toEqual(['SG1 a possible']);
    // What fails for every error has an event of its own.
    expect(edgesOf(transaction(failing('m')).graph)).toContain('m [failed] -> m_e [m_e] free env');
  });
});
