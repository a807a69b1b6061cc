import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate } from './index.js';
import { readModel } from '../read/index.js';

const folder = (name: string): URL => new URL(`../../fixtures/${name}/`, import.meta.url);
const bytesOf = (format: string, name: string): Buffer => readFileSync(new URL(name, folder(format)));

interface Expected {
  readonly rows: readonly (readonly (number | null)[])[];
  readonly width: number;
  /** The bits of what the library answers, as hexadecimal digits. */
  readonly margins: readonly string[];
}

const expectedOf = (format: string, name: string): Expected =>
  JSON.parse(bytesOf(format, `${name}.expected.json`).toString()) as Expected;

function hex(value: number, wide: boolean): string {
  const view = new DataView(new ArrayBuffer(8));
  if (wide) view.setFloat64(0, value + 0);
  else view.setFloat32(0, value + 0);
  return Array.from(new Uint8Array(view.buffer, 0, wide ? 8 : 4), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

describe('models of XGBoost and LightGBM', () => {
  const files = ['xgboost', 'lightgbm'].flatMap((format) =>
    readdirSync(folder(format))
      .filter((file) => !file.includes('expected') && !file.includes('dump'))
      .map((file) => [format, file] as const),
  );

  it.each(files)('%s %s adds up to the bits that the library adds up to', (format, file) => {
    const read = readModel(bytesOf(format, file));
    expect(read).toMatchObject({ ok: true, forest: { source: { format } } });
    if (!read.ok) return;
    const { rows, margins } = expectedOf(format, file.replace(/\.\w+$/, ''));
    const ours = rows.flatMap((row) => [
      ...evaluate(
        read.forest,
        row.map((value) => value ?? Number.NaN),
      ).sums,
    ]);
    expect(ours.map((sum) => hex(sum, format === 'lightgbm'))).toEqual(margins);
  });

  it.each(['binary', 'forest', 'categories-sets', 'categories-one-hot'])(
    'reads the dump of %s as the trees of what was saved',
    (name) => {
      const [dump, saved] = [`${name}.dump.json`, `${name}.json`].map((file) => readModel(bytesOf('xgboost', file)));
      if (!dump?.ok || !saved?.ok) throw new Error(JSON.stringify([dump, saved]));
      const rows = expectedOf('xgboost', name).rows.map((row) => row.map((value) => value ?? Number.NaN));
      expect(rows.map((row) => evaluate(dump.forest, row).sums)).toEqual(
        rows.map((row) => evaluate(saved.forest, row).sums),
      );
    },
  );
});
