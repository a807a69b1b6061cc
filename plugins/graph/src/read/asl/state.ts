import { pointerChild } from '@ostiary/catalogue';
import type { GraphNode } from '../../model/index.js';
import type { BodyDraft } from '../source/draft.js';
import type { Problems } from '../source/problems.js';
import { isList, isRecord, itemsOf, kindOf, member, type TreeRecord } from '../source/tree.js';
import type { Scope } from './paths.js';

/** A state that is being lowered. */
export interface State {
  readonly id: string;
  readonly state: TreeRecord;
  readonly pointer: string;
  readonly jsonata: boolean;
  /** Names of what it reads, and of what it writes: the first state of a branch still reads what the branch was given. */
  readonly reading: Scope;
}

/** What a failure does: tried again as often as all retriers together say, then caught, or the end. */
export function errors(state: TreeRecord): Pick<GraphNode, 'retry' | 'on_error'> {
  const max = itemsOf(member(state, 'Retry')).reduce<number>((sum, retrier) => {
    const attempts = member(retrier, 'MaxAttempts');
    return sum + (typeof attempts === 'number' && Number.isSafeInteger(attempts) ? attempts : 3);
  }, 0);
  const caught = itemsOf(member(state, 'Catch')).length > 0;
  return { ...(max > 0 && { retry: { max } }), ...(caught && { on_error: 'edge' }) };
}

/** Adds a node that the source does not have, of an id like this one that no state has; returns the id. */
export function addOwn(
  body: BodyDraft,
  node: GraphNode,
  pointer: string,
  states?: ReadonlyMap<string, unknown>,
): string {
  let { id } = node;
  while (body.has(id) || states?.has(id)) id += "'";
  body.node({ ...node, id }, pointer);
  return id;
}

export const at = (pointer: string, ...way: readonly (string | number)[]): string => way.reduce(pointerChild, pointer);

/** The records of a list that may be left out, with their places; what is none is a problem. */
export function recordsOf(
  of: TreeRecord,
  field: string,
  pointer: string,
  problems: Problems,
): readonly { readonly item: TreeRecord; readonly index: number; readonly place: string }[] {
  const list = member(of, field);
  if (list === undefined) return [];
  if (!isList(list)) {
    problems.add('graph_value', at(pointer, field), { expected: 'a list', found: kindOf(list) });
    return [];
  }
  return list.flatMap((item, index) => {
    const place = at(pointer, field, index);
    if (isRecord(item)) return [{ item, index, place }];
    problems.add('graph_value', place, { expected: 'a record', found: kindOf(item) });
    return [];
  });
}
