import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../gate/index.js';
import { candidateFormats, type GraphFormatName, readGraph, readNative } from './index.js';

/** A folder with exports of others, one folder for each format: none is part of this repository. */
const graphs = process.env['OSTIARY_GRAPHS'] ?? '';
/** Folders, and what their files are when they are graphs of control at all. */
const FOLDERS: readonly GraphFormatName[] = ['n8n', 'dify', 'asl', 'flowise', 'agent-spec', 'agent-framework'];

describe.skipIf(graphs === '')('real exports (skipped without OSTIARY_GRAPHS)', () => {
  it.each(FOLDERS.map((name) => [name]))('%s: every file is read, or refused with a place', (name) => {
    const read = readdirSync(join(graphs, name))
      .toSorted()
      .map((file) => ({ file, ...outcome(name, join(graphs, name, file)) }));
    const counts = Object.fromEntries(
      [...Map.groupBy(read, ({ told }) => told)].map(([told, { length }]) => [told, length]),
    );
    process.stdout.write(`${name} ${JSON.stringify(counts)}\n`);
    expect(read.filter(({ wrong }) => wrong)).toEqual([]);
    expect(counts['read']).toBeGreaterThan(0);
  });
});

interface Outcome {
  /** `read`, or the slugs for which it was refused. */
  readonly told: string;
  /** What must not be, whatever the file is. */
  readonly wrong?: string;
}

function outcome(format: GraphFormatName, file: string): Outcome {
  const text = readText(readFileSync(file));
  if (!text.ok) return { told: text.problems.map(({ slug }) => slug).join(' ') };
  const candidates = candidateFormats(text.tree, text.form);
  if (candidates.length === 0) return { told: 'of no format' };
  if (candidates.join(' ') !== format) return { told: 'taken', wrong: `for ${candidates.join(' ')}` };
  const read = readGraph(text.tree, text.form, { placeOf: text.placeOf });
  if (!read.ok) {
    const told = [...new Set(read.problems.map(({ slug }) => slug))].join(' ');
    return read.problems.every(({ place }) => place.line) ? { told } : { told, wrong: 'a problem without a place' };
  }
  const unplaced = read.graph.nodes.filter(({ id }) => !read.places.nodes.get(id)?.line);
  if (unplaced.length > 0) return { told: 'read', wrong: `no place of ${unplaced[0]?.id}` };
  // What is read is itself a right graph of our own format.
  const again = readNative(read.graph);
  return { told: 'read', ...(!again.ok && { wrong: JSON.stringify(again.problems[0]) }) };
}
