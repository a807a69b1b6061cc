import type { Language } from '@ostiary/guard';
import type { HuntReport } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { DATABASE, databaseReport } from './database.js';
import { CLEAN, cleanReport, HOSTILE, hostileReport, MANY, manyReport } from './others.js';
import { PAYMENTS, paymentsReport, undecidedReport } from './payments.js';
import { REFUNDS, refundsReport } from './refunds.js';

const REPORTS = {
  refunds: [REFUNDS, refundsReport],
  payments: [PAYMENTS, paymentsReport],
  database: [DATABASE, databaseReport],
  undecided: [PAYMENTS, undecidedReport],
  clean: [CLEAN, cleanReport],
  many: [MANY, manyReport],
  hostile: [HOSTILE, hostileReport],
} as const satisfies Readonly<Record<string, readonly [text: string, report: HuntReport]>>;

export type FixtureName = keyof typeof REPORTS;
const FIXTURES = Object.keys(REPORTS) as readonly FixtureName[];

/** What an artefact is made of, for one of the hand-made hunts. */
export function fixture(name: FixtureName, language: Language = 'en'): ReportInput {
  const [text, report] = REPORTS[name];
  const title = name === 'hostile' ? '"><b>\u202e' : name;
  return { report, policy: { name: title, path: `policies/${title}.ost`, text }, language, version: '0.1.0' };
}

/** Each hunt in each language. */
export const CASES: readonly (readonly [FixtureName, Language])[] = FIXTURES.flatMap((name) =>
  (['en', 'pt'] as const).map((language) => [name, language] as const),
);

/** The first findings of a policy with many, as one mistake of a rule about so many tools. */
export function ofSeveralTools(tools: number, language: Language = 'en'): ReportInput {
  const { report, ...input } = fixture('many', language);
  const [first] = report.findings;
  const findings = report.findings
    .slice(0, tools)
    .map((each) =>
      first ? { ...first, tool: each.tool, witness: each.witness, fingerprint: each.fingerprint } : each,
    );
  return { ...input, report: { ...report, findings } };
}
