import type { FindingState } from '../finding-model.js';
import type { ScanCounts, ScannedFinding } from '../scan-model.js';
import { type Deciding, isDecided, isOfGraph } from './decided.js';
import type { Known } from './known.js';

/** A finding of the new scan. */
export interface Found<Row extends Known> {
  readonly finding: ScannedFinding;
  readonly state: Exclude<FindingState, 'fixed'>;
  /** The same finding before; of one that has moved, under its old fingerprint. */
  readonly before: Row | null;
  readonly moved: boolean;
}

/** What a scan makes of the findings of its branch. */
export interface Comparison<Row extends Known> {
  readonly found: readonly Found<Row>[];
  readonly fixed: readonly Row[];
  /** They stay as they were: the scan could not tell. */
  readonly unknown: readonly Row[];
  readonly counts: ScanCounts;
}

/**
 * Compares the findings of a scan with what is known of its branch. A finding is fixed only when the scan has decided where it was. One
 * that is gone while a new one has the same structure has moved: a rule has another id. See docs/adr/0145.
 */
export function compare<Row extends Known>(before: readonly Row[], scan: Deciding): Comparison<Row> {
  const known = new Map(before.map((row) => [row.fingerprint, row]));
  const now = new Set(scan.findings.map(({ fingerprint }) => fingerprint));
  const gone = before.filter(({ fingerprint, state }) => state !== 'fixed' && !now.has(fingerprint));
  const findings: readonly ScannedFinding[] = scan.findings;
  const moves = movesOf(
    gone,
    findings.filter(({ fingerprint }) => !known.has(fingerprint)),
  );
  const found = findings.map((finding): Found<Row> => {
    const same = known.get(finding.fingerprint);
    if (same !== undefined)
      return { finding, state: same.state === 'fixed' ? 'reopened' : 'persisting', before: same, moved: false };
    const from = moves.get(finding.fingerprint);
    return from === undefined
      ? { finding, state: 'new', before: null, moved: false }
      : { finding, state: 'persisting', before: from, moved: true };
  });
  const movedAway = new Set([...moves.values()].map(({ fingerprint }) => fingerprint));
  const left = gone.filter(({ fingerprint }) => !movedAway.has(fingerprint));
  const fixed = left.filter((row) => isDecided(row, scan));
  const unknown = left.filter((row) => !isDecided(row, scan));
  const count = (state: FindingState): number => found.filter((one) => one.state === state).length;
  const counts = {
    new: count('new'),
    persisting: count('persisting'),
    reopened: count('reopened'),
    fixed: fixed.length,
    moved: moves.size + (isOfGraph(scan) ? found.filter(goesAnotherWay).length : 0),
    unknown: unknown.length,
  };
  return { found, fixed, unknown, counts };
}

/** Of a graph the evidence is the path. */
const goesAnotherWay = <Row extends Known>({ finding, before, state }: Found<Row>): boolean =>
  state === 'persisting' && before !== null && before.evidenceHash !== finding.evidence_hash;

/** Which new finding was which one before, where there is one of each with a structure. */
function movesOf<Row extends Known>(gone: readonly Row[], fresh: readonly ScannedFinding[]): ReadonlyMap<string, Row> {
  const from = Map.groupBy(gone, ({ structure }) => structure);
  const to = Map.groupBy(fresh, ({ structure }) => structure);
  return new Map(
    [...to].flatMap(([structure, findings]) => {
      const rows = from.get(structure) ?? [];
      const [finding, row] = [findings[0], rows[0]];
      return findings.length === 1 && rows.length === 1 && finding && row ? [[finding.fingerprint, row] as const] : [];
    }),
  );
}
