import { input } from '@ostiary/plugin-api';
import { z } from 'zod';

/** UTF-16 code units of a policy; its bytes are counted by the language's own limit. */
const POLICY_MAX_LENGTH = 1_048_576;

/** Texts of policies in other languages have the same bound. */
export const PolicyText = z
  .string()
  .min(1)
  .max(POLICY_MAX_LENGTH)
  .describe('The policy as text. Its dialect is the one its header names, or else 2.');

export const PolicyDialect = z
  .literal([1, 2])
  .meta({ id: 'PolicyDialect', description: 'A version of the policy language.' });

export const PolicySource = z
  .strictObject({
    dialect: PolicyDialect.optional().describe(
      'The dialect to read the text in. It must not contradict the header of the text.',
    ),
    text: PolicyText,
  })
  .meta({ id: 'PolicySource', description: 'A policy with the dialect it is to be read in.' });

/** Where a request has a policy and the catalogue it is checked against, as JSON pointers. */
export interface PolicyPlaces {
  readonly policy: string;
  readonly catalogue: string;
}
export const POLICY_PLACES: PolicyPlaces = { policy: '/policy', catalogue: '/catalogue' };

/** A policy as the evaluators are given it. */
export type PolicyInput = string | { readonly dialect?: 1 | 2 | undefined; readonly text: string };

export const CatalogueField = z
  .union([
    input('catalogue'),
    z.unknown().meta({ anyOf: [{ type: 'object' }, { type: 'array', items: {} }], description: 'Inline.' }),
  ])
  .optional()
  .describe(
    'The tools a call may name, in a file or inline: our own form, an MCP tools/list answer, OpenAI, LangChain or Vercel AI tool definitions, an OpenAPI 3.0 or 3.1 document, or any of these as `document` beside `overrides`. Without it, types are inferred from the policy.',
  );
