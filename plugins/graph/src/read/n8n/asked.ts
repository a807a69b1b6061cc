import { entriesOf, isRecord, itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { type Atom, type Formula, negation } from './formula.js';
import { currentAtom, oldAtom, unreadAtom } from './operators.js';
import type { Item } from './workflow.js';

/**
 * What each output of an IF, Filter or Switch asks of an item, in the order of the outputs; undefined: an expression says the output. Sources: the filter parameter of
 * n8n-workflow, and the nodes of their first versions.
 */
export function askedBy(item: Item): readonly Formula[] | undefined {
  const { type, parameters, version } = item;
  if (type === 'switch') return switched(item);
  const asked =
    version < 2 && itemsOf(memberAt(parameters, 'conditions', 'conditions')).length === 0
      ? grouped(parameters)
      : filtered(member(parameters, 'conditions'), parameters);
  return type === 'filter' ? [asked] : [asked, negation(asked)];
}

/** The conditions of a filter parameter: `caseSensitive` and `combinator` are its own. */
function filtered(filter: unknown, parameters: unknown): Formula {
  const sensitive = memberAt(filter, 'options', 'caseSensitive');
  const ignores = memberAt(parameters, 'options', 'ignoreCase');
  // Where the node and its filter say different things, it depends on which one was saved last.
  const clear = typeof sensitive === 'boolean' && (ignores === undefined || ignores === !sensitive);
  const atoms = itemsOf(member(filter, 'conditions')).map((one) => currentAtom(one, clear ? sensitive : undefined));
  const combinator = textMember(filter, 'combinator') ?? 'and';
  return combinator === 'and' || combinator === 'or' ? joined(combinator, atoms) : unread(filter);
}

const LISTS = ['boolean', 'dateTime', 'number', 'string'];

/** Until version 2: lists by type. */
function grouped(parameters: unknown): Formula {
  const groups = entriesOf(member(parameters, 'conditions'));
  const combined = member(parameters, 'combineOperation') ?? 'all';
  if (groups.some(([type]) => !LISTS.includes(type)) || (combined !== 'all' && combined !== 'any'))
    return unread(parameters);
  const atoms = groups.flatMap(([type, list]) =>
    itemsOf(list)
      .filter(isRecord)
      .map((one) => oldAtom(type, one['value1'], one)),
  );
  return joined(combined === 'all' ? 'and' : 'or', atoms);
}

/** An item leaves by the first output that it matches, or by all of them; what matches none leaves by the output for that, if there is one. */
function switched({ parameters }: Item): readonly Formula[] | undefined {
  const values = itemsOf(memberAt(parameters, 'rules', 'values'));
  const old = itemsOf(memberAt(parameters, 'rules', 'rules'));
  if (values.length === 0 && old.length === 0) return undefined;
  const type = textMember(parameters, 'dataType') ?? 'number';
  const rules =
    values.length > 0
      ? values.map((rule, at) => ({ asks: filtered(member(rule, 'conditions'), parameters), output: at }))
      : old.map((rule) => ({
          asks: joined('and', [oldAtom(type, member(parameters, 'value1'), rule)]),
          output: outputOf(rule),
        }));
  const all = memberAt(parameters, 'options', 'allMatchingOutputs') === true;
  const ways = rules.map(({ asks, output }, at) => ({
    output,
    asks: all || at === 0 ? asks : joinedAll([asks, ...rules.slice(0, at).map((before) => negation(before.asks))]),
  }));
  const fallback = memberAt(parameters, 'options', 'fallbackOutput') ?? member(parameters, 'fallbackOutput');
  const count = Math.max(...rules.map(({ output }) => output)) + 1;
  const none = joinedAll(rules.map(({ asks }) => negation(asks)));
  if (fallback === 'extra') ways.push({ output: count, asks: none });
  else if (typeof fallback === 'number' && Number.isInteger(fallback) && fallback >= 0)
    ways.push({ output: Math.min(fallback, count), asks: none });
  const length = Math.max(...ways.map(({ output }) => output)) + 1;
  return Array.from({ length }, (_, output) => ({
    op: 'or',
    of: ways.filter((way) => way.output === output).map(({ asks }) => asks),
  }));
}

/** Four is the most that an old Switch has: a larger number is no output. */
export function outputOf(rule: unknown): number {
  const output = member(rule, 'output');
  return typeof output === 'number' && Number.isInteger(output) && output >= 0 && output < 32 ? output : 0;
}

const joined = (op: 'and' | 'or', atoms: readonly Atom[]): Formula => ({ op, of: atoms.map((atom) => ({ atom })) });
const joinedAll = (of: readonly Formula[]): Formula => ({ op: 'and', of });

const unread = (of: unknown): Formula => ({ atom: unreadAtom(of) });
