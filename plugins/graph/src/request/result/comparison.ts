import { z } from 'zod';
import { GraphVerdictWord } from './verdict.js';

const GraphChange = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    edge: z.string().optional().describe('The first edge of its path that the previous version does not have.'),
  })
  .meta({ id: 'GraphChange', description: 'A verdict that changed.' });

const Fingerprints = z.array(z.string());

const GraphHygieneComparison = z
  .strictObject({
    added: Fingerprints.describe('Found now but not before.'),
    fixed: Fingerprints.describe('Found before but not now.'),
    moved: Fingerprints.describe('Found both times, at different places.'),
    unchanged: Fingerprints.describe('Found both times, at the same places.'),
  })
  .meta({ id: 'GraphHygieneComparison', description: 'How the findings of hygiene changed, by fingerprint.' });

export const GraphComparison = z
  .strictObject({
    added: z.array(GraphChange).describe('Broken or possible now but not before.'),
    fixed: z.array(z.string()).describe('Fingerprints of what was broken or possible before but is not now.'),
    moved: z.array(GraphChange).describe('Broken or possible in both, with another verdict or another path.'),
    unchanged: z.array(z.string()).describe('Fingerprints of what is broken or possible in both, by the same path.'),
    hygiene: GraphHygieneComparison.nullable().describe('Null if P6 is not verified.'),
  })
  .meta({ id: 'GraphComparison', description: 'How the verdicts changed since the previous version.' });

export const GraphDifference = z
  .strictObject({
    fingerprint: z.string().describe('The verdict.'),
    without: GraphVerdictWord.nullable().describe(
      'The verdict without `assume`; null if the question does not arise then.',
    ),
    assumed: GraphVerdictWord.nullable().describe(
      'The verdict with `assume`; null if the question does not arise then.',
    ),
  })
  .meta({ id: 'GraphDifference', description: 'A verdict that `assume` changes.' });
