import { parseArgs } from 'node:util';
import { conform } from './conform.js';
import { report } from './report.js';

const USAGE = `Usage: ostiary-conform [--json] [folder]

  folder        of the plugin's package, built and installed; this one when none is given
  --json        prints JSON

Tries every promise a plugin makes. Exits with 1 when one is broken.
What cannot be guessed stands in conform.json of the folder (docs/plugins, "Test it").
`;

/** The command `ostiary-conform`. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const results = await conform(positionals[0] ?? '.');
  process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : report(results));
  if (results.some(({ state }) => state === 'broken')) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
