import { z } from 'zod';
import { GraphProperty } from '../request.js';
import { GraphSeverity } from '../rules.js';
import { GraphFix, GraphNoFix } from './fix.js';
import { GraphPathStep } from './path.js';

export const GraphVerdictWord = z.enum(['proved', 'broken', 'possible', 'vacuous']).meta({
  id: 'GraphVerdictWord',
  description:
    '`proved`: no run breaks the rule; `broken`: some run breaks it, regardless of what is unknown; `possible`: some run may break it, depending on what is unknown; `vacuous`: what the rule is about happens in no run.',
});

export const GraphDecider = z
  .strictObject({
    code: z.string().describe('A stable code.'),
    at: z.string().describe('The node, edge or tool that it is about.'),
    text: z.string().describe('What would have to be known, in a sentence.'),
  })
  .meta({ id: 'GraphDecider', description: 'Something unknown that the verdict depends on.' });

const verdictFields = {
  property: GraphProperty,
  rule_id: z
    .string()
    .describe('The id of the rule; for a rule that the catalogue implies, an id made from the catalogue.'),
  target: z.string().describe('The tool it is about.'),
  verdict: GraphVerdictWord,
  severity: GraphSeverity,
  fingerprint: z
    .string()
    .describe('Identifies the question. It stays the same when nodes are renumbered, reordered or redrawn.'),
  title: z.string().describe('The verdict in one line.'),
};

const Count = z.int().min(0);

/** What is told of a property once its rules are decided. */
export const CheckedProperty = z
  .strictObject({
    property: GraphProperty,
    broken: Count.describe('Rules that some run breaks; for hygiene (P6), the findings.'),
    possible: Count.describe('Rules that some run may break; for hygiene, what was not decided.'),
    proved: Count.describe('Rules that no run breaks; for hygiene, the codes without a finding.'),
    vacuous: Count.describe('Rules about something that happens in no run.'),
  })
  .meta({ id: 'GraphChecked', description: 'The results for the rules of one property.' });

/** What is told of a verdict while others are still decided. */
export const FoundVerdict = z
  .strictObject(verdictFields)
  .meta({ id: 'GraphFound', description: 'A verdict that is broken or possible.' });

export const GraphVerdict = z
  .strictObject({
    ...verdictFields,
    subject: z.string().describe('The kind of rule, e.g. `check_before`, `precedence`.'),
    kind: z
      .string()
      .nullable()
      .describe(
        'More about the verdict, e.g. `lasso` for a run that loops forever, or `SG1` for a rule of a saga; null if there is nothing to add.',
      ),
    detail: z.string().describe('What that means.'),
    advice: z.string().describe('What to do about it.'),
    path: z.array(GraphPathStep).nullable().describe('A shortest run that shows it, from the start.'),
    cycle_from: z.int().min(1).nullable().describe('The step where the endless loop of the path begins.'),
    model: z
      .array(
        z
          .strictObject({
            variable: z.string().describe('A variable.'),
            at_step: z.int().min(1).describe('From this step on.'),
            value: z.union([z.string(), z.number(), z.boolean()]).describe('Its value.'),
          })
          .meta({ id: 'GraphValue', description: 'A value from the input or from what a node wrote.' }),
      )
      .nullable()
      .describe('Values for which a run takes this path.'),
    deciders: z.array(GraphDecider).nullable().describe('For a possible verdict: the unknowns that it depends on.'),
    guards_used: z.array(z.string()).describe('Edges whose guards the proof relies on.'),
    assumptions: z.array(z.string()).describe('Codes of the assumptions that it relies on.'),
    certificate_id: z
      .string()
      .nullable()
      .describe(
        'For a proof: the id of its certificate in the artefact `certificates`; null if the certificate is too large to keep.',
      ),
    without_assume: GraphVerdictWord.nullable().describe(
      'The verdict without `assume`, if it differs; otherwise null.',
    ),
    fix: GraphFix.nullable().describe('Null if none was searched for, or none was found.'),
    no_fix: GraphNoFix.nullable().describe('Null if there is a fix, or none was searched for.'),
  })
  .meta({ id: 'GraphVerdict', description: 'A verdict on a rule.' });
