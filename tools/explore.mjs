/**
 * `npm run explore [-- rounds]`: runs every property test, and what else starts from the seed, with a new seed each round (20 rounds
 * unless told), and stops at the first failure with the command that repeats it. `npm test` itself always starts from the same seed.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';
import { specsOf } from './lib/specs.mjs';

/** How many times the cases of the suite, where that is few for its time (`tools/testing/runs.ts`). */
const RUNS = '4';

const say = (text) => process.stderr.write(`${text}\n`);

try {
  const rounds = Number(process.argv[2] ?? 20);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`rounds is a whole number from 1, not ${process.argv[2]}`);
  const node = await prepare(say);
  const specs = specsOf(root, (file) => /from 'fast-check'|TEST_SEED|testing\/runs/.test(readFileSync(file, 'utf8')));
  for (let round = 1; round <= rounds; round += 1) {
    const seed = String(randomInt(2 ** 31));
    say(`Round ${round} of ${rounds}, seed ${seed}, ${specs.length} files ...`);
    const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...specs];
    const code = await run(node, vitest, { quiet: true, env: { TEST_SEED: seed, TEST_RUNS: RUNS } });
    if (code !== 0)
      throw new Error(`Failed with seed ${seed}. Again: TEST_SEED=${seed} TEST_RUNS=${RUNS} npm test -- FILE`);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
