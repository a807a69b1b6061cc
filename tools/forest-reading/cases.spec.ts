import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeLines } from '@ostiary/forest/report';
import { describe, expect, test } from 'vitest';
import { askForestTable } from '../testing/forest-table.js';

/** Where the reading and the product once differed, with the verdict of the definition (or of the page that says what is refused). */
interface Case {
  readonly case: string;
  readonly decides: string;
  readonly refused?: boolean;
  readonly rows?: Readonly<Record<string, string>>;
  readonly records?: number;
  /** What the first row's outcome says, and what it does not. */
  readonly says?: string;
  readonly silent?: string;
  /** Questions of the first row that have a certificate. */
  readonly proofs?: readonly string[];
}

const folder = join(import.meta.dirname, 'cases');
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[];

function asked({ case: name }: Case): ReturnType<typeof askForestTable> {
  const bytes = (file: string) => {
    const path = join(folder, name, file);
    return existsSync(path) ? readFileSync(path) : null;
  };
  const text = (file: string) => bytes(file)?.toString() ?? null;
  return askForestTable({
    model: readFileSync(join(folder, name, 'model.onnx')),
    compare: bytes('newer.onnx'),
    schema: text('schema.csv'),
    records: text('records.csv'),
    properties: readFileSync(join(folder, name, 'table.csv'), 'utf8'),
  });
}

describe('where a second reading differed', () => {
  test.each(cases.filter(({ refused }) => refused === true))('$case is refused', async (each) => {
    await expect(asked(each)).rejects.toThrow('the model is not read');
  });

  test.each(cases.filter(({ refused }) => refused !== true))('$case', async (each) => {
    const rows = await asked(each);
    expect(Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]))).toEqual(each.rows);
    const [row] = rows;
    const counts = Object.values(row?.records ?? {}).reduce((sum, count) => sum + count, 0);
    expect(counts).toBe(each.records ?? counts);
    const outcome = row === undefined ? '' : outcomeLines(row, 'en').join('; ');
    expect(outcome).toContain(each.says ?? '');
    expect(outcome).not.toContain(each.silent ?? '\0');
    const proofs = row?.shown?.certificates ?? [];
    expect(proofs).toEqual(each.proofs ?? proofs);
  });
});
