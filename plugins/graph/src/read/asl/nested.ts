import type { GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { entriesOf, isRecord, itemsOf, kindOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { type Effects, effectsOf } from './effects.js';
import { DOCUMENT, isInDocument, Scope, variableOf } from './paths.js';
import { addOwn, at, errors, recordsOf, type State } from './state.js';
import { inputOf, readsOf } from './tasks.js';

/** What a state with machines inside is lowered with. */
export interface Nesting {
  readonly draft: Draft;
  readonly body: BodyDraft;
  /** The machine the state is in. */
  readonly source: TreeRecord;
  readonly scope: Scope;
  /** Lowers a machine inside into a body; returns the id of its first state. */
  readonly lower: (machine: TreeRecord, pointer: string, scope: Scope, body: BodyDraft) => string;
  readonly outcome: (effects: Effects) => Pick<GraphNode, 'writes' | 'result'>;
}

/**
 * A Parallel is a node with a body: a fork into its branches, over when all of them are, failed when one is. Where a branch writes its document, that
 * is a copy of its own, made at the beginning.
 */
export function lowerParallel(
  { draft, body, source, scope, lower, outcome }: Nesting,
  { id, state, pointer, jsonata, reading }: State,
): void {
  const branches = recordsOf(state, 'Branches', pointer, draft.problems);
  if (branches.length === 0 && !draft.problems.any)
    draft.problems.add('graph_field_missing', pointer, { field: 'Branches' });
  const given = member(state, jsonata ? 'Arguments' : 'Parameters');
  const same = given === undefined && inputOf(state) === DOCUMENT;
  const inner = draft.body(id);
  const own: string[] = [];
  const starts = branches.map(({ item, index, place }) => {
    const within = new Scope(`${id}[${String(index)}]`, scope, same, same ? writtenIn(item, jsonata) : [DOCUMENT]);
    const document = within.name(DOCUMENT);
    if (document !== scope.name(DOCUMENT)) own.push(document);
    return { first: lower(branchOf(item, source), place, within, inner), place: at(place, 'StartAt') };
  });
  const fork = addOwn(inner, { id: 'branches', kind: 'fork' }, at(pointer, 'Branches'));
  for (const { first, place } of starts) inner.edge({ source: fork, target: first }, place);
  const reads = readsOf(given, jsonata, reading, inputOf(state));
  if (own.length === 0) inner.start(fork, pointer);
  else {
    const entry = addOwn(inner, { id: 'input', kind: 'code', reads, writes: own }, pointer);
    inner.edge({ source: entry, target: fork }, pointer);
    inner.start(entry, pointer);
  }
  const { writes } = effectsOf(state, jsonata, true);
  body.node(
    { id, kind: 'subgraph', subgraph: id, reads: [...reads, ...own], ...outcome({ writes }), ...errors(state) },
    pointer,
  );
}

/** A Map is a node whose body runs for each item, with a document of its own. Items that may fail alone are a body within, past which it goes on. */
export function lowerMap(
  { draft, body, source, scope, lower, outcome }: Nesting,
  { id, state, pointer, jsonata, reading }: State,
): void {
  const field = Object.hasOwn(state, 'ItemProcessor') ? 'ItemProcessor' : 'Iterator';
  const processor = member(state, field);
  const place = at(pointer, field);
  const within = new Scope(id, scope, false, [DOCUMENT]);
  const item = within.name(DOCUMENT);
  const path = textMember(state, 'ItemsPath');
  const items = path === undefined || jsonata ? null : variableOf(path);
  const reads = [reading.name(items ?? DOCUMENT)];
  const { writes } = effectsOf(state, jsonata, true);
  const outer = draft.body(id);
  body.node(
    {
      id,
      kind: 'map',
      subgraph: id,
      reads: [...reads, item],
      ...outcome({ writes }),
      ...errors(state),
      ...(member(state, 'MaxConcurrency') !== 1 && { parallel: true }),
      ...(tolerates(state) && { fallible: true }),
    },
    pointer,
  );
  if (!isRecord(processor)) {
    if (processor === undefined) draft.problems.add('graph_field_missing', pointer, { field: 'ItemProcessor' });
    else draft.problems.add('graph_value', place, { expected: 'a record', found: kindOf(processor) });
    return;
  }
  const inner = tolerates(state) ? draft.body(`${id}:item`) : outer;
  const first = lower(branchOf(processor, source), place, within, inner);
  const entry = addOwn(outer, { id: 'item', kind: 'code', reads, writes: [item] }, place);
  const target =
    inner === outer
      ? first
      : addOwn(outer, { id: 'process', kind: 'subgraph', subgraph: `${id}:item`, on_error: 'continue' }, place);
  if (inner !== outer) inner.start(first, at(place, 'StartAt'));
  outer.edge({ source: entry, target }, at(place, 'StartAt'));
  outer.start(entry, place);
}

const tolerates = (state: TreeRecord): boolean =>
  [
    'ToleratedFailurePercentage',
    'ToleratedFailureCount',
    'ToleratedFailurePercentagePath',
    'ToleratedFailureCountPath',
  ].some((field) => member(state, field) !== undefined && member(state, field) !== 0);

/** A branch has the language of its machine unless its states say another. */
const branchOf = (branch: TreeRecord, machine: TreeRecord): TreeRecord =>
  Object.hasOwn(branch, 'QueryLanguage') || !Object.hasOwn(machine, 'QueryLanguage')
    ? branch
    : { ...branch, QueryLanguage: machine['QueryLanguage'] };

/** Paths of the document that the states of a branch write. */
function writtenIn(branch: unknown, jsonata: boolean): readonly string[] {
  return entriesOf(member(branch, 'States')).flatMap(([, state]) => {
    const type = textMember(state, 'Type');
    const own = jsonata || textMember(state, 'QueryLanguage') === 'JSONata';
    const made =
      type === 'Task' ||
      type === 'Parallel' ||
      type === 'Map' ||
      (type === 'Pass' &&
        (member(state, 'Result') !== undefined ||
          member(state, 'Parameters') !== undefined ||
          member(state, 'ResultPath') !== undefined));
    const caught = itemsOf(member(state, 'Catch')).flatMap((catcher) => effectsOf(catcher, own, true).writes);
    return [...effectsOf(state, own, made).writes, ...caught].filter(isInDocument);
  });
}
