import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogueProblems, detectCatalogue, readAnyCatalogue, readCatalogue } from '../index.js';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8'));

describe('each reader, over a small document, gives the catalogue beside it', () => {
  it.each([
    ['mcp', 'mcp'],
    ['openai', 'tools'],
    ['langchain', 'tools'],
    ['vercel', 'tools'],
    ['openapi30', 'openapi'],
    ['openapi31', 'openapi'],
    ['overridden', 'overridden'],
  ])('%s', async (name, format) => {
    const document = fixture(name);
    expect(detectCatalogue(document)).toBe(format);
    const result = readAnyCatalogue(document);
    await expect(`${JSON.stringify(result, null, 1)}\n`).toMatchFileSnapshot(`../../fixtures/${name}.golden.json`);
    if (!result.ok) throw new Error('expected a catalogue');
    expect(catalogueProblems(result.catalogue)).toEqual([]);
    const again: unknown = JSON.parse(JSON.stringify(result.catalogue));
    expect(detectCatalogue(again)).toBe('catalogue');
    expect(readCatalogue(again)).toEqual({ ok: true, catalogue: result.catalogue, warnings: [] });
  });
});
