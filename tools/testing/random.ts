/**
 * Whole numbers from 0 to below `below`, the same sequence for the same seed (mulberry32). `TEST_SEED` gives another one,
 * as it does to property tests.
 */
export function seededRandom(salt: number): (below: number) => number {
  let state = (Number(process.env['TEST_SEED'] ?? 0) + salt) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
