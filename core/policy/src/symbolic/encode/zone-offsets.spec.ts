import { describe, expect, it } from 'vitest';
import { clockOf } from '../../evaluate/zone-clock.js';
import { below, pick, seededRandom } from '../../testing/index.js';
import { TermEvaluator } from '../terms/evaluate.js';
import { TermFactory } from '../terms/factory.js';
import { topological } from '../terms/term.js';
import { INSTANTS } from './fresh.js';
import { zoneOffset } from './zone-offsets.js';

/** The instants at which the term looks at the time anew, without those of the rule that comes again. */
function boundaries(root: Parameters<typeof topological>[0][number]): readonly number[] {
  return topological([root]).flatMap((term) => (term.kind === 'linear' ? [Math.abs(Number(term.constant))] : []));
}

describe('the offset of a zone at an unknown instant', () => {
  // A year with a rule, another each year, four days of summer in 1939, a fortnight without it in 2000, and a day left out.
  it.each(['Europe/Berlin', 'Asia/Gaza', 'Africa/Freetown', 'America/Boa_Vista', 'Pacific/Apia', 'UTC'])(
    'is that of the clock at any instant: %s',
    (zone) => {
      const factory = new TermFactory();
      const second = factory.div(factory.intVar('now', INSTANTS), 1_000n);
      const offset = zoneOffset(factory, zone, second);
      const clock = clockOf(zone);
      const rng = seededRandom(17);
      const [lo, hi] = [Number(second.lo), Number(second.hi)];
      const ends = boundaries(offset);
      const near = Array.from({ length: Math.min(ends.length, 100) }, () => pick(rng, ends)).flatMap((at) => [
        at - 1,
        at,
      ]);
      const before = near.map((at) => -at);
      const far = Array.from({ length: 50 }, () => lo + below(rng, 2 ** 30) * ((hi - lo) / 2 ** 30));
      const wrong = [...near, ...before, ...far, lo, hi]
        .map(Math.floor)
        .filter((at) => at >= lo && at <= hi)
        .filter(
          (at) =>
            Number(new TermEvaluator(new Map([['now', BigInt(at) * 1_000n]])).int(offset)) * 1_000 !==
            clock.read(at * 1_000),
        );
      expect(wrong.map((at) => new Date(at * 1_000).toISOString())).toEqual([]);
    },
  );

  it('is a constant where the instant is known', () => {
    const factory = new TermFactory();
    const at = Date.UTC(2026, 6, 1) / 1_000;
    expect(zoneOffset(factory, 'Europe/Berlin', factory.int(at))).toBe(factory.int(7_200));
  });
});
