/** All inputs around a record that have another answer than they should: what an enumeration asks. */
import type { Question, Region as SearchRegion, Subject } from '../search/index.js';
import { rangeAround, distanceOf, waysOf } from './around.js';
import type { Case } from './case.js';
import { otherAnswer } from './expected.js';
import { searchRegions } from './space.js';
import { Unsupported } from './unsupported.js';

/** What is asked of the inputs around one record, and where these are. */
export interface Surround {
  readonly subject: Subject;
  readonly question: Omit<Extract<Question, { kind: 'all' }>, 'boxes'>;
}

/**
 * The inputs that a row of kind `robust` is about, of one record. Their distance is the greatest share of its radius that a feature uses.
 * @throws Unsupported where they lie in several regions, or the model cannot be asked so
 */
export function surround(asked: Omit<Case, 'ask'>): Surround {
  const { property, record, names, model } = asked;
  if (record === null) throw new TypeError('an enumeration is about records');
  const ways = waysOf(property, names);
  const regions = searchRegions(rangeAround(record, ways, names), model.forest, names);
  const [region, another] = regions;
  if (region === undefined || another !== undefined)
    throw new Unsupported({
      en: `The inputs around the record lie in ${regions.length} separate regions. Only one region can be enumerated.`,
      pt: `As entradas em redor do registo ficam em ${regions.length} regiões separadas. Só se pode enumerar uma região.`,
    });
  const { derived = [], ...apart } = region satisfies SearchRegion;
  const moves = new Set(ways.free);
  const tied = derived.find(({ column, of }) => [column, ...of].some((each) => moves.has(each)));
  if (tied !== undefined) {
    const name = names.vocabulary.features[tied.column]?.name ?? '';
    throw new Unsupported({
      en: `"${name}" is derived from other features. Boxes need features that change independently: leave all of these out of the radius.`,
      pt: `"${name}" obtém-se de outras características. As caixas precisam de características que mudam por si: deixe-as todas fora do raio.`,
    });
  }
  const share = (column: number): number => {
    const amount = property.epsilon?.get(column);
    const own = record.values[column];
    const reach =
      amount === undefined || typeof own !== 'number' || Number.isNaN(own)
        ? 0
        : amount.relative
          ? amount.value * Math.abs(own)
          : amount.value;
    // Of what has no number, any change is the whole of it.
    return reach > 0 ? 1 / reach : 1;
  };
  return {
    // The record meets what does not move by itself.
    subject: { forest: model.forest, region: apart },
    question: {
      kind: 'all',
      violation: otherAnswer(asked),
      // The region holds the radius already; a share that rounding makes a little more than the whole is in it.
      within: { distance: distanceOf('max', record, property, names, model.forest, share), radius: 1 + 1e-9 },
    },
  };
}
