import type { OpenFile } from '@ostiary/policy-modes';
import type { EnumerationInput, ForestInput } from '../request/index.js';
import { load, type Loaded } from './load.js';

/** A child that has nothing to do for so long forgets what it read: the room is for others. */
const KEPT_MS = 5_000;

let last: { readonly key: string; readonly loaded: Promise<Loaded> } | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Reads what a request carries, or gives what was read last where it is of the same files and texts: a child does a job's parts one after
 * another, and most of a part over many records is reading them. Files never change, and their ids are of one account.
 */
export function lastLoaded(request: ForestInput | EnumerationInput, open: OpenFile): Promise<Loaded> {
  const { options: _options, resume: _resume, language: _language, ...carried } = request;
  const key = JSON.stringify(carried);
  if (last?.key !== key) {
    const loaded = load(request, open);
    last = { key, loaded };
    // What could not be read is read again by whoever asks.
    loaded.catch(() => {
      if (last?.loaded === loaded) last = undefined;
    });
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    last = undefined;
  }, KEPT_MS).unref();
  return last.loaded;
}
