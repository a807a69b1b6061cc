import { describe, expect, it } from 'vitest';
import type {
  AgentGraph,
  GraphEdge,
  GraphNode,
  PathStep,
  Rule,
  SagaCode,
  ToolEffect,
  Verdict,
} from '../../model/index.js';
import { replayPath } from '../../replay/index.js';
import { edge, graphOf, node, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';
import { verifyCertificate } from '../verify.js';

const TOOLS: readonly ToolEffect[] = [
  { name: 'book', classes: ['write'] },
  { name: 'unbook', classes: ['write', 'compensation'], compensates: 'book' },
  { name: 'charge', classes: ['write'] },
  { name: 'refund', classes: ['write', 'compensation', 'infallible'], compensates: 'charge' },
  { name: 'ship', classes: ['write', 'pivot'] },
  { name: 'mail', classes: ['write', 'irreversible'] },
  { name: 'look', classes: ['read'] },
];
const RULE: Rule = { id: 's', kind: 'saga', steps: [{ tool: 'book' }, { tool: 'charge' }, { tool: 'mail' }] };

const start = node('start', 'start');
const caught = { on_error: 'edge' } as const;
const onError = (text: string): GraphEdge => edge(text, { on: 'error' });

interface Given {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (GraphEdge | string)[];
  readonly more?: Partial<AgentGraph>;
  /** Classes that tools have beside their own. */
  readonly classes?: Readonly<Record<string, readonly string[]>>;
}

const effectsOf = ({ classes = {} }: Given) =>
  withTools(...TOOLS.map((each) => ({ ...each, classes: [...each.classes, ...(classes[each.name] ?? [])] })));

function said(given: Given, code: SagaCode, step: string): Verdict | undefined {
  const graph = graphOf([start, ...given.nodes], given.edges, given.more);
  const { verdicts, certificates, mismatches } = checkGraph(graph, effectsOf(given), [RULE]);
  expect(mismatches).toEqual([]);
  expect(certificates.every((each) => verifyCertificate(graph, effectsOf(given), RULE, each))).toBe(true);
  return verdicts.find(({ kind, target }) => kind === code && target === step);
}

const through = ({ path = [] }: Verdict): string => path.map(({ node: id }) => id).join(' ');

/** Booked, charged, shipped; what fails is undone in the reverse order. */
const GOOD: Given = {
  nodes: [
    tool('book'),
    tool('charge', caught),
    tool('ship', caught),
    tool('refund'),
    tool('unbook', { retry: {} }),
    node('end', 'end'),
    node('failed', 'fail'),
  ],
  edges: [
    'start>book',
    'book>charge',
    'charge>ship',
    'ship>end',
    onError('charge>unbook'),
    onError('ship>refund'),
    'refund>unbook',
    'unbook>failed',
  ],
};

const straight = (...ids: string[]): Given => ({
  nodes: [...new Set(ids)].map((id) => tool(id)),
  edges: ids.map((id, at) => `${ids[at - 1] ?? 'start'}>${id}`),
});

describe('a saga', () => {
  it('that undoes what was done breaks none of its rules', () => {
    const graph = graphOf([start, ...GOOD.nodes], GOOD.edges);
    const { verdicts } = checkGraph(graph, effectsOf(GOOD), [RULE]);
    expect(
      verdicts.filter(({ target }) => target !== 'mail').map(({ kind, target, verdict }) => [kind, target, verdict]),
    ).toEqual(
      ['book', 'charge'].flatMap((step) =>
        // The unbooking is tried again, which is a second attempt.
        ['SG1', 'SG2', 'SG3', 'SG4', 'SG5', 'SG7', 'SG8', 'SG9'].map((code) => [
          code,
          step,
          code === 'SG5' && step === 'book' ? 'broken' : 'proved',
        ]),
      ),
    );
    expect(verdicts.filter(({ target }) => target === 'mail').every(({ verdict }) => verdict === 'vacuous')).toBe(true);
  });

  it.each<[SagaCode, string, string, Given, string]>([
    ['SG1', 'book', 'a failure that is not undone', straight('book', 'charge'), 'start book charge'],
    [
      'SG2',
      'book',
      'what was done first is undone first',
      straight('book', 'charge', 'unbook', 'refund'),
      'start book charge unbook',
    ],
    ['SG3', 'book', 'it is undone behind the pivot', straight('book', 'ship', 'unbook'), 'start book ship unbook'],
    ['SG4', 'charge', 'a step behind the pivot fails', straight('ship', 'charge'), 'start ship charge'],
    ['SG5', 'book', 'what was not done is undone', straight('unbook', 'book'), 'start unbook'],
    [
      'SG5',
      'book',
      'undoing it is tried again',
      { ...straight('book', 'unbook'), nodes: [tool('book'), tool('unbook', { retry: { max: 1 } })] },
      'start book unbook',
    ],
    ['SG6', 'mail', 'a write that may fail follows', straight('mail', 'look', 'charge'), 'start mail look charge'],
    ['SG7', 'book', 'the compensation gives up', straight('book', 'unbook'), 'start book unbook'],
    [
      'SG7',
      'book',
      'its failure leads straight to the end of the run',
      {
        nodes: [tool('book'), tool('unbook', caught), node('failed', 'fail')],
        edges: ['start>book', 'book>unbook', onError('unbook>failed')],
      },
      'start book unbook failed',
    ],
    ['SG8', 'charge', 'a step begins after undoing', straight('book', 'unbook', 'charge'), 'start book unbook charge'],
    [
      'SG9',
      'book',
      'the same call again',
      { nodes: [tool('book'), node('more', 'llm')], edges: ['start>book', 'book>more', 'more>book'] },
      'start book more book',
    ],
    ['SG9', 'book', 'a retry', { nodes: [tool('book', { retry: { max: 2 } })], edges: ['start>book'] }, 'start book'],
  ])('breaks %s of %s where %s', (code, step, _, given, path) => {
    const verdict = said(given, code, step);
    expect(verdict?.verdict).toBe('broken');
    expect(verdict && through(verdict)).toBe(path);
  });

  it.each<[SagaCode, string, string, Given]>([
    ['SG1', 'book', 'a pivot was passed', { ...straight('book', 'ship', 'look'), classes: { ship: ['infallible'] } }],
    ['SG1', 'book', 'nothing fails', { ...straight('book'), classes: { book: ['infallible'] } }],
    ['SG3', 'book', 'it was committed behind the pivot', straight('ship', 'book', 'unbook')],
    [
      'SG4',
      'charge',
      'it is tried until it succeeds',
      { ...straight('ship', 'charge'), nodes: [tool('ship'), tool('charge', { retry: {} })] },
    ],
    [
      'SG5',
      'book',
      'its compensation is idempotent',
      { ...straight('unbook', 'book'), classes: { unbook: ['idempotent'] } },
    ],
    [
      'SG5',
      'book',
      'the call that failed may have happened',
      {
        nodes: [tool('book', caught), tool('unbook')],
        edges: ['start>book', onError('book>unbook')],
        classes: { book: ['may_have_happened'] },
      },
    ],
    ['SG6', 'mail', 'what follows is retriable', { ...straight('mail', 'charge'), classes: { charge: ['retriable'] } }],
    [
      'SG7',
      'book',
      'its failure leads to a person',
      {
        nodes: [tool('book'), tool('unbook', caught), node('ask', 'human')],
        edges: ['start>book', 'book>unbook', onError('unbook>ask')],
      },
    ],
    [
      'SG7',
      'book',
      'a node around it tries again',
      {
        nodes: [tool('book'), node('undo', 'subgraph', { subgraph: 'undoing', retry: {} })],
        edges: ['start>book', 'book>undo'],
        more: { subgraphs: [{ name: 'undoing', start: 'unbook', nodes: [tool('unbook')], edges: [] }] },
      },
    ],
    [
      'SG9',
      'book',
      'its argument is written in between',
      {
        nodes: [
          tool('book', { tools: [{ name: 'book', arguments: [{ name: 'id', variable: 'id' }] }] }),
          node('next', 'llm', { writes: ['id'] }),
        ],
        edges: ['start>book', 'book>next', 'next>book'],
      },
    ],
    [
      'SG9',
      'book',
      'a retry has a key',
      { nodes: [tool('book', { retry: { max: 2, idempotency_key: 'k' } })], edges: ['start>book'] },
    ],
  ])('keeps %s of %s where %s', (code, step, _, given) => {
    expect(said(given, code, step)?.verdict).toBe('proved');
  });

  it.each<[SagaCode, string, string, Given, string]>([
    [
      'SG1',
      'book',
      'of two commits one was undone',
      {
        nodes: [tool('book'), tool('again', { tools: [{ name: 'book' }] }), tool('unbook')],
        edges: ['start>book', 'book>again', 'again>unbook'],
        classes: { book: ['infallible'], unbook: ['infallible'] },
      },
      'committed_twice',
    ],
    [
      'SG9',
      'book',
      'the model writes an argument',
      {
        nodes: [
          tool('book', { tools: [{ name: 'book', arguments: [{ name: 'id', model: true }] }] }),
          node('more', 'llm'),
        ],
        edges: ['start>book', 'book>more', 'more>book'],
      },
      'same_call_unknown',
    ],
    ['SG6', 'mail', 'nobody says what follows', straight('mail', 'other'), 'unclassified_tool'],
    [
      'SG7',
      'book',
      'nobody says whether an edge is there',
      {
        nodes: [tool('book'), tool('unbook', caught), node('ask', 'human')],
        edges: ['start>book', 'book>unbook', edge('unbook>ask', { on: 'error', provenance: 'may' })],
      },
      'may_edge',
    ],
  ])('says of %s of %s that it is open where %s', (code, step, _, given, decider) => {
    const verdict = said(given, code, step);
    expect([verdict?.verdict, ...(verdict?.deciders ?? []).map((each) => each.code)]).toEqual(['possible', decider]);
  });

  it('is not proved of a step that the catalogue does not have', () => {
    const graph = graphOf([start, tool('other')], ['start>other']);
    const rule: Rule = { id: 's', kind: 'saga', steps: [{ tool: 'other', compensation: 'unbook' }] };
    const verdicts = checkGraph(graph, withTools(...TOOLS), [rule]).verdicts.filter(
      ({ verdict }) => verdict === 'proved',
    );
    expect(verdicts).toEqual([]);
  });
});

describe('a replayed path of a saga', () => {
  const given = straight('book', 'charge', 'unbook', 'refund');
  const graph = graphOf([start, ...given.nodes], given.edges);
  const path = said(given, 'SG2', 'book')?.path ?? [];
  const replay = (code: SagaCode, steps: readonly PathStep[]) =>
    replayPath(graph, effectsOf(given), RULE, steps, { part: { code, step: 'book' } });

  it('is taken for the rule that it breaks, and for no other', () => {
    expect(replay('SG2', path)).toEqual({ ok: true });
    for (const code of ['SG1', 'SG3', 'SG4', 'SG5', 'SG7', 'SG8', 'SG9'] as const)
      expect(replay(code, path)).toMatchObject({ ok: false, why: 'the history does not break the rule' });
  });

  it('is refused where the other step was not committed', () => {
    const failed = path.map((step): PathStep => {
      const events = step.events.map((event) =>
        event.kind === 'success' && event.name === 'charge' ? ({ ...event, kind: 'failure' } as const) : event,
      );
      return { ...step, events };
    });
    expect(replay('SG2', failed)).toMatchObject({ ok: false });
  });
});

describe('what a retry repeats (SG9)', () => {
  const FIRM = withTools({ name: 'book', classes: ['write', 'infallible'] }, { name: 'look', classes: ['read'] });
  const called = { name: 'book', arguments: [{ name: 'x', variable: 'v' }] } as const;
  /** An execution may begin with another call, and each writes what `book` is called with: another execution makes another call. */
  const pick = (more: Partial<GraphNode>, ...tools: NonNullable<GraphNode['tools']>): GraphNode =>
    node('pick', 'tool', { tools, retry: { max: 1 }, writes: ['v'], ...more });
  const repeated = (graph: AgentGraph): unknown => {
    const { verdicts, mismatches } = checkGraph(graph, FIRM, [{ id: 'r', kind: 'saga', steps: [{ tool: 'book' }] }]);
    return [verdicts.find(({ kind }) => kind === 'SG9')?.verdict, mismatches.map(({ why }) => why)];
  };
  const other = { name: 'look' };

  it.each([
    ['picked before', pick({ tool_choice: 'one' }, called, other), 'proved'],
    ['in front of it', pick({ tool_choice: 'each' }, other, called), 'proved'],
    ['behind it', pick({ tool_choice: 'each' }, called, other), 'broken'],
  ] as const)('is of its own execution, where another call is %s', (_, picking, word) => {
    const again = [edge('pick>pick', { guard: { choice: 'env' } }), edge('pick>end', { otherwise: true })];
    expect(repeated(graphOf([picking, node('end', 'end')], again))).toEqual([word, []]);
  });

  it.each(['sequential', 'tokens'] as const)('is of its own copy of a body that two lanes run: %s', (execution) => {
    const body = { name: 'body', ...graphOf([pick({ tool_choice: 'one' }, called, other)], []) };
    const graph = graphOf(
      [node('both', 'fork'), node('n', 'subgraph', { subgraph: 'body' }), node('wait', 'wait'), node('end', 'end')],
      ['both>n', 'both>wait', 'wait>n', edge('n>n', { guard: { choice: 'env' } }), edge('n>end', { otherwise: true })],
      { execution, subgraphs: [body] },
    );
    expect(repeated(graph)).toEqual(['proved', []]);
  });
});
