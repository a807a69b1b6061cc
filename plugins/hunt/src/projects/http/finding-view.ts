import { parseJson } from '@ostiary/json';
import { storableText } from '@ostiary/plugin-api';
import { z } from 'zod';
import { GraphEvidence, GraphRepair, GraphWitness } from '../../request/hunted-graph.js';
import { HuntFinding } from '../../request/result.js';
import type { FindingRow } from '../entities/finding.js';
import type { HistoryRow } from '../entities/history.js';
import { Decision, FindingState } from '../finding-model.js';
import type { ScannedFinding } from '../scan-model.js';
import { isExpired } from '../store/findings.js';
import type { FindingPast } from '../store/finding-history.js';
import { listOf } from './answers.js';
import { AttemptView, attemptView } from './attempt-view.js';

const time = z.iso.datetime({ precision: 3 });

export const NewTriage = z
  .strictObject({
    revision: z.int().min(1).describe('The revision of the finding that the decision is about, as it was read.'),
    decision: Decision,
    reason: storableText()
      .min(1)
      .max(2_000)
      .optional()
      .describe('The reason; required for `accepted_risk` and `false_positive`.'),
    until: z.iso
      .date()
      .optional()
      .describe('The day on which an accepted risk counts as open again, from its beginning (UTC); absent: never.'),
  })
  .meta({ id: 'NewTriage', description: 'A decision about a finding.' });

const Triage = z
  .strictObject({
    decision: Decision,
    reason: z.string().nullable().describe('The reason.'),
    until: z.string().nullable().describe('The day from which an accepted risk counts as open again; null: never.'),
    expired: z.boolean().describe('Whether that day has come.'),
    by: z.string().nullable().describe('Id of the key that decided; null before the first decision.'),
    at: time.nullable().describe('When it was decided.'),
  })
  .meta({ id: 'FindingTriage', description: 'The decision about a finding.' });

const { subkind, severity, rules, tool, attribute, title, detail, fingerprint } = HuntFinding.shape;
const { evidence_hash } = HuntFinding.shape;

const klass = z.string().meta({
  id: 'FindingClass',
  description: 'For a policy one of `HuntClass`; for a graph a word, e.g. `check_before`.',
});

const witness = z
  .union([HuntFinding.shape.witness.unwrap().unwrap(), GraphWitness])
  .nullable()
  .describe('The calls, or the path, that show it; null if the bug is that there is none.');
const evidence = z.union([HuntFinding.shape.evidence.unwrap(), GraphEvidence]).describe('Why this is a finding.');
const repair = z
  .union([HuntFinding.shape.repair.unwrap(), GraphRepair])
  .nullable()
  .describe('What fixes it; null if nothing was proved to.');

const shown = {
  object: z.literal('finding').describe('Always `finding`.'),
  project_id: z.string().describe('Its project.'),
  branch: z.string().describe('The branch that this refers to.'),
  fingerprint,
  class: klass,
  subkind,
  severity,
  rules,
  tool,
  attribute,
  title,
  detail,
  state: FindingState,
  triage: Triage,
  revision: z.int().min(1).describe('Rises with each decision.'),
  first_seen: time.describe('When a scan of the branch found it first.'),
  last_seen: time.describe('When a scan of the branch found it last.'),
  last_scan: z.string().describe('That scan.'),
  scans: z.int().min(1).describe('Scans of the branch that found it.'),
  moved_from: z.string().nullable().describe('The fingerprint it had before a rule was renamed.'),
};

const FindingSummary = z
  .strictObject({
    ...shown,
    witness: witness.optional().describe('What shows the bug. Needs the grant `hunt_details`.'),
    evidence: evidence.optional().describe('Why this is a finding. Needs the grant `hunt_details`.'),
  })
  .meta({ id: 'FindingSummary', description: 'A finding, as lists show it.' });

export const FindingList = listOf(FindingSummary, 'FindingList', 'Findings, in the order asked for.');

const FindingEvent = z
  .strictObject({
    at: time.describe('When.'),
    kind: z.enum(['state', 'changed', 'moved', 'triage', 'attempt']).meta({
      id: 'FindingEventKind',
      description:
        'A scan changed its state, found it with other values or by another path, or found it under another fingerprint; somebody decided about it, or tried it.',
    }),
    branch: z.string().nullable().describe('The branch, for what a scan did.'),
    scan: z.string().nullable().describe('The scan, for what a scan did.'),
    from: z.string().nullable().describe('The state before, or the fingerprint.'),
    to: FindingState.nullable().describe('The state after.'),
    decision: Decision.nullable().describe('The decision.'),
    reason: z.string().nullable().describe('The reason for the decision.'),
    until: z.string().nullable().describe('Until when the risk is accepted.'),
    by: z.string().nullable().describe('Id of the key that decided.'),
    attempt: z.string().nullable().describe('Id of the attempt.'),
    outcome: AttemptView.shape.outcome.nullable().describe('The outcome.'),
  })
  .meta({ id: 'FindingEvent', description: 'An entry in the history of a finding.' });

const FindingBranch = z
  .strictObject({
    branch: z.string().describe('The branch.'),
    state: FindingState,
    last_seen: time.describe('When a scan of the branch last found the finding.'),
  })
  .meta({ id: 'FindingBranch', description: 'A finding on one branch.' });

export const FindingView = z
  .strictObject({
    ...shown,
    evidence_hash,
    witness: witness.optional(),
    evidence: evidence.optional(),
    repair,
    branches: z.array(FindingBranch).describe('The branches it was found on.'),
    history: z.array(FindingEvent).describe('Its history, newest first, at most 100 entries.'),
    attempts: z.array(AttemptView).describe('Attempts on it, newest first, at most 100.'),
  })
  .meta({ id: 'Finding', description: 'A finding of a project, with everything that is known about it.' });

/** @param details whether the caller may see calls */
export function findingSummary(row: FindingRow, details: boolean, now: Date): z.output<typeof FindingSummary> {
  const told = toldOf(row);
  return { ...shownOf(row, told, now), ...(details && { witness: told.witness, evidence: told.evidence }) };
}

export function findingView(
  [row, ...others]: readonly [FindingRow, ...FindingRow[]],
  { history, attempts }: FindingPast,
  now: Date,
): z.output<typeof FindingView> {
  const told = toldOf(row);
  return {
    ...shownOf(row, told, now),
    evidence_hash: told.evidence_hash,
    witness: told.witness,
    evidence: told.evidence,
    repair: told.repair,
    branches: [row, ...others].map(({ branch, state, lastSeen }) => ({
      branch,
      state,
      last_seen: lastSeen.toISOString(),
    })),
    history: history.map(eventView),
    attempts: attempts.map(attemptView),
  };
}

const toldOf = ({ told }: FindingRow): ScannedFinding => parseJson(told) as ScannedFinding;

type Shown = Omit<z.output<typeof FindingSummary>, 'witness' | 'evidence'>;

function shownOf(row: FindingRow, told: ScannedFinding, now: Date): Shown {
  return {
    object: 'finding',
    project_id: row.projectId,
    branch: row.branch,
    fingerprint: row.fingerprint,
    class: told.class,
    subkind: told.subkind,
    severity: told.severity,
    rules: told.rules,
    tool: told.tool,
    attribute: told.attribute,
    title: told.title,
    detail: told.detail,
    state: row.state,
    triage: {
      decision: row.decision,
      reason: row.reason ?? null,
      until: row.until ?? null,
      expired: isExpired(row, now),
      by: row.decidedBy ?? null,
      at: row.decidedAt?.toISOString() ?? null,
    },
    revision: row.revision,
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    last_scan: row.lastScan,
    scans: row.scans,
    moved_from: row.movedFrom ?? null,
  };
}

const NOTHING = {
  branch: null,
  scan: null,
  from: null,
  to: null,
  decision: null,
  reason: null,
  until: null,
  by: null,
  attempt: null,
  outcome: null,
};

function eventView({ at, event }: HistoryRow): z.output<typeof FindingEvent> {
  const { revision: _, ...said } = event.kind === 'triage' ? event : { ...event, revision: 0 };
  return { at: at.toISOString(), ...NOTHING, ...said };
}
