import { describe, expect, it } from 'vitest';
import type { GraphEdge } from '../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';
import { verifyProof } from './verify-proof.js';
import { waysOf } from './ways.js';

const may = (names: string, more: Partial<GraphEdge> = {}): GraphEdge => edge(names, { provenance: 'may', ...more });
const rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;

describe('may edges for a whole run', () => {
  it('are waited for at a join where they are there alone', () => {
    const joined = (join: 'all' | 'active') =>
      graphOf(
        [node('both', 'fork'), tool('check'), tool('pay', { join })],
        ['both>check', 'both>pay', may('check>pay')],
      );
    for (const join of ['all', 'active'] as const) {
      const { verdicts } = checkGraph(joined(join), PAY, [rule]);
      expect(verdicts[0]).toMatchObject({ verdict: 'possible', deciders: [{ code: 'may_edge', at: 'check>pay' }] });
    }
  });

  it('break a rule for sure where each way does', () => {
    const round = graphOf([tool('pay')], [may('pay>pay')]);
    const answer = { id: 'r', kind: 'order', pattern: 'response', first: 'pay', second: 'check' } as const;
    const tools = withTools({ name: 'pay', classes: ['write', 'infallible'] });
    expect(checkGraph(round, tools, [answer]).verdicts[0]?.verdict).toBe('broken');
  });

  it('have a certificate for each way, and all of them make the proof', () => {
    const graph = graphOf([tool('check'), node('a', 'router'), tool('pay')], ['check>pay', may('check>a'), 'a>pay']);
    const { verdicts, certificates } = checkGraph(graph, PAY, [rule]);
    expect(verdicts[0]?.verdict).toBe('proved');
    expect(certificates.map(({ absent }) => absent)).toEqual([undefined, [['', 'check>a']]]);
    expect(verifyProof(graph, PAY, rule, certificates)).toBe(true);
    for (const certificate of certificates) expect(verifyProof(graph, PAY, rule, [certificate])).toBe(false);
  });
});

describe('more may edges than are varied', () => {
  const names = ['b', 'c', 'd', 'e', 'f'];
  /** Nodes in front: with so many of them there are too many ways. */
  const front = Array.from({ length: 200 }, (_, at) => `p${String(at)}`);
  const through = front.map((id) => node(id, 'router'));
  const toNext = (first: string): string[] => [...front, first].slice(1).map((id, at) => `${front[at] ?? ''}>${id}`);
  const many = (more: Partial<GraphEdge>, join?: 'active') =>
    graphOf(
      [
        ...through,
        tool('check'),
        node('a', 'fork'),
        ...names.map((name) => node(name, 'router')),
        tool('pay', join && { join }),
      ],
      [
        ...toNext('check'),
        'check>a',
        ...names.map((name) => `a>${name}`),
        ...names.map((name) => edge(`${name}>pay`, more)),
      ],
    );

  it('prove nothing where they decide what a join waits for', () => {
    const open = checkGraph(many({ provenance: 'may' }, 'active'), PAY, [rule]);
    expect(open.verdicts[0]?.verdict).toBe('possible');
    expect(open.verdicts[0]?.deciders?.map(({ at }) => at)).toEqual(names.map((name) => `${name}>pay`));
    expect(checkGraph(many({}, 'active'), PAY, [rule]).verdicts[0]?.verdict).toBe('proved');
  });

  it('prove that nothing is tainted, wherever branches meet, and break nothing', () => {
    const tools = withTools(
      { name: 'fetch', classes: ['source'], labels: ['untrusted'] },
      { name: 'pay', classes: ['write', 'privileged'] },
    );
    const given = { id: 't', kind: 'taint', form: 'privileged' } as const;
    const asked = (...first: ('fetch' | 'a')[]) =>
      graphOf(
        [
          ...through,
          ...first.map((name) => (name === 'a' ? node('a', 'router') : tool(name))),
          node('way', 'llm'),
          ...names.map((name) => node(name, 'router')),
          tool('pay', { tools: [{ name: 'pay', arguments: [] }] }),
          node('end', 'end'),
        ],
        [
          ...toNext(first[0] ?? ''),
          `${first.at(-1) ?? ''}>way`,
          ...names.flatMap((name) => [`way>${name}`, may(`${name}>pay`)]),
          'pay>end',
        ],
      );
    const clean = checkGraph(asked('a'), tools, [given]);
    expect(clean.verdicts[0]?.verdict).toBe('proved');
    expect(verifyProof(asked('a'), tools, given, clean.certificates, { tool: 'pay', unsure: false })).toBe(true);
    // Each way may end before the call: in none of these do the branches meet there.
    const { verdicts } = checkGraph(asked('fetch'), tools, [given]);
    expect(verdicts[0]?.verdict).toBe('possible');
    expect(verdicts[0]?.deciders?.map(({ code }) => code)).toContain('may_edge');
  });

  it('are asked one by one where nothing waits for them', () => {
    const graph = many({ provenance: 'may' });
    const { verdicts, certificates } = checkGraph(graph, PAY, [rule]);
    expect(verdicts[0]?.verdict).toBe('proved');
    expect(verifyProof(graph, PAY, rule, certificates)).toBe(true);
  });

  it('are told apart by what rests on them', () => {
    const { varied, open } = waysOf(many({ provenance: 'may' }));
    expect([varied, open.joins, open.meets.length]).toEqual([[], [], names.length]);
    const beside = graphOf(
      [...through, node('a', 'router'), ...names.map((name) => node(name, 'router')), node('end', 'end')],
      [...toNext('a'), ...names.map((name) => may(`a>${name}`)), 'a>end', ...names.map((name) => `${name}>end`)],
    );
    expect(waysOf(beside)).toEqual({ varied: [], open: { joins: [], meets: [] } });
  });
});

describe('unknown joins', () => {
  /** `count` choices in a row, each of which meets at a join of which nobody knows the kind. */
  const meeting = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => String(at));
    const next = (at: string): string => (Number(at) + 1 < count ? `r${String(Number(at) + 1)}` : 'pay');
    return graphOf(
      [
        tool('check'),
        ...names.flatMap((at) => [
          node(`r${at}`, 'router'),
          node(`a${at}`, 'wait'),
          node(`j${at}`, 'join', { join: 'unknown' }),
        ]),
        tool('pay'),
      ],
      ['check>r0', ...names.flatMap((at) => [`r${at}>a${at}`, `r${at}>j${at}`, `a${at}>j${at}`, `j${at}>${next(at)}`])],
    );
  };

  it('are looked at in every combination while these are few, and in a small graph', () => {
    const word = (count: number) => checkGraph(meeting(count), PAY, [rule]).verdicts[0]?.verdict;
    expect([4, 6, 7].map(word)).toEqual(['proved', 'proved', 'possible']);
  });
});
