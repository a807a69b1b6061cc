import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that is not as it should be. */
export interface Drift {
  readonly path: string;
  readonly kind: 'missing' | 'changed' | 'stale';
  /** The first line that differs, for a changed file. */
  readonly line?: { readonly number: number; readonly committed: string; readonly generated: string };
}

/**
 * What is different under `root` from what should be there.
 * @param wanted contents by path
 * @param owned folders that hold nothing but wanted files: anything else in them is stale
 */
export function driftOf(root: string, wanted: ReadonlyMap<string, string>, owned: readonly string[]): Drift[] {
  const changed = [...wanted].flatMap(([path, generated]): Drift[] => {
    const file = join(root, path);
    if (!existsSync(file)) return [{ path, kind: 'missing' }];
    const committed = readFileSync(file, 'utf8');
    return committed === generated ? [] : [{ path, kind: 'changed', line: firstDifference(committed, generated) }];
  });
  const stale = owned.flatMap((folder) => {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    return names
      .map((name) => `${folder}/${name}`)
      .filter((path) => !wanted.has(path))
      .map((path): Drift => ({ path, kind: 'stale' }));
  });
  return [...changed, ...stale];
}

/** Makes the files as they should be. */
export function repair(root: string, wanted: ReadonlyMap<string, string>, drift: readonly Drift[]): void {
  for (const { path, kind } of drift) {
    const file = join(root, path);
    if (kind === 'stale') rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, wanted.get(path) ?? '');
    }
  }
}

export function tell({ path, kind, line }: Drift): string {
  if (!line) return `${path}: ${kind}`;
  return `${path}:${line.number}: ${kind}\n  committed: ${line.committed}\n  generated: ${line.generated}`;
}

function firstDifference(
  committed: string,
  generated: string,
): { readonly number: number; readonly committed: string; readonly generated: string } {
  const ours = committed.split('\n');
  const theirs = generated.split('\n');
  const length = Math.max(ours.length, theirs.length);
  const at = Array.from({ length }, (_, i) => i).find((i) => ours[i] !== theirs[i]) ?? 0;
  return { number: at + 1, committed: ours[at] ?? '(end of file)', generated: theirs[at] ?? '(end of file)' };
}
