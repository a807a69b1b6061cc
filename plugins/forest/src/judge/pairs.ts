/** Properties of two inputs, or of two models. */
import { type Apart, type Form, labelsDiffer, type Violation } from '../search/index.js';
import { type Case, emptyPart, existsVerdict, type JudgedModel, measure, overRegions, type Second } from './case.js';
import { rangeAround, waysOf } from './around.js';
import { formWhere, type Measure } from './measure.js';
import { Unsupported } from './unsupported.js';
import { judged, type Judged, openBecause } from './verdict.js';

/** Both inputs are of the region, and differ in these columns only. A column that follows from what both share is the same in both. */
const apart = (columns: readonly number[], how: (column: number) => Apart = () => 'free'): Second => ({
  input: (region) => {
    let left = columns;
    for (let before = -1; before !== left.length;) {
      before = left.length;
      const own = left;
      left = own.filter(
        (column) =>
          region.derived?.some((each) => each.column === column && !each.of.some((of) => own.includes(of))) !== true,
      );
    }
    return { region, apart: left.map((column) => ({ column, how: how(column) })) };
  },
  of: 'same model',
});

/** The same input, asked of two models. */
const sameInput: Second = { input: (region) => ({ region, apart: [] }), of: 'other version' };

export async function protectedFlip(asked: Case): Promise<Judged> {
  const { property, model, ask } = asked;
  const { output } = property;
  const violation = output.kind === 'label' ? labelsDiffer(model.forest.outcome) : differentBands(asked, model, model);
  return overRegions(
    asked,
    regionOfPair(asked),
    (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation),
    apart(property.protected),
  );
}

/** Where a row is about a record, all but what is protected is as in it. */
const regionOfPair = ({ property, record, names }: Case): Case['property']['region'] =>
  record === null
    ? property.region
    : rangeAround(record, { free: property.protected, epsilon: null, direction: new Map() }, names);

function differentBands({ property }: Case, first: JudgedModel, second: JudgedModel): Violation {
  const { output } = property;
  if (output.kind !== 'bands')
    throw new Unsupported({
      en: 'Of a score it cannot be said whether it flips: write label or band(...).',
      pt: 'De uma pontuação não se pode dizer se muda: escreva label ou band(...).',
    });
  const [own, other] = [measure(first, output), measure(second, output)];
  const form = (of: Measure, op: '<' | '>=', below: number, copy: 0 | 1): Form =>
    formWhere(of, (copy === 0 ? first : second).forest.summation.arithmetic, op, below, copy);
  return output.bands.flatMap(({ below }) =>
    below === null
      ? []
      : [
          [form(own, '<', below, 0), form(other, '>=', below, 1)],
          [form(own, '>=', below, 0), form(other, '<', below, 1)],
        ],
  );
}

function linear(own: Measure): Measure {
  if (own.linear) return own;
  throw new Unsupported({
    en: 'Differences of this score are not differences of sums of trees: write score[0].',
    pt: 'Diferenças desta pontuação não são diferenças de somas de árvores: escreva score[0].',
  });
}

export async function protectedGap(asked: Case): Promise<Judged> {
  const { property, model } = asked;
  const own = linear(measure(model, property.output));
  const pair = apart(property.protected);
  const gap = await greatestDifference(asked, own, own, pair, regionOfPair(asked), false);
  const { expect } = property;
  if (expect === null || !('value' in expect)) return gap;
  return withinLimit(asked, gap, [difference(own, own, 1, expect.op, expect.value)], pair, regionOfPair(asked));
}

/** What violates a limit that a difference of two sums is held to. */
function difference(first: Measure, second: Measure, sign: 1 | -1, op: '<=' | '<' | '>=' | '>', limit: number): Form {
  if (op === '>=' || op === '>')
    throw new Unsupported({ en: 'A gap is to be at most something.', pt: 'Uma diferença deve ser no máximo algo.' });
  return {
    terms: [
      { copy: 0, target: first.target, weight: sign },
      { copy: 1, target: second.target, weight: sign === 1 ? -1 : 1 },
    ],
    relation: op === '<=' ? '>' : '>=',
    threshold: limit,
  };
}

/**
 * The verdict on a difference, which the greatest one was looked for: bounds of differences are met up to rounding, so the limit is
 * asked by itself, and exactly.
 */
async function withinLimit(
  asked: Case,
  greatest: Judged,
  forms: readonly Form[],
  input: Second,
  region: Case['property']['region'],
): Promise<Judged> {
  if (greatest.verdict === 'vacuous') return greatest;
  const violation = forms.map((form) => [form]);
  const own = await overRegions(
    asked,
    region,
    (subject, part) => existsVerdict(asked.ask, `limit${part}`, subject, violation),
    input,
  );
  const best = greatest.bounds?.atLeast ?? Number.NEGATIVE_INFINITY;
  const far = forms.some(({ relation, threshold }) => (relation === '>' ? best > threshold : best >= threshold));
  return {
    ...own,
    bounds: greatest.bounds,
    witness: far ? greatest.witness : own.witness,
    certificates: own.verdict === 'proved' ? [...greatest.certificates, ...own.certificates] : own.certificates,
  };
}

/** The greatest difference of two sums over a region: `proved` where it is settled. */
async function greatestDifference(
  asked: Case,
  first: Measure,
  second: Measure,
  input: Second,
  region: Case['property']['region'],
  either: boolean,
): Promise<Judged> {
  const parts: { readonly low: number; readonly high: number; readonly own: Judged }[] = [];
  const whole = await overRegions(
    asked,
    region,
    async (subject, part) => {
      const found: { readonly name: string; readonly answer: Awaited<ReturnType<typeof asked.ask.greatest>> }[] = [];
      for (const sign of either ? ([1, -1] as const) : ([1] as const)) {
        const minus = sign === 1 ? -1 : 1;
        const name = `greatest${sign === 1 ? '' : ':other'}${part}`;
        const answer = await asked.ask.greatest(name, subject, {
          kind: 'greatest',
          terms: [
            { copy: 0, target: first.target, weight: sign },
            { copy: 1, target: second.target, weight: minus },
          ],
        });
        found.push({ name, answer });
      }
      const empty = found.find(({ answer }) => answer.verdict === 'vacuous');
      if (empty !== undefined) return emptyPart(empty.name, empty.answer);
      const high = Math.max(...found.map(({ answer }) => answer.most));
      const best = found.reduce((a, b) =>
        (b.answer.least ?? -Infinity) > (a.answer.least ?? -Infinity) ? b : a,
      ).answer;
      const open = found.find(({ answer }) => answer.verdict === 'undecided');
      const own = judged(open === undefined ? 'proved' : 'undecided', {
        reason: open === undefined ? null : openBecause(open.answer),
        witness: best.witness ?? null,
        bounds: { atLeast: best.least ?? null, atMost: high },
        certificates: found.flatMap(({ name, answer }) =>
          answer.certificate === undefined ? [] : [{ question: name, bytes: answer.certificate, bound: answer.most }],
        ),
      });
      parts.push({ low: best.least ?? Number.NEGATIVE_INFINITY, high, own });
      return own;
    },
    input,
  );
  const [first_] = parts;
  if (first_ === undefined) return whole;
  const best = parts.reduce((a, b) => (b.low > a.low ? b : a), first_);
  const high = Math.max(...parts.map((part) => part.high));
  return {
    ...whole,
    witness: best.own.witness,
    bounds: { atLeast: best.own.bounds?.atLeast ?? null, atMost: high },
    certificates: whole.verdict === 'proved' ? whole.certificates : parts.flatMap(({ own }) => own.certificates),
  };
}

/** Of two inputs the one that is no worse in each direction scores no worse. */
export async function dominance(asked: Case): Promise<Judged> {
  const { property, model, ask } = asked;
  const own = measure(model, property.output);
  const ways = [...property.direction];
  const [way] = ways.map(([, each]) => each);
  // Of the feature that is named first the first input has the smaller value. Moving from one to the other along the direction, the
  // score may not fall (or rise).
  const mayNotFall = (way === 'up') === (property.expect?.kind === 'nondecreasing');
  const firstGreater = mayNotFall === own.rising;
  const tolerance = property.tolerance !== null && 'amount' in property.tolerance ? property.tolerance.amount : 0;
  if (tolerance > 0) linear(own);
  const terms = [
    { copy: 0, target: own.target, weight: firstGreater ? 1 : -1 },
    { copy: 1, target: own.target, weight: firstGreater ? -1 : 1 },
  ] as const;
  // A number that no sum changes never falls: it is asked whether a sum is beyond all numbers, which proves it with a certificate.
  const constant = own.of(-LARGE) === own.of(LARGE);
  const violation: Violation = [
    [
      constant
        ? { terms: [terms[0]], relation: '>', threshold: Number.POSITIVE_INFINITY }
        : { terms, relation: '>', threshold: tolerance },
    ],
  ];
  const columns = ways.map(([column]) => column);
  const region =
    asked.record === null
      ? property.region
      : rangeAround(asked.record, { free: columns, epsilon: property.epsilon, direction: new Map() }, asked.names);
  const found = await overRegions(
    asked,
    region,
    (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation),
    apart(columns, (column) => (property.direction.get(column) === way ? 'ordered' : 'reversed')),
  );
  const [first, second] = found.witness?.sums.map((sums) => own.of(sums[own.target] ?? Number.NaN)) ?? [];
  const alike = found.verdict === 'violated' && !own.linear && first === second;
  return alike ? { ...found, verdict: 'undecided', reason: ROUNDED, witness: null } : found;
}

/** Beyond it no sum of a model lies. */
const LARGE = 2 ** 126;

const ROUNDED = {
  en: 'The sums of the trees fall somewhere, where the scores that are rounded from them are equal; ask score[...].',
  pt: 'As somas das árvores descem onde as pontuações delas arredondadas são iguais; pergunte score[...].',
};

function versions(asked: Case): JudgedModel {
  if (asked.second !== null) return asked.second;
  throw new Unsupported({
    en: 'There is no other model: send it as compare_model.',
    pt: 'Não há outro modelo: envie-o como compare_model.',
  });
}

/** Inputs of the row: its region, or a record with what is free around it. */
const regionOfVersions = ({ property, record, names }: Case): Case['property']['region'] =>
  record === null
    ? property.region
    : rangeAround(record, property.epsilon === null ? { ...property, free: [] } : waysOf(property, names), names);

export async function sameAsModel(asked: Case): Promise<Judged> {
  const { property, model, ask } = asked;
  const other = versions(asked);
  const { output, tolerance } = property;
  const violation: Violation =
    output.kind === 'label'
      ? labelsDiffer(model.forest.outcome, other.forest.outcome)
      : output.kind === 'bands'
        ? differentBands(asked, model, other)
        : farApart(asked, other, tolerance !== null && 'amount' in tolerance ? tolerance.amount : 0);
  return overRegions(
    asked,
    regionOfVersions(asked),
    (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation),
    sameInput,
  );
}

function farApart({ property, model }: Case, other: JudgedModel, tolerance: number): Violation {
  const [own, second] = [linear(measure(model, property.output)), linear(measure(other, property.output))];
  return ([1, -1] as const).map((sign) => [difference(own, second, sign, '<=', tolerance)]);
}

/** How far two versions are apart, at most, and whether a band changes. */
export async function drift(asked: Case): Promise<Judged> {
  const { property, model } = asked;
  const other = versions(asked);
  const { output, expect, tolerance } = property;
  const bands = output.kind === 'bands' || output.kind === 'label' ? await sameAsModel(asked) : null;
  if (output.kind === 'label') return bands ?? judged('unsupported');
  const [own, second] = [measure(model, output), measure(other, output)];
  if (bands?.verdict === 'violated' || !own.linear || !second.linear)
    return bands ?? judged('unsupported', { reason: NOT_LINEAR });
  const gap = await greatestDifference(asked, own, second, sameInput, regionOfVersions(asked), true);
  const limit =
    tolerance !== null && 'amount' in tolerance
      ? tolerance.amount
      : expect !== null && 'value' in expect
        ? expect.value
        : null;
  const op = expect !== null && 'value' in expect ? expect.op : '<=';
  const forms = limit === null ? [] : ([1, -1] as const).map((sign) => difference(own, second, sign, op, limit));
  const far = limit === null ? gap : await withinLimit(asked, gap, forms, sameInput, regionOfVersions(asked));
  if (bands === null || far.verdict === 'violated') return far;
  const open = [bands, far].find(({ verdict }) => verdict !== 'proved');
  return { ...(open ?? far), bounds: far.bounds, certificates: [...bands.certificates, ...far.certificates] };
}

const NOT_LINEAR = {
  en: 'Differences of this score are not differences of sums of trees: write score[0].',
  pt: 'Diferenças desta pontuação não são diferenças de somas de árvores: escreva score[0].',
};
