/** Between what the score of a box lies: proved, and as close as a few nodes of search bring it. */
import { measureOf, unsupportedBecause } from '../judge/index.js';
import { askGreatest, prepare, type Subject, type Terms, type ViolatingBox } from '../search/index.js';
import type { Output } from '../table/index.js';
import type { LoweredModel } from './model.js';
import type { ShownBounds } from './result.js';

/** Nodes for each end of each box. Where they are not enough the ends are wider than they could be, and hold all the same. */
const NODES = 200;

/**
 * @param subject of the enumeration that gave the boxes
 * @param output that was looked at; of a label and of bands, the score of a yes
 * @returns null where the score is not a function of one sum
 */
export function boxScorer(
  subject: Subject,
  output: Output,
  { cells, finish }: Pick<LoweredModel, 'cells' | 'finish'>,
): ((box: Pick<ViolatingBox, 'first' | 'last'>) => ShownBounds) | null {
  const measure = scoreOf(output, cells, finish);
  if (measure === null) return null;
  const { target, rising, of } = measure;
  return ({ first, last }) => {
    const columns = cells.columns.map((_, column) => ({
      column,
      cells: Array.from(
        { length: (last[column] ?? 0) - (first[column] ?? 0) + 1 },
        (__, at) => (first[column] ?? 0) + at,
      ),
      missing: 'allowed' as const,
    }));
    const { region } = subject;
    const within = prepare({ ...subject, region: { ...region, columns: [...region.columns, ...columns] } });
    const most = (weight: 1 | -1): number => {
      const terms: Terms = [{ copy: 0, target, weight }];
      return weight * askGreatest(within, terms, { nodes: NODES }).most;
    };
    const ends = [of(most(-1)), of(most(1))];
    const [least = Number.NaN, greatest = Number.NaN] = rising ? ends : ends.toReversed();
    return { at_least: finite(least), at_most: finite(greatest) };
  };
}

function scoreOf(output: Output, cells: LoweredModel['cells'], finish: LoweredModel['finish']) {
  const own: Output = output.kind === 'label' ? { kind: 'bands', bands: [] } : output;
  try {
    return measureOf(own, cells, finish);
  } catch (error) {
    // Any other error is thrown again.
    unsupportedBecause(error);
    return null;
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
