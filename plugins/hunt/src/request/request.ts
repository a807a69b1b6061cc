import { CatalogueField, LanguageField } from '@ostiary/policy-modes';
import { z } from 'zod';
import { CLASS_IDS, SEVERITIES } from '../search/index.js';
import { AcceptedPolicyField, HuntPolicyField } from './policy.js';

export const HuntClass = z.enum(CLASS_IDS).meta({
  id: 'HuntClass',
  description: 'A class of bugs: a letter (guard, rule set, bypass, history, property) and a number.',
});

export const HuntSeverity = z.enum(SEVERITIES).meta({
  id: 'HuntSeverity',
  description: 'From bugs that let an attacker act to those that only make the policy hard to read.',
});

const HuntOptions = z
  .strictObject({
    classes: z.array(HuntClass).min(1).max(CLASS_IDS.length).optional().describe('Classes to look for; absent: all.'),
    severities: z
      .array(HuntSeverity)
      .min(1)
      .max(SEVERITIES.length)
      .optional()
      .describe('Severities to report; absent: all.'),
    max_findings: z.int().min(1).max(1_000).default(500).describe('The most findings that are reported.'),
    session_bound: z.int().min(1).max(12).optional().describe('Calls in the longest session to search; absent: 8.'),
    properties: z.boolean().default(true).describe('Whether the properties that the policy declares are checked.'),
    compare_with: AcceptedPolicyField.optional(),
    compare_catalogue: CatalogueField.describe(
      'The catalogue of the accepted version, in any form that `catalogue` takes; absent: `catalogue`. Only with `compare_with`.',
    ),
  })
  .refine(({ compare_with: version, compare_catalogue: own }) => own === undefined || version !== undefined, {
    path: ['compare_catalogue'],
    error: 'Say with `compare_with` which version of the policy it belongs to.',
    params: { pt: 'Diga com `compare_with` a que versão da política pertence.' },
  })
  .meta({ id: 'HuntOptions', description: 'What to look for, and how far.' });

export const HuntRequest = z.strictObject({
  policy: HuntPolicyField,
  catalogue: CatalogueField,
  options: HuntOptions.prefault({}).describe('What to look for, and how far; absent: everything.'),
  path: z
    .string()
    .max(500)
    .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\p{L}\p{N} ._/+@-]+$/u)
    .default('policy.ost')
    .describe('The path of the text in a repository, for reports that name files; absent: `policy.ost`.'),
  language: LanguageField,
});

export type HuntInput = z.output<typeof HuntRequest>;
