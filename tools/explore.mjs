/**
 * `npm run explore [-- rounds]`: runs every property test with a new seed each round (20 rounds unless told), and stops at the first
 * failure with the command that repeats it. `npm test` itself always starts from the same seed.
 */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

/** Spec files of a folder that use fast-check, from the root. */
const propertyTests = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.spec.ts') && !/node_modules|dist/.test(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"));

const say = (text) => process.stderr.write(`${text}\n`);

try {
  const rounds = Number(process.argv[2] ?? 20);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`rounds is a whole number from 1, not ${process.argv[2]}`);
  const node = await prepare(say);
  const specs = ['core', 'plugins', 'tools'].flatMap(propertyTests);
  for (let round = 1; round <= rounds; round += 1) {
    const seed = String(randomInt(2 ** 31));
    say(`Round ${round} of ${rounds}, seed ${seed}, ${specs.length} files ...`);
    const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...specs];
    const code = await run(node, vitest, { quiet: true, env: { TEST_SEED: seed } });
    if (code !== 0) throw new Error(`Failed with seed ${seed}. Again: TEST_SEED=${seed} npm test -- FILE`);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
