import { z } from 'zod';
import type { Scan } from '../entities/scan.js';
import { GateResult } from '../gate/model.js';

const time = z.iso.datetime({ precision: 3 });

const ScanStatus = z.enum(['running', 'succeeded', 'failed', 'cancelled', 'expired']).meta({
  id: 'ScanStatus',
  description: 'State of a scan. `running` until its job has ended, also while that waits; then how it ended.',
});

const ScanCounts = z
  .strictObject({
    new: z.int().min(0).describe('Found for the first time on the branch.'),
    persisting: z.int().min(0).describe('Found again.'),
    fixed: z.int().min(0).describe('Shown to be gone.'),
    reopened: z.int().min(0).describe('Found again after they were fixed.'),
    moved: z
      .int()
      .min(0)
      .describe('Of those that persist, the ones that a renamed rule has given another fingerprint.'),
    unknown: z.int().min(0).describe('Findings of before that this scan could not tell about: they stay as they were.'),
  })
  .meta({ id: 'ScanCounts', description: 'The findings of a scan, compared with the scan of the branch before it.' });

const ScanError = z
  .strictObject({
    slug: z.string().describe('What failed.'),
    detail: z.string().describe('What happened.'),
    retryable: z.boolean().describe('Whether the same scan may succeed later.'),
  })
  .meta({ id: 'ScanError', description: 'Why a scan failed.' });

export const ScanSummary = z
  .strictObject({
    object: z.literal('scan').describe('Always `scan`.'),
    id: z.string().describe('Id of the scan: `scn_` and a ULID.'),
    project_id: z.string().describe('Its project.'),
    branch: z.string().describe('Its branch.'),
    label: z.string().nullable().describe('What was scanned, as the caller named it.'),
    solve_id: z.string().describe('Id of its job.'),
    status: ScanStatus,
    input_digest: z.string().describe('SHA-256 of what was hunted and how.'),
    engine: z.string().describe('What hunted: another engine may find other bugs.'),
    created_at: time.describe('When it was asked for.'),
    finished_at: time.nullable().describe('When it ended; null before that.'),
    compared_with: z
      .string()
      .nullable()
      .describe('The scan of the branch before it; null for the first, and before it has succeeded.'),
    counts: ScanCounts.nullable().describe('Null unless the scan has succeeded.'),
    gate: GateResult.nullable().describe('What the gate of the project says; null unless the scan has succeeded.'),
    error: ScanError.nullable().describe('Why it failed; null when it did not.'),
  })
  .meta({ id: 'ScanSummary', description: 'A scan, as lists show it.' });

/** Shows a scan. */
export function scanSummary(scan: Scan): z.output<typeof ScanSummary> {
  return {
    object: 'scan',
    id: scan.id,
    project_id: scan.projectId,
    branch: scan.branch,
    label: scan.label ?? null,
    solve_id: scan.jobId,
    status: scan.status ?? 'running',
    input_digest: scan.inputDigest,
    engine: scan.engine,
    created_at: scan.createdAt.toISOString(),
    finished_at: scan.finishedAt?.toISOString() ?? null,
    compared_with: scan.comparedWith ?? null,
    counts: scan.counts ?? null,
    gate: scan.gate ?? null,
    error: scan.error ?? null,
  };
}
