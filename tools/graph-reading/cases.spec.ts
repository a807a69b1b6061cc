import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf, type Rule } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { verifyGraph } from '@ostiary/graph/verify';
import { describe, expect, test } from 'vitest';

/** A small graph, and the verdict that the page demands of its one rule. */
interface Case {
  readonly case: string;
  readonly decides: string;
  readonly graph: unknown;
  /** Absent: four writes that are called `a` to `d`. */
  readonly catalogue?: unknown;
  readonly rules: readonly Rule[];
  readonly verdict: string;
  /** How many steps the path has. */
  readonly nodes?: number;
}

const cases = JSON.parse(readFileSync(join(import.meta.dirname, 'cases', 'cases.json'), 'utf8')) as readonly Case[];

const writes = {
  name: 'tools',
  tools: ['a', 'b', 'c', 'd'].map((name) => ({ name, classes: ['write'], args: { kind: 'record', fields: {} } })),
};

describe('what a third reading of the pages demands', () => {
  test.each(cases)('$case', ({ graph, catalogue, rules, verdict, nodes }) => {
    const read = readDocument(JSON.stringify(graph));
    const known = readAnyCatalogue(catalogue ?? writes);
    if (!read.ok || !known.ok) throw new Error(JSON.stringify([read, known]));
    const { verdicts } = verifyGraph(read, effectsOf(known.catalogue), { rules, fixes: false });
    // What runs say that end in failure is told beside.
    const [one] = verdicts.filter(({ kind }) => kind !== 'aborted_run');
    expect(one?.verdict).toBe(verdict);
    expect(one?.path?.length).toBe(nodes ?? one?.path?.length);
  });
});
