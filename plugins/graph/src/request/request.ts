import { input } from '@ostiary/plugin-api';
import { CatalogueField, LanguageField } from '@ostiary/policy-modes';
import { z } from 'zod';
import { PROPERTIES } from '../model/index.js';
import { GRAPH_FORMATS } from '../read/index.js';
import { GraphAssumes } from './assume.js';
import { GraphBindings } from './bindings.js';
import { GraphRule, GraphSeverity } from './rules.js';

const MOST_RULES = 1_000;
const MAX_CHARACTERS = 2 * 1024 * 1024;

export const GraphFormat = z
  .enum(GRAPH_FORMATS)
  .meta({ id: 'GraphFormat', description: "What the graph was exported from; `agent-graph` is Ostiary's own format." });

export const GraphProperty = z.enum(PROPERTIES).meta({
  id: 'GraphProperty',
  description:
    'What to verify: a check before a tool (P1), a confirmation before a tool (P2), an order of tools (P3), the influence of data (P4), a saga (P5), the hygiene of the graph itself (P6).',
});

/** Inline it is the parsed document, or the text of one that is not JSON. */
const GraphField = z
  .union([
    input('graph'),
    z.string().min(1).max(MAX_CHARACTERS),
    z.unknown().meta({ type: 'object', description: 'The document, inline.' }),
  ])
  .describe('An exported agent graph: a JSON document inline, the text of a YAML, XML or Mermaid document, or a file.');

const GraphOptions = z
  .strictObject({
    properties: z.array(GraphProperty).min(1).max(PROPERTIES.length).optional().describe('Absent: all.'),
    severities: z.array(GraphSeverity).min(1).max(5).optional().describe('Severities to report; absent: all.'),
    max_paths: z.int().min(0).max(1_000).default(100).describe('The most verdicts that come with a path.'),
  })
  .meta({ id: 'GraphOptions', description: 'What to verify, and how much to report.' });

/** As a graph: inline the parsed documents, or a text with one on each line. */
const TracesField = z
  .union([
    input('graph'),
    z.string().min(1).max(MAX_CHARACTERS),
    z.array(z.unknown()).describe('The recorded runs, inline.'),
    z.unknown().meta({ type: 'object', description: 'The recorded runs, inline.' }),
  ])
  .describe('Recorded runs: OTLP JSON, LangSmith runs, or a text with one of these on each line; inline or a file.');

export const GraphRequest = z.strictObject({
  graph: GraphField,
  format: GraphFormat.optional().describe('Absent: it is recognised.'),
  catalogue: CatalogueField.describe('The tools of the graph, their classes and how they relate to one another.'),
  rules: z
    .array(GraphRule)
    .min(1)
    .max(MOST_RULES)
    .optional()
    .describe('The rules to verify; absent: those that the catalogue implies.'),
  bindings: GraphBindings.optional(),
  assume: GraphAssumes.optional().describe(
    'A what-if question: these assumptions are taken as true, and the answer lists every verdict that they change.',
  ),
  traces: TracesField.optional(),
  compare_with: GraphField.optional().describe(
    'The previous version of the graph: the answer says what is new, fixed, moved and unchanged.',
  ),
  options: GraphOptions.prefault({}).describe('What to verify, and how much to report; absent: everything.'),
  path: z
    .string()
    .max(500)
    .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\p{L}\p{N} ._/+@-]+$/u)
    .default('graph.json')
    .describe('The path of the document in its repository, for reports that name files; absent: `graph.json`.'),
  language: LanguageField,
});

export type GraphInput = z.output<typeof GraphRequest>;
