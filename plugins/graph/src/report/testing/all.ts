import type { Language } from '@ostiary/report';
import { HYGIENE_CODES } from '../../model/index.js';
import type { GraphReport } from '../input.js';
import { hygiene } from './build.js';
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

/** Each code of hygiene, one of them not settled. */
const untidy: GraphReport = {
  ...refunds,
  name: 'untidy',
  hygiene: HYGIENE_CODES.map((kind, at) =>
    kind === 'dead_end'
      ? hygiene(kind, '', [], {
          verdict: 'possible',
          severity: 'info',
          deciders: [{ code: 'budget', at: '', params: {} }],
        })
      : hygiene(kind, kind === 'unreachable_node' ? '' : 'refund', at % 2 === 0 ? ['refund', 'plan'] : []),
  ),
  comparison: {
    added: [],
    moved: [],
    unchanged: [],
    fixed: [],
    hygiene: { added: [hygiene('fail_open', 'refund', []).fingerprint], moved: [], unchanged: [], fixed: ['g1_gone'] },
  },
};

/** What became of the verdicts of a version before: one of each. */
const compared: GraphReport = { ...refunds, name: 'compared', comparison: comparisonOf(refunds) };

function comparisonOf({ verdicts }: GraphReport): NonNullable<GraphReport['comparison']> {
  const bad = verdicts.filter(({ verdict }) => verdict === 'broken' || verdict === 'possible');
  const [first, second, ...others] = bad.map(({ fingerprint, path }) => ({ fingerprint, edge: path?.[0]?.edge }));
  const changed = (one: typeof first) =>
    one === undefined ? [] : [{ fingerprint: one.fingerprint, ...(one.edge !== undefined && { edge: one.edge }) }];
  return {
    added: changed(first),
    moved: changed(second),
    unchanged: others.map(({ fingerprint }) => fingerprint),
    // One that holds now, and one that is asked no more.
    fixed: [...verdicts.filter(({ verdict }) => verdict === 'proved').map(({ fingerprint }) => fingerprint), 'g1_gone'],
    hygiene: null,
  };
}

const REPORTS = { refunds, orders, large, clean, vacuous, hostile, compared, untidy } as const;

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
