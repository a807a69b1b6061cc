/**
 * How many cases to try: `few` when the suite judges a change, and as many times more as `TEST_RUNS` says under `npm run explore`. For
 * what would take seconds with the number of cases it deserves.
 */
export function runs(few: number): number {
  const factor = Number(process.env['TEST_RUNS'] ?? 1);
  if (!Number.isInteger(factor) || factor < 1) throw new Error(`TEST_RUNS is no whole number from 1: ${factor}`);
  return few * factor;
}
