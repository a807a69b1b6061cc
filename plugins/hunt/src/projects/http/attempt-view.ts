import { storableText } from '@ostiary/plugin-api';
import { z } from 'zod';
import type { AttemptRow } from '../entities/attempt.js';
import { Outcome } from '../finding-model.js';
import { listOf } from './answers.js';

const time = z.iso.datetime({ precision: 3 });

export const NewAttemptBody = z
  .strictObject({
    attempt_id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_:-]{0,127}$/)
      .describe('An id that you choose, so that an attempt that is sent twice is recorded once.'),
    project_id: storableText().min(1).max(64).describe('Id of the project.'),
    fingerprint: storableText().min(1).max(128).describe('Fingerprint of the finding.'),
    outcome: Outcome,
    environment: storableText().min(1).max(100).optional().describe('Where it was tried, e.g. `staging`.'),
    at: z.iso.datetime({ offset: true }).optional().describe('When it was tried, RFC 3339; absent: now.'),
    note: storableText().min(1).max(4_000).optional().describe('What happened.'),
    evidence_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('SHA-256, in hex, of evidence that you keep.'),
  })
  .meta({ id: 'NewHuntAttempt', description: 'An attempt on a finding where the policy is in use.' });

export const AttemptView = z
  .strictObject({
    object: z.literal('hunt_attempt').describe('Always `hunt_attempt`.'),
    attempt_id: z.string().describe('The id that the caller chose.'),
    project_id: z.string().describe('Its project.'),
    fingerprint: z.string().describe('Fingerprint of the finding.'),
    outcome: Outcome,
    environment: z.string().nullable().describe('Where it was tried.'),
    at: time.describe('When it was tried.'),
    note: z.string().nullable().describe('What happened.'),
    evidence_sha256: z.string().nullable().describe('SHA-256, in hex, of evidence that the caller keeps.'),
    recorded_at: time.describe('When it was recorded.'),
    by: z.string().describe('Id of the key that recorded it.'),
  })
  .meta({ id: 'HuntAttempt', description: 'An attempt on a finding.' });

export const AttemptList = listOf(AttemptView, 'HuntAttemptList', 'Attempts, newest first.');

export function attemptView(row: AttemptRow): z.output<typeof AttemptView> {
  return {
    object: 'hunt_attempt',
    attempt_id: row.attemptId,
    project_id: row.projectId,
    fingerprint: row.fingerprint,
    outcome: row.outcome,
    environment: row.environment ?? null,
    at: row.at.toISOString(),
    note: row.note ?? null,
    evidence_sha256: row.evidenceSha256 ?? null,
    recorded_at: row.recordedAt.toISOString(),
    by: row.keyId,
  };
}
