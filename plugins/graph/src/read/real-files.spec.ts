import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../gate/index.js';
import { candidateFormats, type GraphFormatName, readGraph, readNative } from './index.js';

/** A folder with exports of others, one folder for each format: none is part of this repository. */
const graphs = process.env['OSTIARY_GRAPHS'] ?? '';
/** Folders, and what their files are when they are graphs of control at all. */
const FOLDERS: readonly GraphFormatName[] = ['n8n', 'dify', 'asl', 'flowise'];

describe.skipIf(graphs === '')('real exports (OSTIARY_GRAPHS)', () => {
  it.each(FOLDERS.map((name) => [name]))('%s: every file is read, or refused with a place', (name) => {
    const counts = new Map<string, number>();
    for (const file of readdirSync(join(graphs, name)).toSorted()) {
      const told = outcome(name, join(graphs, name, file));
      counts.set(told, (counts.get(told) ?? 0) + 1);
    }
    console.log(name, Object.fromEntries(counts));
    expect(counts.get('read') ?? 0).toBeGreaterThan(0);
  });
});

function outcome(format: GraphFormatName, file: string): string {
  const text = readText(readFileSync(file));
  if (!text.ok) return text.problems.map(({ slug }) => slug).join(' ');
  const candidates = candidateFormats(text.tree, text.form);
  if (candidates.length === 0) return 'of no format';
  expect([file, candidates]).toEqual([file, [format]]);
  const read = readGraph(text.tree, text.form, { placeOf: text.placeOf });
  if (read.ok) {
    const ids = new Set(read.graph.nodes.map(({ id }) => id));
    for (const id of ids) expect(read.places.nodes.get(id)?.line).toBeGreaterThan(0);
    expect(ids).toContain(read.graph.start);
    // What is read is itself a right graph of our own format.
    expect([file, readNative(read.graph)]).toMatchObject([file, { ok: true }]);
    return 'read';
  }
  for (const { place } of read.problems) expect(place.line).toBeGreaterThan(0);
  return [...new Set(read.problems.map(({ slug }) => slug))].join(' ');
}
