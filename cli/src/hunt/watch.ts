import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Editors write a file in several steps; what comes within this is one change. */
const SETTLE_MS = 100;

/**
 * Gives a turn at once, and one after each change of a file. Folders are watched, not files: an editor puts a new file in the place of
 * the old one. A change during a turn is a turn of its own.
 *
 * @param files asked before each turn, since a folder may have new ones
 */
export async function* changes(files: () => readonly string[]): AsyncGenerator<void> {
  const watchers = new Map<string, FSWatcher>();
  let wanted: ReadonlySet<string> = new Set();
  let change = Promise.withResolvers<void>();
  try {
    for (;;) {
      wanted = new Set(files().map((file) => resolve(file)));
      for (const folder of [...wanted].map((file) => dirname(file))) {
        if (watchers.has(folder)) continue;
        const watcher = watch(folder, (_, name) => {
          if (name === null || wanted.has(resolve(folder, name))) change.resolve();
        });
        watchers.set(folder, watcher);
      }
      yield;
      await change.promise;
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      change = Promise.withResolvers<void>();
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
  }
}
