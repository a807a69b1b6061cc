import { count, say } from '@ostiary/report';
import type { GraphReport, ReportedHygiene } from '../input.js';
import { TEXTS } from '../text/words.js';
import type { GraphIndex } from './graph-index.js';
import { placeText } from './sentences.js';

/** Places that a sentence names. */
const NAMED = 10;

/** The nodes that a finding is about, by what people call them. */
export function placesText({ places }: ReportedHygiene, index: GraphIndex): string {
  const names = places.slice(0, NAMED).map((place) => placeText(place, index));
  return [...names, ...(places.length > NAMED ? ['…'] : [])].join(', ');
}

/** What became of hygiene since the version before, in numbers; null where it is not compared. */
export function hygieneComparedText({ comparison, language }: GraphReport): string | null {
  const changes = comparison?.hygiene;
  if (!changes) return null;
  const n = (list: readonly unknown[]): string => count(list.length, language);
  return say(TEXTS.hygieneCompared, language, {
    added: n(changes.added),
    moved: n(changes.moved),
    unchanged: n(changes.unchanged),
    fixed: n(changes.fixed),
  });
}
