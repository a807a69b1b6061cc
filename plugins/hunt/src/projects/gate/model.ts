import { z } from 'zod';

/** What a gate can look at. Counts of findings are of those that are open: not accepted for now, and no false positive. */
const GATE_METRICS = [
  'findings_critical',
  'findings_high',
  'findings_medium',
  'findings_low',
  'findings_total',
  'unknown_checks',
  'coverage_decided',
  'accepted_expired',
] as const;
type GateMetric = (typeof GATE_METRICS)[number];

/** Metrics that count findings, and so can be asked of the new ones alone. */
export const COUNTED: ReadonlySet<GateMetric> = new Set([
  'findings_critical',
  'findings_high',
  'findings_medium',
  'findings_low',
  'findings_total',
]);

const Metric = z.enum(GATE_METRICS).meta({
  id: 'GateMetric',
  description:
    'What is measured: open findings, by severity or all; checks with undecided questions; the share of questions that were decided (0 to 1); or accepted risks that have expired.',
});
const Operator = z.enum(['gt', 'lt']).meta({ id: 'GateOperator', description: 'Greater than, or less than.' });
const Scope = z.enum(['new', 'overall']).meta({
  id: 'GateScope',
  description: 'Findings that are new or reopened in the scan, or all that are open.',
});

export const GateCondition = z
  .strictObject({
    metric: Metric,
    op: Operator.describe('How the actual value must compare with the threshold for the condition to fail.'),
    threshold: z.number().min(0).max(1_000_000).describe('The value to compare with.'),
    scope: Scope.default('overall').describe('Which findings are counted.'),
  })
  .meta({ id: 'GateCondition', description: 'A condition under which a scan does not pass.' });
export type GateCondition = z.output<typeof GateCondition>;

export const OnUnknown = z.enum(['fail', 'warn']).meta({
  id: 'GateOnUnknown',
  description:
    'The result of a scan with undecided questions if no condition fails: `failed` or `incomplete`. It never passes.',
});

/** What a project asks of its scans. */
export interface Gate {
  readonly conditions: readonly GateCondition[];
  readonly onUnknown: z.output<typeof OnUnknown>;
}

/** A project begins with this: nothing severe may be new, no acceptance may have run out, and nearly everything must be decided. */
export const DEFAULT_GATE: Gate = {
  conditions: [
    { metric: 'findings_critical', op: 'gt', threshold: 0, scope: 'new' },
    { metric: 'findings_high', op: 'gt', threshold: 0, scope: 'new' },
    { metric: 'accepted_expired', op: 'gt', threshold: 0, scope: 'overall' },
    { metric: 'coverage_decided', op: 'lt', threshold: 0.9, scope: 'overall' },
  ],
  onUnknown: 'warn',
};

const ConditionStatus = z.enum(['passed', 'failed', 'unknown']).meta({
  id: 'GateConditionStatus',
  description: 'Whether the condition passed; `unknown`: it did not fail, but not everything was decided.',
});

export const GateResult = z
  .strictObject({
    status: z.enum(['passed', 'failed', 'incomplete']).meta({
      id: 'GateStatus',
      description: '`incomplete`: no condition fails, but not everything was decided. What is undecided never passes.',
    }),
    revision: z.int().min(1).describe('Revision of the gate that was evaluated.'),
    conditions: z
      .array(
        z
          .strictObject({
            ...GateCondition.shape,
            actual: z.number().describe('The actual value.'),
            status: ConditionStatus,
          })
          .meta({ id: 'GateConditionResult', description: 'A condition and its result.' }),
      )
      .describe('Every condition of the gate.'),
  })
  .meta({ id: 'GateResult', description: 'The result of a gate.' });
export type GateResult = z.output<typeof GateResult>;
