import type { PurposeDeclaration } from '@ostiary/plugin-api';
import { catalogueAndPolicy } from '@ostiary/policy-modes';

/** What guardrail takes by upload. */
export const purposes: Readonly<Record<string, PurposeDeclaration>> = {
  ...catalogueAndPolicy,
  batch_rows: {
    maxBytes: 64 * 1024 * 1024,
    mediaTypes: ['text/csv', 'application/jsonl', 'application/x-ndjson', 'application/json'],
    recognise: catalogueAndPolicy.policy.recognise,
  },
};
