import { type Flaw, type Property, readTable, sheetOfJson } from '../table/index.js';
import type { Audit } from './audit.js';
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
export function readAround(
  { radius, ...asked }: AskedAround,
  { vocabulary, records }: Pick<Audit, 'vocabulary' | 'records'>,
): AroundRead {
  if (
    radius === null &&
    records.length > 0 &&
    records.every((record) => record.radius === null && record.flaws.length === 0)
  )
    return { ok: false, flaws: [{ field: 'radius', flaw: NO_RADIUS }] };
  const cells = { kind: 'robust', where: '@records', epsilon: radius ?? '*=0', ...asked };
  const [row] = readTable(sheetOfJson([cells], ''), vocabulary);
  if (row === undefined) throw new TypeError('a table of one row has a row');
  if (row.property !== null) return { ok: true, property: row.property };
  const fields = new Map<string, keyof AskedAround>(
    (Object.keys(COLUMNS) as (keyof AskedAround)[]).map((field) => [COLUMNS[field], field]),
  );
  return { ok: false, flaws: row.flaws.map((flaw) => ({ field: fields.get(flaw.column ?? '') ?? null, flaw })) };
}

const NO_RADIUS: Flaw = {
  slug: 'radius_missing',
  column: 'radius',
  words: {
    en: 'Nothing says how far to look: there is no radius, and no record has one of its own.',
    pt: 'Nada diz até onde procurar: não há raio, e nenhum registo tem um seu.',
  },
};
