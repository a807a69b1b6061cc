/** Whether the answer to a record stays: within amounts, and within what rounding can do. */
import type { Violation } from '../search/index.js';
import { changes, distanceOf, rangeAround, subsets, waysOf } from './around.js';
import { type Case, existsVerdict, overRegions } from './case.js';
import { otherAnswer } from './expected.js';
import { type Judged, worst } from './verdict.js';

/** Whether a record keeps its answer within amounts. */
export async function robust(asked: Case): Promise<Judged> {
  const { property, record, names, model, ask } = asked;
  if (record === null) throw new TypeError('robust is about records');
  const region = rangeAround(record, waysOf(property, names), names);
  const { distance, maxChanges } = property;
  const violation = otherAnswer(asked);
  if (distance === 'l1') return robustInSum(asked, violation);
  if (distance === 'l0' || maxChanges !== null) {
    const counted = distanceOf('count', record, property, names, model.forest, () => 1);
    return overRegions(asked, region, (subject, part) =>
      existsVerdict(ask, `exists${part}`, subject, violation, {
        within: { distance: counted, radius: maxChanges ?? 1 },
      }),
    );
  }
  return overRegions(asked, region, (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation));
}

/** The amounts are a budget that all changes share: the sum of the shares that are used is at most one. */
async function robustInSum(asked: Case, violation: Violation): Promise<Judged> {
  const { property, record, names, model, ask } = asked;
  if (record === null) throw new TypeError('robust is about records');
  const price = (column: number): number => {
    const amount = property.epsilon?.get(column);
    const own = record.values[column];
    if (amount === undefined || typeof own !== 'number' || (amount.relative && Number.isNaN(own)))
      return Number.POSITIVE_INFINITY;
    return 1 / (amount.relative ? amount.value * Math.abs(own) : amount.value);
  };
  const parts: Judged[] = [];
  for (const free of subsets(property.free, property.maxChanges ?? property.free.length)) {
    const name = parts.length === 0 ? 'exists' : `exists:${free.join('+')}`;
    const share = distanceOf('sum', record, { ...property, free }, names, model.forest, price);
    const region = rangeAround(record, waysOf({ ...property, free }, names), names);
    const found = await overRegions(asked, region, (subject, part) =>
      existsVerdict(ask, `${name}${part}`, subject, violation, { within: { distance: share, radius: 1 } }),
    );
    if (found.verdict === 'violated') return found;
    parts.push(found);
  }
  return worst(parts);
}

/** Whether neighbours by the last digit of each number, and any order of additions, give the same label. */
export async function stableLabel(asked: Case): Promise<Judged> {
  const { property, record, names, ask } = asked;
  if (record === null) throw new TypeError('stable_label is about records');
  const violation = otherAnswer(asked);
  const tolerance = property.tolerance ?? { ulps: 1 };
  const region = changes(record, property, tolerance, names);
  const own = await overRegions(asked, region, (subject, part) =>
    existsVerdict(ask, `exists${part}`, subject, violation, { anyOrder: true }),
  );
  if (own.numericTie === null || own.verdict !== 'proved') return own;
  return { ...own, verdict: 'undecided', reason: TIE, witness: own.numericTie };
}

const TIE = {
  en: 'With one thread the label stays. With another order of additions it may change.',
  pt: 'Com um só fio a classe mantém-se. Com outra ordem de somas pode mudar.',
};
