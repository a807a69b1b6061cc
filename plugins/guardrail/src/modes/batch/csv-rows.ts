import type { Type } from '@ostiary/catalogue';
import type { Words } from '@ostiary/guard';
import { cellValue } from '../../csv/cells.js';
import type { Target } from '../../csv/columns.js';
import type { CsvRecord } from '../../csv/read.js';
import type { Candidate } from './candidate.js';
import { candidateOf } from './json-rows.js';
import type { DefaultsInput } from '@ostiary/guard/request';

/** The type of a place, or null when nothing gives it one. `tool` is empty while the row names none. */
export type TypeOf = (tool: string, root: 'args' | 'principal' | 'session', path: readonly string[]) => Type | null;

const ANY: Type = { kind: 'any' };
const ROOTS = { arguments: 'args', principal: 'principal', session: 'session' } as const;

/** The row a record holds: its cells at the places of their columns, typed. `row` counts from 1, the header aside. */
export function csvRow(
  record: CsvRecord,
  row: number,
  targets: readonly Target[],
  typeOf: TypeOf,
  defaults: DefaultsInput | undefined,
): Candidate {
  const { cells } = record;
  const toolColumn = targets.findIndex(({ kind }) => kind === 'tool');
  const tool = cells[toolColumn] || (defaults?.action?.tool ?? '');
  const customId = cells[targets.findIndex(({ kind }) => kind === 'custom_id')]?.slice(0, 128) || null;
  if (cells.length > targets.length) {
    return {
      ok: false,
      row,
      customId,
      pointer: '',
      detail: {
        en: `${cells.length} cells in ${targets.length} columns (line ${record.line})`,
        pt: `${cells.length} células em ${targets.length} colunas (linha ${record.line})`,
      },
    };
  }
  const out: Assembly = {};
  for (const [index, target] of targets.entries()) {
    const text = cells[index] ?? '';
    const fault = text === '' ? null : put(out, target, text, tool, typeOf);
    if (fault !== null) {
      const detail = { en: `${fault.en} (line ${record.line})`, pt: `${fault.pt} (linha ${record.line})` };
      return { ok: false, row, customId, pointer: '', detail };
    }
  }
  return candidateOf(rowOf(out), row, defaults);
}

/** Names of columns are the caller's: members are read with `Object.hasOwn`, and `__proto__` is the name of no column. */
interface Assembly {
  plain?: Record<string, string>;
  arguments?: Record<string, unknown>;
  principal?: Record<string, unknown>;
  session?: Record<string, unknown>;
  labels?: unknown;
}

function put(out: Assembly, target: Target, text: string, tool: string, typeOf: TypeOf): Words | null {
  switch (target.kind) {
    case 'custom_id':
    case 'tool':
    case 'expected':
    case 'now':
      (out.plain ??= {})[target.kind] = text;
      return null;
    case 'labels':
      return withCell(text, ANY, (value) => {
        out.labels = value;
        return null;
      });
    case 'arguments':
    case 'principal':
    case 'session': {
      if (target.path.length === 0) return withCell(text, ANY, (value) => putWhole(out, target.kind, value));
      const root = (out[target.kind] ??= {});
      // History and labels are lists that a cell can only hold as JSON.
      const list =
        target.kind === 'session' && target.path.length === 1 && ['history', 'labels'].includes(target.path[0] ?? '');
      const type = list ? ANY : typeOf(tool, ROOTS[target.kind], target.path);
      return withCell(text, type, (value) => putAt(root, target.path, value));
    }
  }
}

/** What is wrong with a cell, or with putting its value where it goes. */
function withCell(text: string, type: Type | null, take: (value: unknown) => Words | null): Words | null {
  const cell = cellValue(text, type);
  if (cell.absent) return null;
  return cell.fault ?? take(cell.value);
}

function putWhole(out: Assembly, name: keyof typeof ROOTS, value: unknown): Words | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { en: `column \`${name}\` holds no JSON object`, pt: `a coluna \`${name}\` não contém um objeto JSON` };
  out[name] = value as Record<string, unknown>;
  return null;
}

/** No column holds what another one holds a part of, so that every step on the way is an object made here. */
function putAt(root: Record<string, unknown>, path: readonly string[], value: unknown): null {
  let object = root;
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(object, step)) object[step] = {};
    object = object[step] as Record<string, unknown>;
  }
  object[path.at(-1) ?? ''] = value;
  return null;
}

function rowOf({ plain, labels, principal, session, arguments: args }: Assembly): unknown {
  const { custom_id, tool, expected, now } = plain ?? {};
  const context = {
    ...(now !== undefined && { now }),
    ...(labels !== undefined && { labels }),
    ...(principal && { principal }),
    ...(session && { session }),
  };
  return {
    ...(custom_id !== undefined && { custom_id }),
    ...(expected !== undefined && { expected }),
    ...((tool !== undefined || args) && {
      action: { ...(tool !== undefined && { tool }), ...(args && { arguments: args }) },
    }),
    ...(Object.keys(context).length > 0 && { context }),
  };
}
