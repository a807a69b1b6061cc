import type { Window } from '@ostiary/policy';

const PERIODS: Readonly<Record<string, Window>> = {
  second: { kind: 'duration', ms: 1_000, text: '1s' },
  minute: { kind: 'duration', ms: 60_000, text: '1m' },
  hour: { kind: 'duration', ms: 3_600_000, text: '1h' },
  day: { kind: 'duration', ms: 86_400_000, text: '1d' },
};

/** A window by the word for its length; null: it is not one of these words. */
export const windowOf = (word: string): Window | null =>
  Object.hasOwn(PERIODS, word) ? (PERIODS[word] ?? null) : null;
