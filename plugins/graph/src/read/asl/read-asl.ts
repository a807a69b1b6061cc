import type { ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import { isRecord, kindOf, member } from '../source/tree.js';
import { Machine } from './machine.js';
import { Scope } from './paths.js';
import { Values } from './values.js';

/**
 * Reads Amazon States Language: a state machine of AWS Step Functions, in JSONPath or JSONata. Task states are tools, Choice states routers with guards,
 * Parallel and Map states bodies of their own; Retry, Catch, and what each state reads and writes, as the language says. Nothing is run. See
 * docs/graph/formats/asl.md.
 */
export function readAsl(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  if (!isRecord(tree) || !isRecord(member(tree, 'States'))) {
    if (isRecord(tree) && !Object.hasOwn(tree, 'States'))
      draft.problems.add('graph_field_missing', '', { field: 'States' });
    else
      draft.problems.add('graph_value', isRecord(tree) ? '/States' : '', {
        expected: 'a record',
        found: kindOf(isRecord(tree) ? member(tree, 'States') : tree),
      });
    return { ok: false, problems: draft.problems.found };
  }
  const values = new Values(tree);
  const names = new Map<string, string>();
  const machine = new Machine({ draft, values, names }, tree, '', new Scope());
  const start = machine.lower(draft.main, 0);
  if (draft.problems.any) return { ok: false, problems: draft.problems.found };
  draft.main.start(start, '/StartAt');
  const variables = values.variables();
  for (const body of draft.bodies)
    for (const { id, writes } of body.nodes)
      if (Array.isArray(writes)) {
        const touched = writes.flatMap((name: string) => values.touchedBy(name));
        if (touched.length > 0) body.change(id, { writes: [...new Set([...writes, ...touched])] });
      }
  return draft.finish({ execution: 'tokens', ...(variables.length > 0 && { variables }) });
}
