import { huntJson } from '@ostiary/hunt/report';
import { CLASS_IDS, type ClassId, type HuntReport, runHunt, type RunOptions } from '@ostiary/hunt/search';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { Told } from '../show/hunt/told.js';
import type { Progress } from '../show/progress.js';
import type { Language } from '../text/words.js';
import type { HuntedPolicy } from './foreign.js';
import type { HuntOptions } from './options.js';

/** A policy that was hunted in this process. */
export interface Hunted {
  readonly policy: HuntedPolicy;
  readonly report: HuntReport;
  /** The findings of the report, in its order. */
  readonly findings: readonly Told[];
  /** Findings of the version it is compared with that are shown to be gone; null when it is compared with none. */
  readonly fixed: number | null;
  /** Questions that were given up. */
  readonly undecided: number;
}

export interface OfflineHunt {
  readonly policy: HuntedPolicy;
  /** The version that was accepted. */
  readonly against: HuntedPolicy | null;
  readonly options: HuntOptions;
  /** Null where it is not installed: only what cells decide is decided. */
  readonly solver: SmtSolver | null;
  readonly language: Language;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Hunts a policy as the service would. The version that was accepted is hunted as well: what is found in both was there before, and what
 * the new one lets through beyond it is a finding.
 */
export async function huntOffline({
  policy,
  against,
  options,
  solver,
  language,
  onProgress,
}: OfflineHunt): Promise<Hunted> {
  const total = (options.classes ?? CLASS_IDS).length * (against === null ? 1 : 2);
  let done = 0;
  const how: RunOptions = {
    ...(options.classes && { classes: options.classes }),
    ...(options.severities && { severities: options.severities }),
    ...(options.sessionBound !== null && { sessionBound: options.sessionBound }),
    onCheck: () => onProgress({ done: (done += 1), total }),
  };
  const before = against === null ? null : await runHunt(against.policy, solver, { ...how, ...asRead(against) });
  const found = await runHunt(policy.policy, solver, {
    ...how,
    ...asRead(policy),
    accepted: against?.policy ?? null,
  });
  const report = policy.foreign?.placed(found, policy.policy) ?? found;
  const known = new Set(before?.findings.map(({ fingerprint }) => fingerprint));
  const there = new Set(report.findings.map(({ fingerprint }) => fingerprint));
  const findings = huntJson(report, language).findings.map((finding): Told => ({
    ...finding,
    ...(before && { standing: known.has(finding.fingerprint) ? ('known' as const) : ('new' as const) }),
  }));
  return {
    policy,
    report,
    findings,
    fixed: before && before.findings.filter((each) => !there.has(each.fingerprint) && isDecided(report, each)).length,
    undecided: report.checks.reduce((sum, check) => sum + check.undecided, 0),
  };
}

/** A translation is compared with what it would be if it were read otherwise; repairs would be of the translation. */
const asRead = ({ foreign, readings }: HuntedPolicy): RunOptions => (foreign ? { readings, repairs: null } : {});

/** Whether everything of the finding's class was decided: else it may be there still. */
function isDecided({ checks }: HuntReport, { class: id }: { readonly class: ClassId }): boolean {
  return checks.some((check) => check.class === id && check.undecided === 0);
}
