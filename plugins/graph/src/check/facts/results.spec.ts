import { describe, expect, it } from 'vitest';
import type { GraphEdge } from '../../model/index.js';
import { edge, graphOf, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';
import { checkHygiene } from '../hygiene/index.js';

const BY_FIELD = { field: 'ok', equals: true } as const;
const tools = (passes: typeof BY_FIELD | { readonly branch: string }) =>
  withTools(
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes }] },
    { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes }] },
    { name: 'other', classes: ['read'] },
    { name: 'load', classes: ['source'], labels: ['untrusted', 'private'] },
    { name: 'pay', classes: ['write'] },
  );
const HOLDS = { guard: { expr: { op: '=', variable: 'r.ok', value: true } } } as const;

/** A node with a result calls these in their order, and an edge leads on to the tool. */
const graph = (calls: readonly string[], more: Partial<GraphEdge>) =>
  graphOf(
    [
      tool('c', { tools: calls.map((name) => ({ name })), tool_choice: 'each', result: 'r' }),
      tool('load'),
      tool('pay'),
    ],
    [edge('c>load', more), 'load>pay'],
    { variables: [{ name: 'r.ok', type: 'bool' }] },
  );

describe('what a node writes to its result behind a check', () => {
  const rules = [
    { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' },
    { id: 'asked', kind: 'taint', form: 'trifecta' },
  ] as const;
  const said = (last: readonly string[], more: Partial<GraphEdge>, passes: Parameters<typeof tools>[0] = BY_FIELD) =>
    checkGraph(graph(['check', 'ask', ...last], more), tools(passes), rules).verdicts.map(({ verdict }) => verdict);

  it('is what guards judge from there', () => {
    expect(said([], HOLDS)).toEqual(['broken', 'proved']);
    expect(said(['other'], HOLDS)).toEqual(['broken', 'broken']);
    expect(
      checkGraph(graph(['ask', 'check'], HOLDS), tools(BY_FIELD), rules).verdicts.map(({ verdict }) => verdict),
    ).toEqual(['proved', 'broken']);
  });

  it('is nothing to the edges of the node that say whether it passed', () => {
    expect(said(['other'], { outcome: 'pass' })).toEqual(['proved', 'proved']);
    expect(said(['other'], { branch: 'ok' }, { branch: 'ok' })).toEqual(['proved', 'proved']);
  });

  it('lets a check that only guards judge pass in no run', () => {
    const never = (more: Partial<GraphEdge>, passes: Parameters<typeof tools>[0] = BY_FIELD) =>
      checkHygiene(graph(['check', 'other'], more), tools(passes), []).flatMap(({ kind, target }) =>
        kind === 'check_never_passes' ? [target] : [],
      );
    expect(never(HOLDS)).toEqual(['check']);
    expect(never({ outcome: 'pass' })).toEqual([]);
    expect(never({ branch: 'ok' }, { branch: 'ok' })).toEqual([]);
  });
});

it('a guard takes back what an edge said before, but not where the result was written since', () => {
  const rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;
  const said = (value: boolean, more: Partial<Parameters<typeof tool>[1]> = {}): string | undefined =>
    checkGraph(
      graphOf(
        [tool('check', { result: 'r' }), tool('other', more), tool('pay')],
        [
          edge('check>other', { outcome: 'pass' }),
          edge('other>pay', { guard: { expr: { op: '=', variable: 'r.ok', value } } }),
        ],
        { variables: [{ name: 'r.ok', type: 'bool' }] },
      ),
      tools(BY_FIELD),
      [rule],
    ).verdicts[0]?.verdict;
  expect([said(false), said(true), said(false, { writes: ['r'] })]).toEqual(['broken', 'proved', 'proved']);
});
