/** Reads a CSV file once with csv-parse, keeps nothing, and prints `{ rows, ms, processor }`: rows below the header, and milliseconds. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const from = performance.now();
let records = 0;
const parser = parse({
  on_record: () => {
    records += 1;
    return null;
  },
});
createReadStream(process.argv[2] ?? '')
  .pipe(parser)
  .resume();
await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject));
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ rows: records - 1, ms: performance.now() - from, processor: (user + system) / 1_000 }),
);
