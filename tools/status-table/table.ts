import type { StatusTest } from './titles.ts';

/** An answer that the contract lists for an operation. */
export interface Pair {
  readonly operation: string;
  readonly status: number;
}

export interface StatusTable {
  readonly csv: string;
  /** Pairs of the contract that no test names. */
  readonly untested: readonly Pair[];
  /** Tests that name a pair the contract does not have. */
  readonly unlisted: readonly StatusTest[];
}

/** The answers an OpenAPI document lists, in its order. */
export function pairsOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}): Pair[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => ({
        operation: `${method.toUpperCase()} ${path}`,
        status: Number(status),
      })),
    ),
  );
}

/** Which test proves which answer: one row for each test, in the order of the contract, then of files and titles. */
export function statusTable(pairs: readonly Pair[], tests: readonly StatusTest[]): StatusTable {
  const key = ({ operation, status }: Pair): string => `${operation} ${status}`;
  const byPair = Map.groupBy(tests, key);
  const listed = new Set(pairs.map(key));
  const rows = pairs.flatMap((pair) =>
    (byPair.get(key(pair)) ?? [])
      .toSorted((a, b) => compare(a.file, b.file) || compare(a.title, b.title))
      .map(({ file, title }) => [pair.operation, String(pair.status), file, title]),
  );
  return {
    csv: [['operation', 'status', 'file', 'test'], ...rows].map((row) => `${row.map(cell).join(',')}\n`).join(''),
    untested: pairs.filter((pair) => !byPair.has(key(pair))),
    unlisted: tests.filter((test) => !listed.has(key(test))),
  };
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
