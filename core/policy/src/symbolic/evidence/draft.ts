import type { Type } from '@ostiary/catalogue';
import type { Call, Context } from '../../evaluate/types.js';
import { isRecord, ownMember } from '../../values/read.js';
import type { Openness } from '../encode/inputs.js';
import type { OpenAttribute } from '../encode/open-object.js';
import { plausibleValues } from '../../breaks/plausible.js';

/** A call and context with open attributes filled in. */
export interface Draft {
  readonly call: Call;
  readonly context: Context;
}

/** One thing that is set in a draft, and the draft without it or with another value. */
export interface Setting {
  /** `principal.role`, `labels.session`, `history`. */
  readonly path: string;
  /** False where a well-formed call cannot do without it. */
  readonly removable: boolean;
  /** Whether the call in question carries it already, with another value perhaps. */
  isGiven(call: Call): boolean;
  remove(draft: Draft): Draft;
  /** Drafts with one thing less inside the value: an item of a list, an optional field. */
  smaller(draft: Draft): Draft[];
  /** Drafts with a more familiar value, most familiar first. */
  familiar(draft: Draft): Draft[];
  /** Drafts with other well-formed values. */
  others(draft: Draft): Draft[];
}

/** What a draft sets of everything that is open, in the order in which it is dropped first. */
export function settingsOf(
  draft: Draft,
  attributes: readonly OpenAttribute[],
  open: Pick<Openness, 'labels' | 'now' | 'confirmed' | 'history'>,
  given: Context['rates'],
): Setting[] {
  const { context } = draft;
  const roots: Setting[] = [];
  const drop = (path: string, remove: (context: Context) => Context): void => {
    roots.push({
      path,
      removable: true,
      isGiven: () => false,
      remove: (from) => ({ ...from, context: remove(from.context) }),
      smaller: () => [],
      familiar: () => [],
      others: () => [],
    });
  };
  if (open.history && context.history !== undefined) drop('history', (from) => without(from, 'history'));
  if (open.labels.args && context.labels?.args !== undefined)
    drop('labels.args', (from) => withLabels(from, { ...(from.labels?.session && { session: from.labels.session }) }));
  if (open.labels.session && context.labels?.session !== undefined)
    drop('labels.session', (from) => withLabels(from, { ...(from.labels?.args && { args: from.labels.args }) }));
  if (open.now && context.now !== undefined) drop('now', (from) => without(from, 'now'));
  if (open.confirmed && context.confirmed !== undefined) drop('confirmed', (from) => without(from, 'confirmed'));
  if (context.rates !== given) drop('rates', (from) => (given ? { ...from, rates: given } : without(from, 'rates')));
  // Deeper attributes first, so that an object is dropped once it is empty of what matters.
  const set = attributes
    .filter((attribute) => valueAt(draft, attribute) !== undefined)
    .toSorted((a, b) => b.path.length - a.path.length);
  return [
    ...roots,
    ...set.map((attribute): Setting => ({
      path: [attribute.root, ...attribute.path].join('.'),
      removable: !attribute.required,
      isGiven: (call) => attribute.root === 'args' && valueAt({ call, context: {} }, attribute) !== undefined,
      remove: (from) => withValue(from, attribute, undefined),
      smaller: (from) =>
        attribute.types.length === 1
          ? smallerValues(attribute.types[0] ?? ANY, valueAt(from, attribute)).map((raw) =>
              withValue(from, attribute, raw),
            )
          : [],
      familiar: (from) => attribute.examples.map((example) => withValue(from, attribute, example)),
      others: (from) =>
        attribute.types.length === 1
          ? plausibleValues(attribute.types[0] ?? ANY).map((raw) => withValue(from, attribute, raw))
          : [],
    })),
  ];
}

const ANY: Type = { kind: 'any' };

/** Values of the type that are `raw` but for one item or one optional field, however deep inside. */
function smallerValues(type: Type, raw: unknown): unknown[] {
  if (type.kind === 'list' && Array.isArray(raw)) {
    const items = raw as readonly unknown[];
    return items.flatMap((item, index) => [
      items.toSpliced(index, 1),
      ...smallerValues(type.of, item).map((smaller) => items.with(index, smaller)),
    ]);
  }
  if (type.kind !== 'record' || !isRecord(raw)) return [];
  return Object.entries(type.fields).flatMap(([name, field]) => {
    const member = ownMember(raw, name);
    if (member === undefined) return [];
    return [
      ...(field.required ? [] : [edited(raw, [name], undefined)]),
      ...smallerValues(field.type, member).map((smaller) => edited(raw, [name], smaller)),
    ];
  });
}

function without(context: Context, member: keyof Context): Context {
  return Object.fromEntries(Object.entries(context).filter(([name]) => name !== member));
}

function withLabels(context: Context, labels: NonNullable<Context['labels']>): Context {
  const rest = without(context, 'labels');
  return Object.keys(labels).length > 0 ? { ...rest, labels } : rest;
}

function rootOf(draft: Draft, root: OpenAttribute['root']): unknown {
  return root === 'args' ? draft.call.args : draft.context[root];
}

function valueAt(draft: Draft, { root, path }: Pick<OpenAttribute, 'root' | 'path'>): unknown {
  let object = rootOf(draft, root);
  for (const name of path) object = isRecord(object) ? ownMember(object, name) : undefined;
  return object;
}

/** The draft with `raw` at the attribute, or without the attribute when `raw` is undefined; objects it lies in must be there. */
export function withValue(draft: Draft, { root, path }: Pick<OpenAttribute, 'root' | 'path'>, raw: unknown): Draft {
  const object = edited(rootOf(draft, root), path, raw);
  if (root === 'args') return { ...draft, call: { ...draft.call, args: isRecord(object) ? object : {} } };
  const rest = without(draft.context, root);
  return { ...draft, context: isRecord(object) && Object.keys(object).length > 0 ? { ...rest, [root]: object } : rest };
}

function edited(object: unknown, path: readonly string[], raw: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return raw;
  if (!isRecord(object)) return object;
  const value = edited(ownMember(object, name), rest, raw);
  const entries = Object.entries(object).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? entries : [...entries, [name, value]]);
}
