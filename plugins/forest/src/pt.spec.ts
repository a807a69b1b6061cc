import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pt } from './pt.js';
import plugin from './plugin.js';

/** Texts in both languages; the contract itself says which are missing (`npm run contract`). */
describe('Portuguese', () => {
  it('is another text than the English', () => {
    for (const [en, other] of Object.entries(pt)) expect(other).not.toBe(en);
  });

  it('keeps what stands between backticks', () => {
    const quoted = (text: string): string[] => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code).toSorted();
    for (const [en, other] of Object.entries(pt)) expect(quoted(other)).toEqual(quoted(en));
  });

  it('is there for every problem, with the same parameters', () => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
    for (const { title, detail, help } of Object.values(plugin.problems ?? {})) {
      for (const { en, pt: other } of [title, detail, help]) expect(other !== '' && other !== en).toBe(true);
      expect(names(detail.pt)).toEqual(names(detail.en));
    }
  });

  it('is there for nothing that the contract does not say', () => {
    const fragment = readFileSync(join(root, 'contract', 'fragments', 'forest.yaml'), 'utf8');
    const said = new Set<unknown>();
    const walk = (node: unknown): void => {
      said.add(node);
      if (typeof node === 'object' && node !== null) Object.values(node).forEach(walk);
    };
    walk(parse(fragment));
    expect(Object.keys(pt).filter((text) => !said.has(text))).toEqual([]);
  });
});
