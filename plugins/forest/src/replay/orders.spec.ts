import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Forest } from '../model/index.js';
import { readModel } from '../read/index.js';
import { tiedOnnx } from '../testing/tied.js';
import { type AskedRow, compareOrders } from './orders.js';
import type { Replayed, RuntimeOutput } from './protocol.js';
import { replay } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'forest-orders-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function served(more: {
  readonly classifier: boolean;
  readonly base?: readonly number[];
}): Promise<{ readonly forest: Forest; readonly outputs: readonly Replayed[] }> {
  const bytes = tiedOnnx(more);
  const path = join(folder, 'model.onnx');
  writeFileSync(path, bytes);
  const read = readModel(bytes);
  if (!read.ok) throw new Error(read.problem.slug);
  const { forest } = read;
  const rows = Array.from({ length: 40 }, (_, at) => [at * 4]);
  const answer = await replay({ path, asks: 'model', columns: forest.columns, outputs: forest.outputs ?? {}, rows });
  if (!answer.ok) throw new Error(answer.message);
  return { forest, outputs: answer.outputs.filter((output) => output !== null && 'alone' in output) };
}

function recordAt(outputs: readonly Replayed[], place: number): Replayed {
  const found = outputs[place];
  if (!found) throw new Error('no record is added up otherwise');
  return found;
}

const scoreOf = ({ alone }: Replayed): number => alone.scores[0] ?? Number.NaN;
const inBatch = ({ others }: Replayed): number => others[0]?.scores[0] ?? Number.NaN;

const bounded = (forest: AskedRow['forest'], value: number): AskedRow => ({
  property: {
    kind: 'always',
    output: { kind: 'score', index: 0 },
    expect: { kind: 'bound', op: '<=', value },
    tolerance: null,
  },
  forest,
  from: null,
});

describe('other orders of additions', () => {
  it('change the score of some records, and with it on which side of a bound it lies', async () => {
    const { forest, outputs } = await served({ classifier: false });
    const changed = outputs.filter((output) => scoreOf(output) !== inBatch(output));
    expect(changed.length).toBeGreaterThan(0);
    for (const output of changed) {
      const between = Math.min(scoreOf(output), inBatch(output));
      expect(compareOrders(bounded(forest, between), [output])).toBe('numeric_tie');
      expect(compareOrders(bounded(forest, 2), [output])).toBe('same_label');
    }
    for (const output of outputs.filter((each) => !changed.includes(each)))
      expect(compareOrders(bounded(forest, scoreOf(output)), [output])).toBe('same');
  });

  it('change the label of a record whose sum is one half', async () => {
    const second = ({ scores }: RuntimeOutput): number => scores[1] ?? Number.NaN;
    const plain = await served({ classifier: true });
    const risen = plain.outputs.findIndex(({ alone, others }) =>
      others.some((other) => Math.fround(second(other) + (0.5 - second(alone))) > 0.5),
    );
    const { forest, outputs } = await served({
      classifier: true,
      base: [0.5 - second(recordAt(plain.outputs, risen).alone)],
    });
    const record = recordAt(outputs, risen);
    expect(record.alone.label).toBe('no');
    expect(record.others.map(({ label }) => label)).toContain('yes');
    const row: AskedRow = {
      property: { kind: 'never', output: { kind: 'label' }, expect: null, tolerance: null },
      forest,
      from: null,
    };
    expect(compareOrders(row, [record])).toBe('numeric_tie');
  });

  const regression: AskedRow['forest'] = {
    outcome: { kind: 'regression', post: 'none' },
    summation: { arithmetic: 'float32', base: Float64Array.of(0), baseAt: 'end', aggregate: 'sum', scores: 'float32' },
  };
  const score = (value: number, ...others: readonly number[]): Replayed => ({
    alone: { label: null, scores: [value] },
    others: others.map((each) => ({ label: null, scores: [each] })),
  });
  const asked = (more: Partial<AskedRow['property']>): AskedRow => ({
    property: { ...bounded(regression, 0).property, expect: null, ...more },
    forest: regression,
    from: { scores: [1] },
  });
  const bands = {
    kind: 'bands' as const,
    bands: [
      { name: 'low', below: 0.5 },
      { name: 'high', below: null },
    ],
  };

  it.each<readonly [string, AskedRow, readonly Replayed[], string]>([
    ['a band', asked({ output: bands }), [score(0.5, 0.5, 0.499)], 'numeric_tie'],
    ['the same band', asked({ output: bands }), [score(0.5, 0.5, 0.501)], 'same_label'],
    ['which of two is greater', asked({ kind: 'monotone' }), [score(2, 2, 1), score(1, 1, 1)], 'numeric_tie'],
    ['two that stay apart', asked({ kind: 'monotone' }), [score(2, 2, 1.5), score(1, 1, 1)], 'same_label'],
    [
      'a gap',
      asked({ kind: 'protected_gap', expect: { kind: 'gap', op: '<=', value: 0.5 } }),
      [score(2, 1.5, 2), score(1, 1, 1)],
      'numeric_tie',
    ],
    [
      'a distance from the record',
      asked({ kind: 'robust', tolerance: { amount: 1 } }),
      [score(2, 2.5, 2)],
      'numeric_tie',
    ],
    ['nothing', asked({ kind: 'robust', tolerance: { amount: 1 } }), [score(2, 2, 2)], 'same'],
  ])('are compared by %s', (_, row, outputs, replayed) => {
    expect(compareOrders(row, outputs)).toBe(replayed);
  });
});
