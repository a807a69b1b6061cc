import { type Language, type PreparedPolicy, warningsOf } from '@ostiary/guard';
import { z } from 'zod';
import { PolicyDialect, type PolicyInput } from '../request/policy.js';
import { pointerOf } from './load.js';

const Warning = z
  .strictObject({
    code: z.string().describe('Stable code of the warning.'),
    detail: z.string().describe('What it is about.'),
    hint: z.string().nullable().describe('What to do about it.'),
    pointer: z.string().describe('JSON pointer into the request.'),
    line: z.int().nullable().describe('Line in the policy text; null when it is about the catalogue.'),
    column: z.int().nullable().describe('Column in the policy text.'),
  })
  .meta({ id: 'PolicyWarning', description: 'What is odd about a policy or a catalogue.' });

export const PolicySummary = z
  .strictObject({
    digest: z.string().describe('SHA-256 of dialect and text; the policy version that confirmations are bound to.'),
    dialect: PolicyDialect.describe('The dialect the text was read in.'),
    name: z.string().nullable().describe('The name in its header.'),
    rules: z.int().min(0).describe('How many rules it has.'),
    catalogue_digest: z.string().nullable().describe('SHA-256 of the catalogue as it was read; null without one.'),
    warnings: z.array(Warning).describe('What is odd about the policy or the catalogue, though it can be used.'),
  })
  .meta({ id: 'PolicySummary', description: 'The policy that was used.' });

const SHOWN_WARNINGS = 50;

/** What a result says of its policy: digests, number of rules, warnings in one language. */
export async function policySummary(
  policy: PreparedPolicy,
  input: PolicyInput,
  language: Language,
): Promise<z.output<typeof PolicySummary>> {
  const { core, version, catalogueDigest } = policy;
  return {
    digest: version,
    dialect: core.dialect,
    name: core.name,
    rules: core.rules.length,
    catalogue_digest: catalogueDigest,
    warnings: (await warningsOf(policy, null)).slice(0, SHOWN_WARNINGS).map((warning) => {
      const { code, detail, hint, place } = warning;
      const { line, column } = place.of === 'policy' ? place : { line: null, column: null };
      return {
        code,
        detail: detail[language],
        hint: hint?.[language] ?? null,
        pointer: pointerOf(warning, input),
        line,
        column,
      };
    }),
  };
}
