import type { Language } from '@ostiary/report';
import type { GraphReport } from '../input.js';
import { hostile } from './hostile.js';
import { large } from './large.js';
import { orders } from './orders.js';
import { refunds } from './refunds.js';

/** A rule that is proved, and nothing else. */
const clean: GraphReport = {
  ...refunds,
  name: 'clean',
  verdicts: refunds.verdicts.filter(({ verdict }) => verdict === 'proved'),
  assumptions: [],
};
/** Rules of which none says anything. */
const vacuous: GraphReport = {
  ...refunds,
  name: 'vacuous',
  verdicts: refunds.verdicts.filter(({ verdict }) => verdict === 'vacuous'),
};

const REPORTS = { refunds, orders, large, clean, vacuous, hostile } as const;

export type FixtureName = keyof typeof REPORTS;
const FIXTURES = Object.keys(REPORTS) as readonly FixtureName[];

/** What an artefact is made of, for one of the made-up verifications. */
export function fixture(name: FixtureName, language: Language = 'en'): GraphReport {
  return { ...REPORTS[name], language };
}

/** Each verification in each language. */
export const CASES: readonly (readonly [FixtureName, Language])[] = FIXTURES.flatMap((name) =>
  (['en', 'pt'] as const).map((language) => [name, language] as const),
);
