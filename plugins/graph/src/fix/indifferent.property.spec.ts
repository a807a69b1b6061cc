import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { checkGraph } from '../check/index.js';
import type { AgentGraph } from '../model/index.js';
import { catalogues, graphs, rules } from '../testing/arbitrary.js';
import { type Change, stillBroken, stillProved } from './indifferent.js';
import { type Inserted, withApprovedCalls, withInserted } from './insert.js';
import { placesIn } from './places.js';

const STATES = 2_000;

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom('pay', 'check', 'ask').map((approved): Change => ({ approved })),
  fc
    .array(
      fc.constantFrom<Inserted>(
        { kind: 'person', tool: 'pay' },
        { kind: 'person', tool: 'update' },
        { kind: 'person', tool: null },
        { kind: 'call', call: { name: 'check' }, raises: true },
        { kind: 'call', call: { name: 'check' }, raises: false },
        { kind: 'call', call: { name: 'ask' }, raises: true },
        { kind: 'call', call: { name: 'update' }, raises: true },
        { kind: 'call', call: { name: 'fetch' }, raises: true },
        { kind: 'entry', writes: 'x' },
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((inserted): Change => ({ inserted })),
);

function changed(graph: AgentGraph, change: Change, at: readonly boolean[], refusal: 'fail' | 'end'): AgentGraph {
  if ('approved' in change) return withApprovedCalls(graph, change.approved);
  const places = placesIn(graph).filter((_, index) => at[index % at.length]);
  return withInserted(
    graph,
    places.map((place) => ({ place, what: change.inserted })),
    refusal,
  );
}

describe('a rule that what is inserted says nothing to', () => {
  it('is broken still, as the whole verification of the changed graph says', () => {
    const counts = { still: 0, asked: 0 };
    fc.assert(
      fc.property(
        graphs(5),
        catalogues,
        fc.array(rules, { minLength: 3, maxLength: 3 }),
        changes,
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        fc.constantFrom('fail', 'end' as const),
        (graph, effects, given, change, at, refusal) => {
          const asked = given.map((rule, index) => ({ ...rule, id: `${rule.id}.${String(index)}` }));
          const { verdicts } = checkGraph(graph, effects, asked, { states: STATES });
          const still = stillBroken(graph, effects, asked, verdicts, change);
          counts.asked += verdicts.filter(({ verdict }) => verdict === 'broken').length;
          counts.still += still.size;
          if (still.size === 0) return;
          const after = checkGraph(changed(graph, change, at, refusal), effects, asked, { states: STATES }).verdicts;
          const mended = after.filter(
            ({ rule_id: id, verdict }) => still.has(id) && verdict !== 'broken' && verdict !== 'possible',
          );
          expect(mended).toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(counts.still).toBeGreaterThan(5);
    expect(counts.still).toBeLessThan(counts.asked);
  });
});

describe('a rule that no call can break behind what persons confirm of something else', () => {
  it('is proved still, as the whole verification of the changed graph says', () => {
    const counts = { still: 0, asked: 0 };
    fc.assert(
      fc.property(
        graphs(6),
        catalogues,
        fc.array(rules, { minLength: 4, maxLength: 4 }),
        fc.constantFrom('pay', 'update', 'other', null),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        fc.constantFrom('fail', 'end' as const),
        (graph, effects, given, tool, at, refusal) => {
          const asked = given.map((rule, index) => ({ ...rule, id: `${rule.id}.${String(index)}` }));
          const { verdicts } = checkGraph(graph, effects, asked, { states: STATES });
          const change = { inserted: [{ kind: 'person', tool }], atTop: true } as const;
          const still = stillProved(graph, effects, asked, verdicts, change);
          counts.asked += verdicts.filter(({ verdict }) => verdict === 'proved').length;
          counts.still += still.size;
          if (still.size === 0) return;
          const places = placesIn(graph).filter(({ body }, index) => body === '' && at[index % at.length]);
          const after = withInserted(
            graph,
            places.map((place) => ({ place, what: change.inserted })),
            refusal,
          );
          const worse = checkGraph(after, effects, asked, { states: STATES }).verdicts.filter(
            ({ rule_id: id, verdict, deciders = [] }) =>
              still.has(id) &&
              verdict !== 'proved' &&
              verdict !== 'vacuous' &&
              // The change makes more states than were looked at.
              deciders.every(({ code }) => code !== 'budget'),
          );
          expect(worse).toEqual([]);
        },
      ),
      { numRuns: runs(40) },
    );
    expect(counts.still).toBeGreaterThan(5);
    expect(counts.still).toBeLessThan(counts.asked);
  });
});
