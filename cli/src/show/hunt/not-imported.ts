import type { ForeignSource } from '@ostiary/hunt/import';
import { showFault } from '../findings.js';
import type { Screen } from '../screen.js';

/** What of a policy of others has no counterpart: the hunt says nothing of it. */
export function showNotImported(name: string, foreign: ForeignSource, screen: Screen): void {
  const told = foreign.notImported(screen.language);
  for (const { line, construct, detail } of told)
    showFault(`${name}:${line}`, 'warning', `${construct}: ${detail}`, 'not_imported', screen);
  if (told.length > 0 && screen.human) screen.line();
}
