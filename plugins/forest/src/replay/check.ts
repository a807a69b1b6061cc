/** Whether the runtime gives, bit by bit, what a witness says. */
import type { Replay, ShownInput } from '../audit/index.js';
import type { ColumnType } from '../model/index.js';
import type { Replayed, RuntimeOutput } from './protocol.js';

/** The runtime does not give what our reading of the model gives: an error of ours, and never a finding. */
class ReplayMismatch extends Error {
  constructor(input: ShownInput, { alone }: Replayed) {
    super(
      `the runtime disagrees about an input: ${JSON.stringify({ input: input.values.map(({ bits, value }) => bits ?? value), ours: [input.label, input.score_bits], runtime: alone })}`,
    );
    this.name = 'ReplayMismatch';
  }
}

const view = new DataView(new ArrayBuffer(8));

/** A number from its bits, hexadecimal: 8 digits of a float32, 16 of a float64 or of a whole number. */
export function fromBits(bits: string, type: ColumnType): number {
  if (bits.length === 8) {
    view.setUint32(0, Number.parseInt(bits, 16));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return type === 'float64' ? view.getFloat64(0) : Number(view.getBigInt64(0));
}

/**
 * @returns how the runtime's other ways of adding compare with the first
 * @throws ReplayMismatch when alone and with one thread it gives other bits than ours
 */
export function compareReplay(input: ShownInput, replayed: Replayed): Exclude<Replay, 'not_replayed'> {
  const { alone, batch, threads } = replayed;
  if (!isSame(alone, input)) throw new ReplayMismatch(input, replayed);
  if (batch.label !== alone.label || threads.label !== alone.label) return 'numeric_tie';
  const others = [batch, threads].every(({ scores }) => sameScores(scores, alone.scores));
  return others ? 'same' : 'same_label';
}

function isSame({ label, scores }: RuntimeOutput, ours: Pick<ShownInput, 'label' | 'scores'>): boolean {
  // A model may give no scores, or no label; what it gives has to agree.
  const labels = label === null || ours.label === null || label === ours.label;
  return labels && (scores.length === 0 || sameScores(scores, ours.scores));
}

const sameScores = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length &&
  one.every((score, at) => Object.is(score, other[at]) || (score === 0 && other[at] === 0));
