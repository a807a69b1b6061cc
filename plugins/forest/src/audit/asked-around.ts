import { type Flaw, type Property, readTable, sheetOfJson, type Vocabulary } from '../table/index.js';
import type { AskedAround } from './digest.js';

const COLUMNS = { radius: 'epsilon', vary: 'vary', output: 'output', expect: 'expect' } as const;

/** A field of what is asked around records that is wrong; `field` null: the whole. */
export interface AroundFlaw {
  readonly field: keyof AskedAround | null;
  readonly flaw: Flaw;
}

export type AroundRead =
  | { readonly ok: true; readonly property: Property }
  | { readonly ok: false; readonly flaws: readonly AroundFlaw[] };

/** What an enumeration asks, as a row of a table that is asked of each record. */
export function readAround({ radius, ...asked }: AskedAround, vocabulary: Vocabulary): AroundRead {
  const cells = { kind: 'robust', where: '@records', epsilon: radius ?? '*=0', ...asked };
  const [row] = readTable(sheetOfJson([cells], ''), vocabulary);
  if (row === undefined) throw new TypeError('a table of one row has a row');
  if (row.property !== null) return { ok: true, property: row.property };
  const fields = new Map<string, keyof AskedAround>(
    (Object.keys(COLUMNS) as (keyof AskedAround)[]).map((field) => [COLUMNS[field], field]),
  );
  return { ok: false, flaws: row.flaws.map((flaw) => ({ field: fields.get(flaw.column ?? '') ?? null, flaw })) };
}
