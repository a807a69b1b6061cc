import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import type { OrderRule } from '../model/index.js';
import { checkGraph } from './check.js';

const NEVER_FAIL = withTools(...['a', 'b', 'c'].map((name) => ({ name, classes: ['read', 'infallible'] })));
const rule = (pattern: OrderRule['pattern'], more: Partial<OrderRule> = {}) =>
  ({ id: pattern, kind: 'order', pattern, first: 'a', second: 'b', ...more }) as const;
const chain = (...tools: string[]) =>
  graphOf(
    [...tools.map((name, index) => ({ ...tool(String(index)), tools: [{ name }] })), node('e', 'end')],
    tools.map((_, index) => edge(`${String(index)}>${index + 1 === tools.length ? 'e' : String(index + 1)}`)),
  );
const word = (tools: string[], given: ReturnType<typeof rule>) =>
  checkGraph(chain(...tools), NEVER_FAIL, [given]).verdicts[0]?.verdict;

describe('order rules on one run', () => {
  it.each([
    [['b'], rule('absence'), 'vacuous'],
    [['a'], rule('absence'), 'broken'],
    [['b'], rule('existence'), 'broken'],
    [['a'], rule('existence'), 'proved'],
    [['a', 'a'], rule('at_most', { count: 2 }), 'proved'],
    [['a', 'a', 'a'], rule('at_most', { count: 2 }), 'broken'],
    [['a', 'b'], rule('precedence'), 'proved'],
    [['b', 'a'], rule('precedence'), 'broken'],
    [['a', 'b', 'b'], rule('precedence'), 'proved'],
    [['a', 'b', 'b'], rule('alternate_precedence'), 'broken'],
    [['a', 'c', 'b'], rule('response'), 'proved'],
    [['b', 'a'], rule('response'), 'broken'],
    [['a', 'c', 'b'], rule('bounded_response', { count: 2 }), 'proved'],
    [['a', 'c', 'c', 'b'], rule('bounded_response', { count: 2 }), 'broken'],
    [['a', 'b'], rule('chain_response'), 'proved'],
    [['a', 'c', 'b'], rule('chain_response'), 'broken'],
    [['a', 'b'], rule('not_coexistence'), 'broken'],
    [['a', 'c'], rule('not_coexistence'), 'vacuous'],
    [['a', 'b'], rule('succession'), 'proved'],
    [['b', 'a'], rule('succession'), 'broken'],
    [['a', 'c'], rule('absence', { scope: { after: 'c' } }), 'proved'],
    [['c', 'a'], rule('absence', { scope: { after: 'c' } }), 'broken'],
    [['c', 'b', 'a'], rule('absence', { scope: { after: 'c', until: 'b' } }), 'proved'],
    [['a', 'b'], rule('existence', { scope: { until: 'b' } }), 'proved'],
    [['b', 'a'], rule('existence', { scope: { until: 'b' } }), 'broken'],
  ] as const)('%j, %o: %s', (tools, given, expected) => {
    expect(word([...tools], given)).toBe(expected);
  });
});

describe('why the last call of a path is forbidden', () => {
  it.each([
    [['a'], rule('absence'), 'call_forbidden'],
    [['a', 'a', 'a'], rule('at_most', { count: 2 }), 'call_too_many'],
    [['a', 'b'], rule('not_coexistence'), 'both_called'],
    [['b', 'a'], rule('precedence'), 'never_there'],
    [['a', 'b', 'b'], rule('alternate_precedence'), 'gone'],
  ] as const)('%j, %o: %s', (tools, given, code) => {
    const { verdicts } = checkGraph(chain(...tools), NEVER_FAIL, [given]);
    expect(verdicts[0]?.path?.at(-1)?.why).toEqual({ code, params: {} });
  });
});

describe('what is awaited for ever', () => {
  const loop = (more: object = {}) =>
    graphOf([tool('a'), node('r', 'router'), tool('b'), node('e', 'end')], ['a>r', edge('r>r', more), 'r>b', 'b>e']);

  it('is possible, with the loop as what decides it', () => {
    expect(checkGraph(loop(), NEVER_FAIL, [rule('response')]).verdicts).toMatchObject([
      { verdict: 'possible', kind: 'lasso', deciders: [{ code: 'loop_ends', at: 'r' }] },
    ]);
  });

  it('is nothing where the loop has a bound', () => {
    expect(checkGraph(loop({ max_times: 3 }), NEVER_FAIL, [rule('response')]).verdicts).toMatchObject([
      { verdict: 'proved' },
    ]);
  });

  it('is broken where the loop cannot be left', () => {
    const graph = graphOf(
      [node('r', 'router'), tool('a'), node('t', 'router'), tool('b')],
      ['r>a', 'r>b', 'a>t', 't>t'],
    );
    expect(checkGraph(graph, NEVER_FAIL, [rule('response')]).verdicts).toMatchObject([
      { verdict: 'broken', kind: 'lasso' },
    ]);
  });

  it('is broken by a loop that cannot be left, also behind one that can', () => {
    const graph = graphOf(
      [tool('a'), node('r', 'router'), tool('b'), node('t', 'router')],
      ['a>r', 'r>r', 'r>b', 'r>t', 't>t'],
    );
    expect(checkGraph(graph, NEVER_FAIL, [rule('response')]).verdicts).toMatchObject([
      { verdict: 'broken', kind: 'lasso', cycle_from: 2 },
    ]);
  });

  it('runs that end in failure are told beside', () => {
    const effects = withTools({ name: 'a', classes: ['read', 'infallible'] }, { name: 'b', classes: ['read'] });
    expect(checkGraph(chain('a', 'b'), effects, [rule('response')]).verdicts).toMatchObject([
      { verdict: 'proved' },
      { verdict: 'broken', kind: 'aborted_run' },
    ]);
    expect(checkGraph(chain('a', 'b'), effects, [rule('response', { even_on_failure: true })]).verdicts).toMatchObject([
      { verdict: 'broken' },
    ]);
  });
});
