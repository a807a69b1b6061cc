import { z } from 'zod';
import { TicketField } from '../../confirm/ticket-field.js';
import { ActionField, contextShape } from '@ostiary/guard/request';
import { CatalogueField, LanguageField } from '@ostiary/policy-modes';
import { PolicyField } from '../../request/policy.js';

export const GuardrailRequest = z.strictObject({
  policy: PolicyField,
  catalogue: CatalogueField,
  action: ActionField,
  explain: z
    .literal('trace')
    .optional()
    .describe('`trace`: the result says what each test of each rule about the tool said.'),
  language: LanguageField,
  context: z
    .strictObject({
      ...contextShape,
      confirmation: TicketField.optional().describe(
        'The ticket of an earlier answer confirm, when the confirmation has been given since. It is worth one execution of exactly that call.',
      ),
    })
    .meta({ id: 'GuardrailContext', description: 'Everything outside the call, and the ticket of a confirmation.' })
    .optional()
    .describe(
      'Everything outside the call. What is left out is undefined to the decision and unknown to `completeness`.',
    ),
});

export type GuardrailInput = z.output<typeof GuardrailRequest>;
