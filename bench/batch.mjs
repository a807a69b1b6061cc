/** Mode batch without the service around it: rows per second of the loop over a CSV table, by number of rules. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = join(createRequire(import.meta.url).resolve('@ostiary/guardrail/package.json'), '..', 'dist');
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { solveBatch } = await load('modes/batch/solve.js');
const { BatchRequest } = await load('modes/batch/request.js');
const { loadChecked } = await load('policy/load.js');
const { chunksOf, readCsv } = await load('csv/read.js');
const { contextOf, decide } = await import(createRequire(join(dist, 'plugin.js')).resolve('@ostiary/guard'));

const ROWS = 100_000;
const effects = ['allow', 'confirm', 'refuse'];
const rule = (i) =>
  `@id("r${i}") ${effects[i % 3]} tool_${i % 24} when amount <= ${(i * 37) % 900}.00 EUR and principal.role == "${i % 2 ? 'lead' : 'agent'}";`;
const policyOf = (rules) =>
  `dialect 1; default refuse;\n${Array.from({ length: rules }, (_, i) => rule(i)).join('\n')}`;
const csv = `tool,arguments.amount,custom_id\n${Array.from({ length: ROWS }, (_, i) => `tool_${i % 24},${(i * 7919) % 1000}.00 EUR,${i}\n`).join('')}`;
const defaults = { context: { principal: { role: 'agent' } } };

/** Counts what would be written and keeps nothing, so that only the loop is measured. */
const sink = () => ({
  bytes: 0,
  async write(chunk) {
    this.bytes += chunk.length;
  },
  close: async () => ({ id: 'art', size: 0, sha256: '' }),
});
const world = {
  signal: new AbortController().signal,
  submittedAt: new Date(),
  progress() {},
  artefact: async () => sink(),
};

const start = performance.now();
let read = 0;
for await (const record of readCsv(chunksOf(csv))) read += record.cells.length > 0 ? 1 : 0;
process.stdout.write(`floor: CSV read alone  ${((read / (performance.now() - start)) * 1000).toFixed(0)} rows/s\n`);

for (const rules of [10, 100, 1000]) {
  const request = BatchRequest.parse({ policy: policyOf(rules), rows: { csv }, defaults });
  const policy = loadChecked(request.policy, undefined);
  const call = { tool: 'tool_3', args: { amount: '80.00 EUR' } };
  const context = contextOf(request.defaults.context);
  for (let i = 0; i < 2_000; i += 1) decide(policy, call, context);
  const before = performance.now();
  for (let i = 0; i < 10_000; i += 1) decide(policy, call, context);
  const twice = (performance.now() - before) / 10;
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { row_counts: counts } = await solveBatch(request, world);
  const wall = performance.now() - started;
  const used = process.cpuUsage(cpu);
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.stdout.write(
    `${String(rules).padStart(5)} rules  ${((counts.total / wall) * 1000).toFixed(0).padStart(7)} rows/s  ${((counts.total / (used.user + used.system)) * 1e6).toFixed(0).padStart(7)} rows/CPU-s  ` +
      `deciding twice ${twice.toFixed(1).padStart(5)} us  memory ${rss} MB  (${counts.allow} allow, ${counts.confirm} confirm, ${counts.refuse} refuse, ${counts.error} error)\n`,
  );
}
