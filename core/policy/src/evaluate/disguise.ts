import { foldsToOneOf } from '@ostiary/catalogue';
import type { CorePolicy } from '../core/ir.js';
import { isRecord, RESERVED } from '../values/read.js';
import type { Context } from './types.js';
import { cached, getOrMake } from '../maps.js';

type Root = 'principal' | 'session';

/** Names that were asked about before; hosts send the same few. */
const MOST_REMEMBERED = 1_000;

const finders = new WeakMap<CorePolicy, Readonly<Record<Root, (object: unknown) => string | null>>>();

/**
 * The name of an attribute of the principal or the session that only looks like one the policy knows: which of the two a
 * reader takes is not known. Null when there is none.
 */
export function disguisedName(core: CorePolicy, root: Root, context: Context): string | null {
  return findersOf(core)[root](context[root]);
}

/** Stands for an object of which nothing can be read. */
const UNREADABLE = Object.freeze([]) as unknown as Readonly<Record<string, never>>;

/** The context without what is disguised: every attribute of such a principal or session is ill typed. The same object when nothing is. */
export function readableContext(core: CorePolicy): (context: Context) => Context {
  const { principal, session } = findersOf(core);
  return (context) => {
    const hidesPrincipal = principal(context.principal) !== null;
    const hidesSession = session(context.session) !== null;
    if (!hidesPrincipal && !hidesSession) return context;
    return {
      ...context,
      ...(hidesPrincipal && { principal: UNREADABLE }),
      ...(hidesSession && { session: UNREADABLE }),
    };
  };
}

function findersOf(core: CorePolicy): Readonly<Record<Root, (object: unknown) => string | null>> {
  const { principal, session } = core.attributes;
  return getOrMake(finders, core, () => ({ principal: disguiseIn(principal), session: disguiseIn(session) }));
}

function disguiseIn(names: readonly string[]): (object: unknown) => string | null {
  const own = new Set(names);
  const folds = foldsToOneOf(names);
  const known = new Map<string, boolean>();
  const isDisguised = (name: string): boolean =>
    cached(known, MOST_REMEMBERED, name, () => name === RESERVED || folds(name));
  return (object) => {
    if (!isRecord(object)) return null;
    for (const name in object) if (!own.has(name) && Object.hasOwn(object, name) && isDisguised(name)) return name;
    return null;
  };
}
