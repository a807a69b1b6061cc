import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROBLEM_SLUGS, readModel } from '../../plugins/forest/src/read/index.js';
import { damaged, random } from './damage.mjs';

const folder = new URL('../../plugins/forest/fixtures/', import.meta.url);
const files = ['onnx', 'xgboost', 'lightgbm'].flatMap((format) =>
  readdirSync(new URL(`${format}/`, folder))
    .filter((name) => !name.includes('expected'))
    .map((name) => readFileSync(new URL(`${format}/${name}`, folder))),
);

describe('damaged models', () => {
  it('are read, or refused with a slug', () => {
    const next = random(Number(process.env['TEST_SEED'] ?? 1));
    const found = Array.from({ length: 600 }, () => {
      const file = files[next() % files.length];
      return file ? readModel(damaged(file, files, next)) : undefined;
    });
    const slugs = found.flatMap((each) => (each && !each.ok ? [each.problem.slug] : []));
    expect(slugs.filter((slug) => !PROBLEM_SLUGS.includes(slug))).toEqual([]);
    expect(new Set(slugs).size).toBeGreaterThan(10);
    expect(slugs.length).toBeLessThan(600);
  });
});
