/** Properties of two inputs of one model. */
import { type Apart, labelsDiffer, type Violation } from '../search/index.js';
import { rangeAround } from './around.js';
import { type Case, existsVerdict, measure, overRegions, type Second } from './case.js';
import { difference, differentBands, greatestDifference, linear, withinLimit } from './differences.js';
import type { Judged } from './verdict.js';

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

/** Where a row is about a record, all but what is protected is as in it. */
const regionOfPair = ({ property, record, names }: Case): Case['property']['region'] =>
  record === null
    ? property.region
    : rangeAround(record, { free: property.protected, epsilon: null, direction: new Map() }, names);

/** Whether inputs that differ in protected features alone get another answer. */
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

/** How far apart the scores of such inputs are at most. */
export async function protectedGap(asked: Case): Promise<Judged> {
  const { property, model } = asked;
  const own = linear(measure(model, property.output));
  const pair = apart(property.protected);
  const gap = await greatestDifference(asked, own, own, pair, regionOfPair(asked), false);
  const { expect } = property;
  if (expect === null || !('value' in expect)) return gap;
  return withinLimit(asked, gap, [difference(own, own, 1, expect.op, expect.value)], pair, regionOfPair(asked));
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
  en: 'The sums of the trees break the direction somewhere, but the scores rounded from them are equal there. Ask score[...].',
  pt: 'As somas das árvores contrariam a direção algures, mas as pontuações delas arredondadas são aí iguais. Pergunte score[...].',
};
