import { parseJson } from '@ostiary/json';
import type { HuntedGraph } from '../../request/hunted-graph.js';
import type { HuntOutput, ToldFinding } from '../../request/result.js';
import type { ClassId } from '../../search/index.js';
import type { ScanOptions } from '../scan-model.js';
import type { Known } from './known.js';

/** What a scan found, and what bounds what it can tell. */
export type Deciding = DecidingPolicy | DecidingGraph;

interface DecidingPolicy extends Pick<HuntOutput, 'findings' | 'checks'> {
  readonly options: ScanOptions;
}

/** Of a graph the report names every rule that no run breaks, and the classes that ask for no rule. See docs/adr/0152. */
export type DecidingGraph = Pick<HuntedGraph, 'findings' | 'settled' | 'settled_classes'>;

export const isOfGraph = (scan: Deciding): scan is DecidingGraph => 'settled' in scan;

/** Classes that compare with an accepted version: without one they are not asked. */
const OF_COMPARISON: ReadonlySet<ClassId> = new Set(['P03', 'P04', 'P05']);

/** Whether a scan that does not have a finding has shown that it is gone. See docs/adr/0145. */
export function isDecided(
  finding: Pick<Known, 'fingerprint' | 'class' | 'severity' | 'told'>,
  scan: Deciding,
): boolean {
  // A rule that is asked no more is not one that holds.
  if (isOfGraph(scan))
    return scan.settled.includes(finding.fingerprint) || scan.settled_classes.includes(finding.class);
  const { classes, severities, maxFindings, compared } = scan.options;
  const told = parseJson(finding.told) as ToldFinding;
  // What was not decided once is decided when the question is, whatever else of its class still is not.
  const undecided = finding.class === 'X01';
  const asked = undecided ? told.subkind : finding.class;
  const check = scan.checks.find((one) => one.class === asked);
  if (check === undefined) return false;
  if (classes !== null && !(classes as readonly string[]).includes(finding.class)) return false;
  if (severities !== null && !severities.includes(finding.severity)) return false;
  if (!compared && OF_COMPARISON.has(check.class)) return false;
  // The report is full: others of the class may have been left out.
  if (scan.findings.length >= maxFindings && (undecided || check.found > 0)) return false;
  if (undecided) return true;
  return check.undecided === 0 && reaches(check.bound, told);
}

/** Sessions shorter than the witness say nothing about it. */
function reaches(bound: HuntOutput['checks'][number]['bound'], { witness }: ToldFinding): boolean {
  if (bound?.k === undefined || witness?.kind !== 'session') return true;
  return bound.k >= witness.steps.length;
}
