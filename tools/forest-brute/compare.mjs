/** `node tools/forest-brute/compare.mjs [FORESTS] [SEED]`: random small forests, every answer judged by brute force. Ends with 1 on a wrong one. */
import { check } from './check.ts';

const forests = Number(process.argv[2] ?? 10_000);
const from = Number(process.argv[3] ?? 1);
const counts = {};
let wrong = 0;
for (let seed = from; seed < from + forests; seed += 1) {
  try {
    check(seed, counts);
  } catch (error) {
    wrong += 1;
    process.stderr.write(
      `seed ${seed}: ${error instanceof Error ? (process.env.STACK ? error.stack : error.message) : error}\n`,
    );
  }
}
process.stdout.write(`${JSON.stringify({ ...counts, wrong }, null, 1)}\n`);
process.exitCode = wrong > 0 ? 1 : 0;
