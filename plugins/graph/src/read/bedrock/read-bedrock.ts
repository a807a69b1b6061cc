import type { ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import { isRecord, member, textMember } from '../source/tree.js';
import { readFlow } from './flow.js';
import { FlowLowering, type Types } from './lower.js';

/**
 * Reads a flow of Amazon Bedrock: a FlowDefinition, or the answer to GetFlow or GetFlowVersion with one under `definition`. Nothing is run. See
 * docs/graph/formats/bedrock.md.
 */
export function readBedrock(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const wrapped = isRecord(member(tree, 'definition'));
  const flow = readFlow(wrapped ? member(tree, 'definition') : tree, wrapped ? '/definition' : '', draft.problems);
  const types: Types = new Map();
  new FlowLowering(draft, types, flow, draft.main, { depth: 0, given: [] }).lower();
  if (draft.problems.any) return { ok: false, problems: draft.problems.found };
  const name = textMember(tree, 'name');
  const variables = [...types].flatMap(([variable, type]) => (type === 'several' ? [] : [{ name: variable, type }]));
  return draft.finish({
    ...(wrapped && name !== undefined && { name }),
    execution: 'tokens',
    context: 'isolated',
    ...(variables.length > 0 && { variables }),
  });
}
