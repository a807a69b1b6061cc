import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDown, nextUp, type Value } from '../table/index.js';
import { loansAudit } from '../testing/loans.js';
import { runs } from '../../../../tools/testing/runs.js';
import { WitnessFalse } from '../witness/index.js';
import { checkWitness } from './check-witness.js';
import {
  type Audit,
  askCases,
  type CaseResult,
  casesOf,
  type CertificateLine,
  checkAudit,
  engine,
  NO_CASES,
  type ShownInput,
} from './index.js';
import { shownInput } from './shown.js';

const RECORDS =
  'record_id,income,age,debt,children\nana,20000,30,0.9,1\nrui,90000,60,0.1,2\neva,40000,45,0.5,0\nkim,41006.813,45,0.5,0\n';

/** A row of each kind that shows something, and rows with each thing that bounds a change. */
const TABLE = `id,kind,where,vary,epsilon,protected,direction,output,expect,tolerance,distance,cost,max_changes
all,range,,,,,,p[1],,,,,
rich,range,income>=50000,,,,,p[1],>=0.1,,,,
N2,never,debt<=0.2,,,,,label,label=1,,,,
bands,always,debt<=0.5; age in 30|40,,,,,"band(low<0.2,mid<0.5,high)",band!=low,,,,
point,never,@records where label=1,,,,,p[1],>0.2,,,,
B2,robust,@records,,*=20%,,,label,same label,,,,1
B3,robust,@records,,income=20%; debt=0.3,,,label,same label,,l1,,
B5,robust,@records,,income=30%; debt=0.9,,,label,same label,,l1,,1
B4,robust,@records,,income=8000; debt=0.2,,,label,same label,,,,
D1,min_distance,@records,income; debt,,,,label,,,l1,debt=100000,
D2,min_distance,@records where label=0,income,,,,label,distance>=5000,,,,
D3,min_distance,@records,*,,,,label,,,l0,,
M1,monotone,,,,,debt down,p[1],nondecreasing,,,,
O1,dominance,debt<=0.5,,,,income up; children up,p[1],nondecreasing,0.01,,,
O2,dominance,@records,,income=30000,,income up; debt up,p[1],nonincreasing,,,,
O3,dominance,,,,,income up; debt down,p[1],nondecreasing,,,,
P2,protected_flip,debt<=0.1,,,age,,label,no flip,,,,
P3,protected_flip,@records,,,age; children,,"band(low<0.4,high)",no flip,,,,
G1,protected_gap,,,,age,,p[1],gap<=0.05,,,,
G2,protected_gap,income<=30000,,,children,,p[1],,,,,
S1,same_as_model,income>=100000,,,,,label,same label,,,,
S2,same_as_model,@records,,debt=0.4,,,p[1],same,0.1,,,
F1,drift,,,,,,p[1],<=0.2,,,,
F2,drift,debt<=0.3,,,,,p[1],,,,,
R1,recourse,@records where label=0,income;debt,,,income up,label,label=1,,,,
R2,recourse,@records where label=0,income;debt;children,,,,p[1],>=0.6,,linf,income=1;debt=1;children=1,2
E1,evasion,@records where label=1,*,,,,label,cost>=10,,,,
E2,evasion,@records where label=0,income;debt,,,,label,,,,,1
K1,stable_label,@records,,,,,label,same label,9000,,,
K2,stable_label,@records,,,,,label,same label,2ulp,,,
`;

interface Found {
  readonly audit: Audit;
  readonly results: readonly CaseResult[];
  readonly proofs: readonly CertificateLine[];
}

async function answered(): Promise<Found> {
  const audit = loansAudit({ table: TABLE, records: RECORDS });
  const results: CaseResult[] = [];
  const proofs: CertificateLine[] = [];
  const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    case: (_at, result, certificates) => {
      results.push(result);
      const id = audit.rows[result.row]?.id ?? '';
      proofs.push(
        ...certificates.map(({ record, question, bytes, bound }) => ({
          id,
          record,
          question,
          certificate: Buffer.from(bytes).toString('base64'),
          ...(bound !== undefined && { bound: Number.isFinite(bound) ? bound : null }),
        })),
      );
      return Promise.resolve();
    },
    failed: (_at, error) => {
      throw error;
    },
  });
  return { audit, results: results.filter(({ witness }) => witness !== null), proofs };
}

const asked = answered();

const checked = ({ audit }: Found, result: CaseResult): boolean => {
  const record = audit.records.find(({ id }) => id === result.record) ?? null;
  const property = audit.rows[result.row]?.property;
  if (!property) throw new Error('the row is read');
  try {
    checkWitness(audit, { property, record }, result);
    return true;
  } catch (error) {
    if (error instanceof WitnessFalse) return false;
    throw error;
  }
};

function nth<T>(list: readonly T[], at: number): T {
  const found = list[at];
  if (found === undefined) throw new RangeError(`nothing stands at ${at}`);
  return found;
}

const inputsOf = ({ witness }: CaseResult): readonly ShownInput[] => witness?.inputs ?? [];
const withInputs = (result: CaseResult, inputs: readonly ShownInput[], more: object = {}): CaseResult => ({
  ...result,
  witness: { ...result.witness!, inputs, ...more },
});

/** The input with other values, told as the model answers them, so that nothing but the values is wrong. */
function retold({ audit }: Found, input: ShownInput, change: ReadonlyMap<number, number>): ShownInput {
  const { features } = audit.vocabulary;
  const model = input.model === 'model' ? audit.model : audit.compare!;
  const values = input.values.map(({ value }, at): Value => change.get(at) ?? Math.fround(Number(value)));
  return shownInput(values, model.score(values), features, model.cells.summation.scores, input.model);
}

describe('a witness is held against its row by itself', () => {
  it('what the search finds is accepted, of every kind that shows something', async () => {
    const given = await asked;
    const kinds = given.results.map(({ row }) => given.audit.rows[row]?.kind);
    expect(new Set(kinds).size).toBe(14);
    expect(given.results.filter((result) => !checked(given, result))).toEqual([]);
  });

  it('names of a pair what differs between its two inputs, also around a record', async () => {
    const { audit, results } = await asked;
    const pairs = results.filter(({ row }) => /^(monotone|dominance|protected)/.test(audit.rows[row]?.kind ?? ''));
    expect(new Set(pairs.map(({ from }) => from === null))).toEqual(new Set([true, false]));
    for (const result of pairs) {
      const [first, second] = inputsOf(result).map(({ values }) => values.map(({ value }) => value));
      expect(result.witness?.changed).toEqual(NAMES.filter((_name, at) => first?.[at] !== second?.[at]));
    }
  });

  it('a proof is checked without one, also where the row is violated', async () => {
    const { audit, proofs } = await asked;
    const lines = await checkAudit(audit, proofs);
    expect(lines.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(lines.map(({ id }) => id)).toContain('D2');
  });

  it('what is told otherwise than it is, is refused: verdicts, labels, scores, bits, names, distances, bounds, models', async () => {
    const given = await asked;
    const accepted: unknown[] = [];
    let damaged = 0;
    const refuse = (what: string, result: CaseResult): void => {
      damaged += 1;
      if (checked(given, result)) accepted.push([given.audit.rows[result.row]?.id, result.record, what]);
    };
    for (const result of given.results) {
      const witness = result.witness!;
      const inputs = inputsOf(result);
      for (const verdict of ['vacuous', 'unsupported', 'input_error'] as const) refuse(verdict, { ...result, verdict });
      refuse('no input', withInputs(result, []));
      refuse('too many', withInputs(result, [...inputs, ...inputs, ...inputs]));
      refuse('changed', withInputs(result, inputs, { changed: [...witness.changed, 'none'] }));
      if (witness.changed.length > 0) refuse('unchanged', withInputs(result, inputs, { changed: [] }));
      refuse('distance', withInputs(result, inputs, { distance: (witness.distance ?? 0) * 1.0000001 + 1e-9 }));
      for (const side of ['at_least', 'at_most'] as const) {
        const own = result.bounds?.[side];
        // Of a range that is violated only the end that violates is shown.
        if (typeof own !== 'number' || (given.audit.rows[result.row]?.id === 'rich' && side === 'at_most')) continue;
        const inwards = side === 'at_least' ? own + 0.01 : own - 0.01;
        refuse(side, { ...result, bounds: { ...result.bounds!, [side]: inwards } });
      }
      for (const [at, input] of inputs.entries()) {
        const tell = (what: string, more: Partial<ShownInput>): void =>
          refuse(what, withInputs(result, inputs.with(at, { ...input, ...more })));
        tell('label', { label: input.label === 0 ? 1 : 0 });
        tell('no label', { label: null });
        tell('scores', { scores: input.scores.map((score) => score + 1e-6) });
        tell('score bits', { score_bits: input.score_bits.toReversed() });
        tell('model', { model: input.model === 'model' ? 'compare_model' : 'model' });
        tell('order', { values: input.values.toReversed() });
        const income = nth(input.values, 0);
        tell('value', { values: input.values.with(0, { ...income, value: '77' }) });
        tell('bits', { values: input.values.with(0, { ...income, bits: '7f800000' }) });
        tell('no bits', { values: input.values.with(0, { ...income, bits: null }) });
      }
    }
    expect(accepted).toEqual([]);
    expect(damaged).toBeGreaterThan(700);
  });

  it('an input that cannot be, or that is no neighbour, is refused though the model answers it as is told', async () => {
    const given = await asked;
    const accepted: unknown[] = [];
    let damaged = 0;
    for (const result of given.results)
      for (const [at, input] of inputsOf(result).entries()) {
        const impossible = [
          [0, -1],
          [0, 200_001],
          [1, 17],
          [1, 30.5],
          [1, 81],
          [2, 1.0000001],
          [2, Number.NaN],
          [3, 1.5],
          [3, 6],
        ];
        for (const [column, value] of impossible as [number, number][]) {
          damaged += 1;
          const inputs = inputsOf(result).with(at, retold(given, input, new Map([[column, value]])));
          if (checked(given, withInputs(result, inputs))) accepted.push([result, column, value]);
        }
      }
    expect(accepted).toEqual([]);
    expect(damaged).toBeGreaterThan(300);
  });

  it('other values are accepted only where they show it, by what each row says in words', async () => {
    const given = await asked;
    const accepted = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.nat(given.results.length - 1),
        fc.nat(1),
        fc.array(fc.tuple(fc.nat(3), fc.double({ min: -1, max: 1, noNaN: true })), { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        (place, which, moves, far) => {
          const result = nth(given.results, place);
          const { id, kind } = nth(given.audit.rows, result.row);
          const inputs = inputsOf(result);
          const at = which % inputs.length;
          const old = nth(inputs, at).values.map(({ value }) => Math.fround(Number(value)));
          const change = new Map(moves.map(([column, share]) => [column, moved(nth(old, column), column, share, far)]));
          const versions = inputs[1]?.model === 'compare_model';
          const others = inputs.map((input, i) => (i === at || versions ? retold(given, input, change) : input));
          const facts = factsOf(given, result, others);
          const { a, b, r } = facts;
          const pair = kind === 'monotone' || kind === 'dominance' || kind.startsWith('protected_');
          const other = result.from !== null && !pair ? r : kind === 'range' && !facts.violated ? a : b;
          const distance = result.witness?.distance === null ? null : distanceOf(id, facts);
          const told = withInputs(result, others, {
            changed: NAMES.filter((name) => a[name] !== other[name]),
            distance,
          });
          const bounds = result.bounds === null ? null : boundsOf(id, facts, result.bounds);
          const taken = checked(given, { ...told, bounds });
          const shows = possible(a) && possible(b) && SHOWS[id]?.(facts);
          if (taken) accepted.set(id, (accepted.get(id) ?? 0) + 1);
          expect({ id, taken, facts }).toEqual({ id, taken: shows, facts });
        },
      ),
      { numRuns: runs(3_000) },
    );
    expect([...accepted.keys()].length).toBeGreaterThan(15);
  });
});

const MOST = [200_000, 80, 1, 5];

/** Another value of a column: beside the old one, or anywhere. */
function moved(old: number, column: number, share: number, far: boolean): number {
  const most = nth(MOST, column);
  const value = far ? Math.abs(share) * most : old + share * most * 0.2;
  return column === 0 || column === 2 ? Math.fround(value) : Math.round(value);
}

const NAMES = ['income', 'age', 'debt', 'children'] as const;
type Name = (typeof NAMES)[number];
type Applicant = Readonly<Record<Name, number>>;

interface Facts {
  /** The first input and the second; where there is one, it twice. */
  readonly a: Applicant;
  readonly b: Applicant;
  /** The record; for a row about a region the first input. */
  readonly r: Applicant;
  readonly labels: { readonly a: unknown; readonly b: unknown; readonly r: unknown };
  /** p[1] of the two inputs. */
  readonly p: number;
  readonly q: number;
  /** The least end of a range, as it was proved. */
  readonly least: number | null;
  readonly violated: boolean;
}

function factsOf({ audit }: Found, result: CaseResult, inputs: readonly ShownInput[]): Facts {
  const [first, second = nth(inputs, 0)] = inputs;
  if (first === undefined) throw new Error('it shows an input');
  const own = result.from ?? first;
  const numbers = ({ values }: ShownInput): number[] => values.map(({ value }) => Math.fround(Number(value)));
  const of = (input: ShownInput): Applicant => {
    const [income = 0, age = 0, debt = 0, children = 0] = numbers(input);
    return { income, age, debt, children };
  };
  return {
    a: of(first),
    b: of(second),
    r: of(own),
    labels: { a: first.label, b: second.label, r: audit.model.score(numbers(own)).label },
    p: nth(first.scores, 1),
    q: nth(second.scores, 1),
    least: result.bounds?.at_least ?? null,
    violated: result.verdict === 'violated',
  };
}

const by = ({ a, r }: Facts, name: Name): number => Math.abs(a[name] - r[name]);
const count = (is: Facts): number => NAMES.filter((name) => by(is, name) > 0).length;

/** How far the first input is from the record, as each row counts. */
function distanceOf(id: string, is: Facts): number {
  const [income, debt, children] = [by(is, 'income'), by(is, 'debt'), by(is, 'children')];
  // Nothing is taken off by an age that never changes; where it does all is refused.
  const priced = (one: number, two: number): number => income * one + by(is, 'age') + debt * two + children;
  const { r } = is;
  if (id === 'B2' || id === 'D3') return count(is);
  if (id === 'B5') return income * (1 / (0.3 * r.income)) + debt * (1 / 0.9);
  if (id === 'B3') return income * (1 / (0.2 * r.income)) + debt * (1 / 0.3);
  if (id === 'D2') return income;
  if (id === 'R2') return Math.max(income, debt, children);
  return id === 'D1' ? priced(1, 100_000) : priced(0.001, 100);
}

/** What is told of bounds, of other values: as the row would tell them. */
function boundsOf(id: string, is: Facts, old: NonNullable<CaseResult['bounds']>): CaseResult['bounds'] {
  const { at_least: low, at_most: high } = old;
  if (/^[DRE]/.test(id)) return { at_least: Math.min(low ?? 0, distanceOf(id, is)), at_most: distanceOf(id, is) };
  if (!/^[GF]/.test(id)) return old;
  const gap = id.startsWith('F') ? Math.abs(is.p - is.q) : is.p - is.q;
  return { at_least: gap, at_most: Math.max(high ?? gap, gap) };
}

const f = Math.fround;
const between = (low: number, value: number, high: number): boolean => low <= value && value <= high;
const possible = ({ income, age, debt, children }: Applicant): boolean =>
  between(0, income, 200_000) && between(18, age, 80) && between(0, debt, 1) && between(0, children, 5);

const same = (one: Applicant, two: Applicant, ...but: readonly Name[]): boolean =>
  NAMES.every((name) => but.includes(name) || one[name] === two[name]);
/** Of these alone, income only grows and debt only falls. */
const grown = ({ a, r }: Facts, ...names: readonly Name[]): boolean =>
  same(a, r, ...names) && a.income >= r.income && a.debt <= r.debt;
const other = ({ labels }: Facts): boolean => labels.a !== labels.r;
const band = (p: number, ...ends: number[]): number => ends.filter((end) => p >= f(end)).length;

/** Each row of the table in other words. */
const SHOWS: Readonly<Record<string, (is: Facts) => boolean>> = {
  all: ({ p, q, least }) => p === least && q === 1,
  rich: ({ a, p, least }) => a.income >= 50_000 && p < f(0.1) && p >= (least ?? 1),
  N2: ({ a, labels }) => a.debt <= f(0.2) && labels.a !== 1,
  bands: ({ a, p }) => a.debt <= f(0.5) && [30, 40].includes(a.age) && band(p, 0.2, 0.5) === 0,
  point: ({ a, r, p }) => same(a, r) && p <= f(0.2),
  B2: (is) =>
    grown(is, 'income', 'debt', 'children') &&
    count(is) <= 1 &&
    NAMES.every((name) => by(is, name) <= 0.2 * is.r[name]) &&
    other(is),
  B3: (is) =>
    grown(is, 'income', 'debt') &&
    by(is, 'income') <= 0.2 * is.r.income &&
    by(is, 'debt') <= 0.3 &&
    distanceOf('B3', is) <= 1 &&
    other(is),
  B5: (is) => grown(is, 'income', 'debt') && count(is) <= 1 && distanceOf('B5', is) <= 1 && other(is),
  B4: (is) => grown(is, 'income', 'debt') && by(is, 'income') <= 8_000 && by(is, 'debt') <= 0.2 && other(is),
  D1: (is) => grown(is, 'income', 'debt') && other(is),
  D2: (is) => grown(is, 'income') && other(is) && by(is, 'income') < 5_000 === is.violated,
  D3: (is) => grown(is, 'income', 'debt', 'children') && other(is),
  M1: ({ a, b, p, q }) => same(a, b, 'debt') && a.debt <= b.debt && p < q,
  O1: ({ a, b, p, q }) =>
    Math.max(a.debt, b.debt) <= f(0.5) &&
    same(a, b, 'income', 'children') &&
    a.income <= b.income &&
    a.children <= b.children &&
    p - q > 0.01,
  O2: ({ a, b, r, p, q }) =>
    same(a, r, 'income') &&
    same(b, r, 'income') &&
    [a, b].every(({ income }) => Math.abs(income - r.income) <= 30_000) &&
    a.income <= b.income &&
    p < q,
  O3: ({ a, b, p, q }) => same(a, b, 'income', 'debt') && a.income <= b.income && a.debt >= b.debt && p > q,
  P2: ({ a, b, labels }) => Math.max(a.debt, b.debt) <= f(0.1) && same(a, b, 'age') && labels.a !== labels.b,
  P3: ({ a, b, r, p, q }) =>
    same(a, r, 'age', 'children') && same(b, r, 'age', 'children') && band(p, 0.4) !== band(q, 0.4),
  G1: ({ a, b, p, q }) => same(a, b, 'age') && p - q > 0.05,
  G2: ({ a, b }) => Math.max(a.income, b.income) <= 30_000 && same(a, b, 'children'),
  S1: ({ a, labels }) => a.income >= 100_000 && labels.a !== labels.b,
  S2: (is) => grown(is, 'debt') && by(is, 'debt') <= 0.4 && Math.abs(is.p - is.q) > 0.1,
  F1: ({ p, q }) => Math.abs(p - q) > 0.2,
  F2: ({ a }) => a.debt <= f(0.3),
  R1: (is) => grown(is, 'income', 'debt') && is.labels.a === 1,
  R2: (is) => grown(is, 'income', 'debt', 'children') && count(is) <= 2 && is.p >= f(0.6),
  E1: (is) => grown(is, 'income', 'debt', 'children') && other(is) && distanceOf('E1', is) < 10 === is.violated,
  E2: (is) => grown(is, 'income', 'debt') && count(is) <= 1 && other(is),
  K1: (is) =>
    is.a.age === is.r.age &&
    (['income', 'debt', 'children'] as const).every((name) => by(is, name) <= 9_000) &&
    other(is),
  K2: (is) =>
    same(is.a, is.r, 'income', 'debt') &&
    NAMES.every((name) => neighbours(is.r[name]).includes(is.a[name])) &&
    other(is),
};

const neighbours = (value: number): number[] => {
  const next = (from: number): number[] => [nextDown(from, 'float32'), nextUp(from, 'float32')];
  return [value, ...next(value), ...next(value).flatMap(next)];
};
