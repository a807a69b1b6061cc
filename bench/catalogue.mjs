/**
 * Reading a catalogue, beside JSON.parse of the same text. The large document is not ours: name one with BENCH_OPENAPI
 * (figures were made with GitHub's, npm package @octokit/openapi, generated/api.github.com.json). The last row is a
 * document of two megabytes made to be slow: each of its tools unfolds to 65,000 types.
 */
import { readFileSync } from 'node:fs';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { parse } from 'yaml';
import { microseconds, percentile, table, timings } from './lib/timing.mjs';

const contract = JSON.stringify(parse(readFileSync(new URL('../contract/openapi.yaml', import.meta.url), 'utf8')));

const tools = Array.from({ length: 2_000 }, (_, index) => ({
  name: `tool_number_${index}`,
  description: 'Does one thing and says so.',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 40 },
      amount: { type: 'integer', minimum: 1 },
      to: { type: 'string', format: 'email' },
    },
    required: ['id'],
  },
}));

/** A schema of 1 kB that is 2^levels types when its references are followed. */
function unfolding(levels) {
  const next = (level) => ({ $ref: `#/$defs/d${level + 1}` });
  const at = (level) =>
    level === levels - 1 ? { type: 'string' } : { type: 'object', properties: { a: next(level), b: next(level) } };
  return {
    type: 'object',
    properties: { r: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(Array.from({ length: levels }, (_, level) => [`d${level}`, at(level)])),
  };
}
const bomb = Array.from({ length: 1_400 }, (_, index) => ({ name: `tool_${index}`, inputSchema: unfolding(16) }));

const large = process.env.BENCH_OPENAPI;
const documents = [
  ['our contract, OpenAPI 3.1', contract, 50],
  ...(large ? [[large.split('/').at(-1), readFileSync(large, 'utf8'), 7]] : []),
  ['2,000 MCP tools', JSON.stringify({ tools }), 20],
  ['made to be slow', JSON.stringify({ tools: bomb }), 20],
];

const rows = [['document', 'size', 'answer', 'JSON.parse p50', 'read p50', 'read / parse']];
for (const [name, text, count] of documents) {
  const result = readAnyCatalogue(JSON.parse(text));
  const parsing = percentile(
    timings(count, () => JSON.parse(text)),
    0.5,
  );
  const json = JSON.parse(text);
  const reading = percentile(
    timings(count, () => readAnyCatalogue(json)),
    0.5,
  );
  rows.push([
    name,
    `${(text.length / 1e6).toFixed(2)} MB`,
    result.ok ? `${result.catalogue.tools.length} tools` : result.problems[0].slug,
    microseconds(parsing),
    microseconds(reading),
    (reading / parsing).toFixed(2),
  ]);
}
process.stdout.write(`${table(rows)}\n`);
