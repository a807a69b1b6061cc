import { pointerTokens } from '@ostiary/catalogue';

/** Where the cells of a column go. An empty path takes the whole object as JSON. */
export type Target =
  | { readonly kind: 'custom_id' | 'tool' | 'expected' | 'now' }
  | { readonly kind: 'arguments' | 'principal' | 'session'; readonly path: readonly string[] }
  | { readonly kind: 'labels' };

/** Steps a column may go down into an object: with the JSON of its cells no deeper than a request may be. */
const MAX_STEPS = 32;

const PLAIN = ['custom_id', 'tool', 'expected', 'now'] as const;
const ROOTS = ['arguments', 'principal', 'session'] as const;

/**
 * Reads the name of a column: `tool`, `expected`, `custom_id`, `now`, `labels`, or `arguments.amount`,
 * `principal.role`, `session.id` with up to 32 steps. A name with dots of its own is given as a pointer:
 * `/arguments/a.b`. Null when it is none of these.
 */
export function targetOf(name: string): Target | null {
  const steps = name.startsWith('/') ? pointerTokens(name) : name.trim().split('.');
  if (steps === null || steps.some((step) => step === '' || step === '__proto__')) return null;
  const [head, ...path] = steps;
  const plain = PLAIN.find((known) => known === head);
  if (plain !== undefined) return path.length === 0 ? { kind: plain } : null;
  if (head === 'labels') return path.length === 0 ? { kind: 'labels' } : null;
  const root = ROOTS.find((known) => known === head);
  return root === undefined || path.length > MAX_STEPS ? null : { kind: root, path };
}

export interface ColumnProblem {
  /** Position of the column from 0, or null for what concerns all. */
  readonly column: number | null;
  readonly name: string;
  readonly fault: 'unknown' | 'twice' | 'none' | 'overlap';
  /** The column that holds a whole of which this one is a part, for `overlap`. */
  readonly whole?: string;
}

/** The targets of a header line, after `renames` (header -> name), or what is wrong with it. */
export function readHeader(
  names: readonly string[],
  renames: ReadonlyMap<string, string>,
): { readonly targets: readonly Target[]; readonly problems: readonly ColumnProblem[] } {
  const targets: Target[] = [];
  const problems: ColumnProblem[] = [];
  const seen = new Set<string>();
  const places = new Map<string, string>();
  names.forEach((name, column) => {
    const target = targetOf(renames.get(name) ?? name);
    if (target === null) {
      problems.push({ column, name, fault: 'unknown' });
      return;
    }
    const key = JSON.stringify(target);
    if (seen.has(key)) problems.push({ column, name, fault: 'twice' });
    seen.add(key);
    targets.push(target);
    if ('path' in target) places.set(JSON.stringify([target.kind, ...target.path]), name);
  });
  targets.forEach((target) => {
    if (!('path' in target)) return;
    const steps = [target.kind, ...target.path];
    const name = places.get(JSON.stringify(steps)) ?? '';
    const whole = steps.map((_, length) => places.get(JSON.stringify(steps.slice(0, length)))).find(Boolean);
    if (whole !== undefined) problems.push({ column: names.indexOf(name), name, fault: 'overlap', whole });
  });
  if (names.length === 0) problems.push({ column: null, name: '', fault: 'none' });
  return { targets, problems };
}
