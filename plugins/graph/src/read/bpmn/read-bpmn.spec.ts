import { describe, expect, it } from 'vitest';
import { readDocument } from '../index.js';
import { assumed, edgesOf, fixture, nodeOf, ok, refusals, subgraphOf } from '../testing/drawn.js';

const document = (inside: string, more = ''): string => `<?xml version="1.0"?>
<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:z="http://camunda.org/schema/zeebe/1.0" xmlns:c="http://camunda.org/schema/1.0/bpmn">
<b:process id="p">${inside
  .replaceAll(/<(?!\/|z:)/g, '<b:')
  .replaceAll('</', '</b:')
  .replaceAll('</b:z:', '</z:')}</b:process>${more}</b:definitions>`;
const flow = (source: string, target: string, condition = ''): string =>
  `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`;
const read = (inside: string): ReturnType<typeof ok<ReturnType<typeof readDocument>>> =>
  ok(readDocument(document(inside)));
const tasks = (...ids: readonly string[]): string =>
  ids.map((id) => `<serviceTask id="${id}" name="${id}_tool"/>`).join('');
const begin = '<startEvent id="s"/>';

describe('readBpmn', () => {
  it('reads what a library writes', () => {
    const exported = ok(readDocument(fixture('bpmn.bpmn')));
    const { graph } = exported;
    expect([exported.format, graph.start, graph.variables]).toEqual([
      'bpmn',
      'start',
      [{ name: 'amount', type: 'real' }],
    ]);
    const edges = edgesOf(graph);
    for (const edge of [
      'large -> ask [large_ask] {"op":">","variable":"amount","value":1000}',
      'large -> asked [large_asked] otherwise',
      'fork -> hotel [fork_hotel]',
      'fork -> flight [fork_flight]',
      'pay -> refused [refused] error',
      'refused -> undo [refused_undo]',
      'undo [last of flight, hotel?] [done] -> failed',
    ])
      expect(edges).toContain(edge);
    expect([nodeOf(graph, 'join')?.join, nodeOf(graph, 'fork')?.join]).toEqual(['all', undefined]);
    expect(nodeOf(graph, 'tell')).toMatchObject({ kind: 'map', parallel: true });
    expect(nodeOf(subgraphOf(exported, 'tell'), 'each')?.tools).toEqual([{ name: 'notify' }]);
    expect(assumed(exported)).toEqual(['approval_not_judged ask', 'compensates_what_completed undo']);
  });

  it('compensates what has been completed, in both orders where nobody knows which was last', () => {
    const { graph } = ok(readDocument(fixture('bpmn.bpmn')));
    const asked = 'undo [last of flight, hotel?]';
    // Both have been: the gateway before `pay` waits for both.
    expect(edgesOf(graph).filter((edge) => edge.startsWith('undo'))).toEqual([
      `undo -> ${asked}`,
      `${asked} -> ${asked} [flight] opaque flight was completed last`,
      `${asked} [flight] -> undo [flight_undo]`,
      'undo [flight_undo] -> undo [flight]',
      'undo [flight] -> undo [hotel_undo]',
      'undo [hotel_undo] -> undo [hotel]',
      `undo [hotel] -> ${asked} [done]`,
      `${asked} -> ${asked} [hotel] otherwise`,
      `${asked} [hotel] -> undo [hotel_undo] (2)`,
      'undo [hotel_undo] (2) -> undo [hotel] (2)',
      'undo [hotel] (2) -> undo [flight_undo] (2)',
      'undo [flight_undo] (2) -> undo [flight] (2)',
      `undo [flight] (2) -> ${asked} [done]`,
      `${asked} [done] -> failed`,
    ]);
    expect(nodeOf(graph, 'hotel_undo')).toBeUndefined();
  });

  it.each([
    [
      '${amount &gt; 50 &amp;&amp; !late}',
      '{"op":"and","of":[{"op":">","variable":"amount","value":50},{"op":"not","of":{"op":"=","variable":"late","value":true}}]}',
    ],
    ['=amount = 50', '{"op":"=","variable":"amount","value":50}'],
    ['#{kind == "new"}', '{"op":"=","variable":"kind","value":"new"}'],
    ['amount &gt; 50', 'opaque amount > 50'],
    ['${order.isGood()}', 'opaque ${order.isGood()}'],
    ['', 'opaque no condition'],
  ])('reads the condition %s', (condition, told) => {
    const { graph } = read(
      `${begin}<exclusiveGateway id="g"/>${tasks('a', 'b')}${flow('s', 'g')}${flow('g', 'a', condition)}${flow('g', 'b', '${x}')}`,
    );
    expect(edgesOf(graph)[1]).toBe(`g -> a [g_a] ${told}`);
  });

  it('follows all flows out of an activity, and waits for all at a parallel gateway only', () => {
    const { graph } = read(
      `${begin}${tasks('a', 'b', 'c')}<inclusiveGateway id="g"/><parallelGateway id="h"/>${flow('s', 'a')}${flow('a', 'b')}${flow('a', 'c')}${flow('b', 'g')}${flow('c', 'g')}${flow('b', 'h')}${flow('c', 'h')}`,
    );
    expect([nodeOf(graph, 'a')?.concurrency, nodeOf(graph, 'g')?.join, nodeOf(graph, 'h')?.join]).toEqual([
      'all',
      'active',
      'all',
    ]);
  });

  it('leaves an activity by an event on its border, or else fails with what is around', () => {
    const event = (definition: string, more = ''): string =>
      `${begin}<userTask id="a"/>${tasks('b')}<boundaryEvent id="e" attachedToRef="a"${more}>${definition}</boundaryEvent>${flow('s', 'a')}${flow('e', 'b')}`;
    const timed = read(event('<timerEventDefinition/>'));
    expect(nodeOf(timed.graph, 'a')).toMatchObject({ on_error: 'edge', fallible: true });
    expect(edgesOf(timed.graph)).toEqual([
      's -> a [s_a]',
      'a -> e [e] error',
      'a -> a [other error] error',
      'e -> b [e_b]',
    ]);
    expect(edgesOf(read(event('<errorEventDefinition/>')).graph)).not.toContain('a -> a [other error] error');
    const beside = read(event('<timerEventDefinition/>', ' cancelActivity="false"'));
    expect(nodeOf(beside.graph, 'a')?.on_error).toBeUndefined();
    expect(edgesOf(beside.graph)).toEqual([
      's -> a [entered] [s_a]',
      'a [entered] -> a',
      'a [entered] -> e [e] free env',
      'e -> b [e_b]',
    ]);
  });

  it('runs sub-processes and called processes as bodies, once or for each item', () => {
    const inside = `<startEvent id="t"/><endEvent id="x"><errorEventDefinition/></endEvent>${flow('t', 'x')}`;
    const sub = read(`${begin}<subProcess id="u">${inside}</subProcess>${flow('s', 'u')}`);
    expect(nodeOf(sub.graph, 'u')).toEqual({ id: 'u', kind: 'subgraph', subgraph: 'u' });
    expect(nodeOf(subgraphOf(sub, 'u'), 'x')?.kind).toBe('fail');
    const call =
      '<callActivity id="u" calledElement="q"><multiInstanceLoopCharacteristics isSequential="true"/></callActivity>';
    const called = ok(
      readDocument(
        document(`${begin}${call}${flow('s', 'u')}`, '<b:process id="q"><b:startEvent id="t"/></b:process>'),
      ),
    );
    expect([nodeOf(called.graph, 'u'), subgraphOf(called, 'u').start]).toMatchObject([
      { kind: 'map', subgraph: 'u' },
      't',
    ]);
    const missing = read(`${begin}<callActivity id="u" calledElement="gone"/>${flow('s', 'u')}`);
    expect(assumed(missing)).toEqual(['body_missing u']);
    const itself = read(`${begin}<callActivity id="u" calledElement="p"/>${flow('s', 'u')}`);
    expect(assumed(itself)).toEqual(['subgraph_runs_itself u']);
  });

  it('names tools by their job where an engine has one', () => {
    const job =
      '<serviceTask id="a" name="Pay!"><extensionElements><z:taskDefinition type="pay"/></extensionElements></serviceTask>';
    const { graph } = read(`${job}<serviceTask id="b" c:topic="ship"/><task id="d"/>`);
    expect(graph.nodes.flatMap(({ tools = [] }) => tools.map(({ name }) => name))).toEqual(['pay', 'ship', 'd']);
    // Nothing leads to any of them: all begin.
    expect([graph.start, nodeOf(graph, 'start')?.kind]).toEqual(['start', 'fork']);
  });

  it('lets anything run in an ad-hoc sub-process, any number of times', () => {
    const body = subgraphOf(
      read(`${begin}<adHocSubProcess id="u">${tasks('a', 'b')}</adHocSubProcess>${flow('s', 'u')}`),
      'u',
    );
    expect(edgesOf(body)).toEqual([
      'choice -> end free env',
      'choice -> a free env',
      'choice -> b free env',
      'a -> choice',
      'b -> choice',
    ]);
  });

  it('ends all lanes at a terminate end, and fails where a transaction is cancelled', () => {
    const ends = read(
      `${begin}<endEvent id="a"><terminateEventDefinition/></endEvent><endEvent id="b"><cancelEventDefinition/></endEvent>${flow('s', 'a')}${flow('s', 'b')}`,
    );
    expect(nodeOf(ends.graph, 'a')).toMatchObject({ kind: 'end', terminate: true });
    expect(edgesOf(ends.graph)).toContain('b -> b [cancelled]');
    expect(nodeOf(ends.graph, 'b [cancelled]')?.kind).toBe('fail');
  });

  it('leaves out a sub-process that an event starts, and says so', () => {
    const left = read(`${begin}<subProcess id="u" triggeredByEvent="true"><startEvent id="t"/></subProcess>`);
    expect([left.graph.nodes.map(({ id }) => id), assumed(left), left.assumptions[0]?.caps]).toEqual([
      ['s'],
      ['event_sub_process'],
      true,
    ]);
  });

  it('refuses what dangles, comes twice, or is no process to run, with the place', () => {
    const told = (inside: string): unknown => refusals(readDocument(document(inside)));
    expect(told(`${begin}${flow('s', 'gone')}`)).toEqual([
      ['graph_reference_dangling', '/children/1/children/1', 'gone'],
    ]);
    expect(told(`${begin}${begin}`)).toEqual([['graph_id_doubled', '/children/1/children/1', 's']]);
    expect(told(`${begin}<boundaryEvent id="e" attachedToRef="x"/>`)).toEqual([
      ['graph_reference_dangling', '/children/1/children/1', 'x'],
    ]);
    const two = document(begin, '<b:process id="q"><b:startEvent id="t"/></b:process>');
    expect(refusals(readDocument(two))).toEqual([['graph_not_verifiable', '', 'bpmn']]);
    const placed = readDocument(document(`${begin}${flow('s', 'gone')}`));
    expect(!placed.ok && placed.problems[0]?.place.line).toBe(3);
  });
});
