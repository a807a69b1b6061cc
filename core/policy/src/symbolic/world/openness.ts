import type { CoreExpr, CorePolicy } from '../../core/ir.js';
import { within } from '../../core/walk.js';
import { placesRead } from '../../evaluate/places-read.js';
import type { Context } from '../../evaluate/types.js';
import { argsOf, openAround, type Openness } from '../encode/inputs.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

/** What may still be filled in. What is not said here follows from what the context leaves out. */
export interface OpenPaths {
  /** Arguments (dotted paths) that are open, whatever the call carries there; all others are as they are. */
  readonly args?: readonly string[];
  /** Whether attributes the principal (the session) lacks are open; they are unless this says false. */
  readonly principal?: boolean;
  readonly session?: boolean;
  /** Open when absent, unless this says otherwise. */
  readonly history?: boolean;
  /** The labels of the session and those of the arguments, each when it is absent, unless this says otherwise. */
  readonly labels?: boolean;
  /** Versions of rates that the context lacks are open unless this says false. */
  readonly rates?: boolean;
  readonly now?: boolean;
  /** Open when absent and some rule asks `confirmed(this)`, unless this says otherwise. */
  readonly confirmed?: boolean;
}

/** What may take any value: what `open` says, else what the context does not give. */
export function opennessOf(context: Context, open: OpenPaths, guards: readonly CoreExpr[]): Openness {
  return {
    args: new Set(open.args),
    principal: open.principal ?? true,
    session: open.session ?? true,
    history: open.history ?? context.history === undefined,
    labels: {
      session: open.labels ?? context.labels?.session === undefined,
      args: open.labels ?? context.labels?.args === undefined,
    },
    rates: open.rates ?? true,
    now: open.now ?? context.now === undefined,
    confirmed: open.confirmed ?? (context.confirmed === undefined && asksConfirmed(guards)),
  };
}

const asksConfirmed = (guards: readonly CoreExpr[]): boolean =>
  guards.some((guard) => within(guard).some(({ op }) => op === 'confirmed'));

/** The context without what is open as a whole. */
export function closedPart(context: Context, open: Openness): Context {
  const { history, labels, now, confirmed, ...rest } = context;
  const known = {
    ...(labels?.session && !open.labels.session && { session: labels.session }),
    ...(labels?.args && !open.labels.args && { args: labels.args }),
  };
  return {
    ...rest,
    ...(history !== undefined && !open.history && { history }),
    ...(Object.keys(known).length > 0 && { labels: known }),
    ...(now !== undefined && !open.now && { now }),
    ...(confirmed !== undefined && !open.confirmed && { confirmed }),
  };
}

/** Every argument the tool has, or that a policy without a catalogue reads; and all that stands around the call. */
export function everythingOpen(core: CorePolicy, tool: string, conditions: readonly CoreExpr[]): Openness {
  const declared = argsOf(core.catalogue, tool)?.fields;
  const read = placesRead(core, [...applicableRules(core, tool).map(({ guard }) => guard), ...conditions]);
  return {
    args: new Set(
      declared ? Object.keys(declared) : read.flatMap(({ root, path }) => (root === 'args' ? path.slice(0, 1) : [])),
    ),
    ...openAround(true),
  };
}
