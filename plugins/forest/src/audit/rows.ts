import { VERDICTS, type Verdict } from '../judge/index.js';
import { Names, regionOf, type TableRow } from '../table/index.js';
import type { Audit } from './audit.js';
import type { CaseResult, RowResult } from './result.js';
import { usedText } from './shown.js';
import { isWeighted, quotient, unitsOf } from './weights.js';

/** What each row of a table came to, from what came of its questions (in any order of rows, in order within a row). */
export class RowTally {
  private readonly rows: (Tally | undefined)[] = [];
  private readonly weighs: boolean;

  constructor(private readonly audit: Pick<Audit, 'rows' | 'vocabulary' | 'records'>) {
    this.weighs = isWeighted(audit.records);
  }

  /** @param weight of the record that the question is about */
  add(result: CaseResult, weight = 1): void {
    const known = (this.rows[result.row] ??= {
      counts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>,
      weights: none(),
      shown: new Map(),
      nodes: 0,
      distances: [] as number[],
    });
    known.counts[result.verdict] += 1;
    if (this.weighs) known.weights[result.verdict] += unitsOf(weight);
    known.nodes += result.nodes;
    const distance = result.witness?.distance ?? null;
    if (distance !== null && known.distances.length < KEPT) known.distances.push(distance);
    const before = known.shown.get(result.verdict);
    if (before === undefined || nearer(result, before)) known.shown.set(result.verdict, result);
  }

  /** What was added, as data: `merge` of another tally takes it. */
  state(): TallyState[] {
    return this.rows.flatMap((tally, row) =>
      tally === undefined
        ? []
        : [
            {
              row,
              counts: tally.counts,
              weights: this.weighs ? VERDICTS.map((verdict) => tally.weights[verdict].toString(16)) : null,
              nodes: tally.nodes,
              shown: [...tally.shown.values()],
              distances: tally.distances,
            },
          ],
    );
  }

  /** Takes what other parts added, in the order of the parts. */
  merge(states: readonly TallyState[]): void {
    for (const { row, counts, weights, nodes, shown, distances } of states) {
      const kept = [...(this.rows[row]?.distances ?? [])];
      for (const result of shown) this.add({ ...result, nodes: 0 }, 0);
      const known = this.rows[row];
      if (known === undefined) continue;
      known.nodes += nodes;
      known.distances = [...kept, ...distances].slice(0, KEPT);
      // Each that is shown was counted already.
      for (const [at, verdict] of VERDICTS.entries()) {
        known.weights[verdict] += BigInt(`0x${weights?.[at] ?? '0'}`);
        known.counts[verdict] += counts[verdict] - shown.filter((each) => each.verdict === verdict).length;
      }
    }
  }

  results(): RowResult[] {
    const { rows, vocabulary } = this.audit;
    const whole = regionOf([], new Names(vocabulary));
    return rows.map((row, at): RowResult => {
      const { index, line, id, kind, title, severity, note, extra, property, flaws, empty } = row;
      const told = { index, line, id, kind, title, severity, note, extra, flaws };
      const used = property === null ? [] : usedText(property, vocabulary.features, whole);
      const bare = {
        ...told,
        used,
        records: null,
        weighted: null,
        shown: null,
        nodes: 0,
        distances: [],
        limit: limitOf(property),
      };
      if (property === null) return { ...bare, verdict: 'input_error', reason: flaws[0]?.words ?? null };
      if (empty !== null) return { ...bare, verdict: 'vacuous', reason: empty };
      const tally = this.rows[at];
      if (tally === undefined) return { ...bare, verdict: 'vacuous', reason: NO_RECORD };
      const verdict = VERDICTS.find((each) => tally.counts[each] > 0) ?? 'vacuous';
      const shown = tally.shown.get(verdict) ?? null;
      return {
        ...bare,
        verdict,
        reason: shown?.reason ?? null,
        records: property.where.records ? tally.counts : null,
        weighted: property.where.records && this.weighs ? sharesOf(tally.weights) : null,
        shown,
        nodes: tally.nodes,
        distances: tally.distances,
      };
    });
  }
}

/** What came of one row, as data. */
export interface TallyState {
  readonly row: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** By verdict, in units of `weights.ts` in hexadecimal; null where all records weigh the same. */
  readonly weights: readonly string[] | null;
  readonly nodes: number;
  /** The first, or nearest, of each verdict. */
  readonly shown: readonly CaseResult[];
  readonly distances: readonly number[];
}

interface Tally {
  readonly counts: Record<Verdict, number>;
  readonly weights: Record<Verdict, bigint>;
  readonly shown: Map<Verdict, CaseResult>;
  nodes: number;
  distances: number[];
}

const none = (): Record<Verdict, bigint> =>
  Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0n])) as Record<Verdict, bigint>;

/** Null where nothing weighs anything. */
function sharesOf(weights: Tally['weights']): RowResult['weighted'] {
  const whole = VERDICTS.reduce((sum, verdict) => sum + weights[verdict], 0n);
  if (whole === 0n) return null;
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, quotient(weights[verdict], whole)])) as Record<
    Verdict,
    number
  >;
}

/** Distances that are kept of one row: what a picture of their distribution can tell. */
const KEPT = 20_000;

const NO_RECORD = {
  en: 'No record meets the conditions, or none was given.',
  pt: 'Nenhum registo cumpre as condições, ou nenhum foi dado.',
};

function nearer({ witness }: CaseResult, { witness: before }: CaseResult): boolean {
  const [own, other] = [witness?.distance ?? null, before?.distance ?? null];
  return own !== null && other !== null && own < other;
}

const limitOf = (property: TableRow['property']): number | null => {
  if (property?.expect !== null && property?.expect !== undefined && 'value' in property.expect)
    return property.expect.value;
  return property !== null && property.tolerance !== null && 'amount' in property.tolerance
    ? property.tolerance.amount
    : null;
};
