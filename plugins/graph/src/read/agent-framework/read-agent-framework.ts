import type { ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import { isRecord, member, textMember } from '../source/tree.js';
import { readActions } from './declarative.js';
import { Executors } from './executors.js';
import { Formulas } from './power-fx.js';

/** Whether a document is a workflow in actions: `kind: Workflow`. */
export const isDeclarative = (tree: unknown): boolean => textMember(tree, 'kind') === 'Workflow';

/**
 * Reads a workflow of Microsoft Agent Framework: `workflow.to_dict()` of Python, which has executors and groups of edges, or a declarative
 * workflow of actions in YAML. See docs/graph/formats/agent-framework.md.
 */
export function readAgentFramework(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const name = textMember(tree, 'name') ?? textMember(member(tree, 'trigger'), 'id');
  const named = name === undefined ? {} : { name };
  if (isDeclarative(tree)) {
    const formulas = new Formulas();
    const direct = member(tree, 'actions') !== undefined;
    readActions(direct ? tree : member(tree, 'trigger'), direct ? '' : '/trigger', draft, formulas);
    if (draft.problems.any) return { ok: false, problems: draft.problems.found };
    const variables = formulas.variables();
    return draft.finish({ ...named, execution: 'tokens', ...(variables.length > 0 && { variables }) });
  }
  if (!isRecord(member(tree, 'executors'))) draft.problems.add('graph_field_missing', '', { field: 'executors' });
  else new Executors(draft).lower(tree, '', draft.main, 0);
  if (draft.problems.any) return { ok: false, problems: draft.problems.found };
  draft.assume('messages_follow_edges', '');
  return draft.finish({ ...named, execution: 'supersteps' });
}
