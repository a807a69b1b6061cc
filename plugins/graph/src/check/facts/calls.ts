import { nodeName, toolChoice, type ControlGraph, type Use } from '../../lower/index.js';
import { sameSource, sourceOf } from '../arguments.js';
import type { FactDraft } from './draft.js';
import type { Establisher } from './rule.js';
import type { Slot } from './states.js';

type Arguments = readonly (readonly [argument: string, own: string])[];

/** What calls establish (S6). Gives the variables that it is about. `by`: the number of the establisher. */
export function addCalls(
  draft: FactDraft,
  { tool, args, passes, steps }: Establisher,
  by: number,
): ReadonlySet<string> {
  const { graph, index, effects, hopeful, guarded, slots } = draft;
  const keys = new Set<string>();
  const name = tool as string;
  const given: Arguments = Object.entries(args ?? {});
  const uses = draft.usesOf(name);
  if (!guarded) return keys;
  for (const [argument] of given) {
    const source = sourceOf(guarded, argument);
    if ('variable' in source) keys.add(source.variable);
  }
  const resource = effects.get(name)?.resource;
  const ofCheck = (): number => draft.slotsBy(by);
  const failures: number[] = [];
  draft.failures.push({ events: failures, slots: ofCheck });
  // Where no argument matters all calls establish the same.
  const alike = resource?.arg === undefined && given.length === 0;
  if (alike && passes === 'success' && index.taken.length === 0) {
    addAlike(draft, uses, failures, { by, steps: steps ?? null, resource: resource?.name });
    return keys;
  }
  let common: number | null = null;
  for (const use of uses) {
    const shape = graph.uses[use] as Use;
    const fits = fit(guarded, shape, given);
    if (fits === 'no') continue;
    const attempt = index.attemptOf[use] as number;
    const success = attempt + 1;
    const failure = attempt + 2;
    const slot: number =
      common ??
      draft.slot({
        resource: resource
          ? { name: resource.name, key: resource.arg === undefined ? { value: null } : sourceOf(shape, resource.arg) }
          : null,
        by,
        steps: steps ?? null,
        about: openVariables(guarded, shape, given),
        call: fits === 'maybe' && hopeful ? openCall(guarded, shape, given) : null,
      });
    if (alike) common = slot;
    const surely = fits === 'yes' || !hopeful;
    const { call, about } = slots[slot] as Slot;
    // Whatever the tool is called with: what a check established that fails with the same arguments now is gone.
    const ended = surely ? ofCheck : call === null ? null : () => draft.slotsBy(by, call);
    if (ended === ofCheck) failures.push(failure);
    else if (ended) draft.failures.push({ events: [failure], slots: ended });
    // What the call is made with and writes itself is not what was checked.
    const written = (key: string): boolean => index.writersOf(key).includes(attempt);
    if (about.some(written) || (keys.size > 0 && [...keys].some(written))) continue;
    const doubtOf = (code: string) => ({ code, at: nodeName(graph, shape.node), params: { tool: name } });
    const open = fits === 'maybe' ? doubtOf('argument_unknown') : undefined;
    if (open) draft.add(failure, { doubt: open });
    const doubt = open ?? (passes === undefined ? doubtOf('pass_unknown') : undefined);
    const good = 1 << slot;
    const atSuccess = passes === undefined || passes === 'success';
    if (atSuccess) {
      if (!doubt) draft.add(success, draft.bits('gains', good));
      else draft.add(success, { doubt, ...(hopeful && { gains: good }) });
    }
    if (ended && index.taken.length > 0 && isSureToCheck(graph, shape))
      draft.failing.push({ node: shape.node, slots: ended });
    if (shape.call === undefined) {
      if (hopeful && passes !== 'success') draft.add(success, { gains: good, doubt: doubtOf('pass_unknown') });
      continue;
    }
    const early = hopeful && atSuccess;
    // A pass that came with the success is judged again where an edge may say that it was none.
    if (passes === 'success' && (!index.isLeftByFailure(shape.node) || (isSureToCheck(graph, shape) && surely)))
      continue;
    // Where nobody says how it passes an edge of its node still can.
    if (open && !hopeful) {
      draft.add(success, { doubt: open });
      if (passes !== 'success') continue;
    }
    const judged = index.judgedAs(shape.node, passes ?? 'success');
    const ends = surely ? 'all' : early || passes === 'success' || judged.length > 1 ? 'own' : 'none';
    const bits = judged.reduce((sum, each) => sum | draft.pend({ node: shape.node, passes: each, slot, by, ends }), 0);
    draft.add(success, { ...(surely || !atSuccess ? { pends: bits } : { pendsFresh: bits }), ...(doubt && { doubt }) });
  }
  // A call of the check at a node is the one that is judged there.
  const pending = draft.pending.filter((each) => each.by === by);
  for (const use of pending.length === 0 ? [] : uses) {
    const node = graph.uses[use]?.node;
    for (const each of pending)
      if (each.node === node) draft.add(index.attemptOf[use] as number, { unpends: each.bit });
  }
  return keys;
}

/** The same where all calls establish one thing, by their success, and no edge says anything of it: then nothing is asked of each call. */
function addAlike(
  draft: FactDraft,
  uses: readonly number[],
  failures: number[],
  {
    by,
    steps,
    resource: name,
  }: { readonly by: number; readonly steps: number | null; readonly resource?: string | undefined },
): void {
  if (uses.length === 0) return;
  const resource = name === undefined ? null : { name, key: { value: null } };
  const gains = draft.bits('gains', 1 << draft.slot({ resource, by, steps, about: [], call: null }));
  for (const use of uses) {
    const attempt = draft.index.attemptOf[use] as number;
    draft.add(attempt + 1, gains);
    failures.push(attempt + 2);
  }
}

/** Whether a call establishes the fact for the target: its arguments against those of the tool. */
function fit(guarded: Use, check: Use, args: Arguments): 'yes' | 'no' | 'maybe' {
  let fits: 'yes' | 'maybe' = 'yes';
  for (const [argument, own] of args) {
    const same = sameSource(sourceOf(guarded, argument), sourceOf(check, own));
    if (same === 'no') return 'no';
    if (same === 'maybe') fits = 'maybe';
  }
  return fits;
}

/** Whether nobody leaves the node of a call before it was made. */
function isSureToCheck(graph: ControlGraph, { node, call }: Use): boolean {
  const shape = graph.nodes[node];
  return (
    shape !== undefined &&
    shape.interrupt !== 'before' &&
    shape.interrupt !== 'both' &&
    toolChoice(shape) === 'each' &&
    call?.requires_confirmation !== true
  );
}

/** The variables of a check's arguments whose counterpart in the tool's call nobody knows. */
function openVariables(guarded: Use, check: Use, args: Arguments): readonly string[] {
  return args.flatMap(([argument, own]) => {
    const source = sourceOf(check, own);
    return 'unknown' in sourceOf(guarded, argument) && 'variable' in source ? [source.variable] : [];
  });
}

/** What a check is called with where nobody knows what the tool is called with; null where that is not known either, or something else is not. */
function openCall(guarded: Use, check: Use, args: Arguments): string | null {
  const sources = args.map(([argument, own]) => [sourceOf(guarded, argument), sourceOf(check, own)] as const);
  const known = sources.every(
    ([wanted, given]) =>
      ('unknown' in wanted && ('value' in given || 'variable' in given)) || sameSource(wanted, given) === 'yes',
  );
  return known ? JSON.stringify(sources.map(([, given]) => given)) : null;
}
