import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { auditInParts } from '../testing/audits.js';
import { runs } from '../../../../tools/testing/runs.js';
import { cellForests } from '../testing/forests.js';

const OF_RECORDS = ['robust', 'min_distance', 'recourse', 'evasion', 'stable_label'] as const;
const OF_REGIONS = [
  'range',
  'always',
  'monotone',
  'protected_gap',
  'protected_flip',
  'drift',
  'same_as_model',
] as const;

/** A row of each kind. */
function rowOf(kind: string, { outcome }: CellForest): Readonly<Record<string, string>> {
  const number = outcome.kind === 'regression' ? 'score[0]' : 'p[1]';
  const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    robust: { epsilon: '*=60', output: 'label' },
    min_distance: { distance: 'l1', output: 'label' },
    recourse: { distance: 'l1', expect: 'label=1', output: 'label' },
    evasion: { max_changes: '1', output: 'label' },
    stable_label: { tolerance: '25', output: 'label' },
    range: { output: number },
    always: { expect: '<=0.5', output: number },
    monotone: { direction: 'x0 up', expect: 'nondecreasing', output: number },
    protected_gap: { protected: 'x0', expect: 'gap<=0.1', output: 'score[0]' },
    protected_flip: { protected: 'x0', expect: 'no flip', output: 'label' },
    drift: { expect: 'gap<=0.1', output: 'score[0]' },
    same_as_model: { expect: 'same label', output: 'label' },
  };
  return { kind, ...rows[kind], ...((OF_RECORDS as readonly string[]).includes(kind) && { where: '@records' }) };
}

const binary = cellForests.filter(
  ({ outcome, columns, trees }) =>
    columns.length > 1 &&
    trees.roots.length > 3 &&
    outcome.post === 'none' &&
    outcome.kind === 'classes' &&
    outcome.labels.join() === '0,1',
);

describe('a row that goes on where its budget ended', () => {
  it('comes to what one run does, certificates and nodes and all', async () => {
    const parted = new Map<string, number>();
    const kinds = fc.constantFrom(...OF_RECORDS, ...OF_REGIONS);
    await fc.assert(
      fc.asyncProperty(kinds, binary, fc.nat(), async (kind, forest, at) => {
        const { roots } = forest.trees;
        const version = { ...forest, trees: { ...forest.trees, roots: roots.slice(0, Math.max(1, roots.length - 2)) } };
        const record = forest.columns.map(({ low }) => low[at % low.length] ?? 0);
        const found = await auditInParts(
          forest,
          { row: rowOf(kind, forest), version, ...((OF_RECORDS as readonly string[]).includes(kind) && { record }) },
          1,
        );
        if (found.parts > 1) parted.set(kind, (parted.get(kind) ?? 0) + 1);
        expect(found.parted).toEqual(found.whole);
      }),
      { numRuns: runs(250) },
    );
    expect(parted.size).toBeGreaterThan(7);
  });
});
