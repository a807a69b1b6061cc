import type { Decider, Passes } from '../../model/index.js';
import type { Source } from '../arguments.js';
import type { FactRule } from './rule.js';
import { BAD, type Monitor, Symbols } from '../monitor.js';

/** What one event does to the facts of its lane, in this order. */
export interface Meaning {
  readonly needs?: boolean;
  readonly uses?: boolean;
  /** Bits of the slots whose fact is gone. */
  readonly kills?: number;
  /** Bits of the slots whose fact this call uses up: it is gone in other lanes where it is the same fact. */
  readonly spends?: number;
  /** Those of them whose fact is surely for this call. */
  readonly serves?: number;
  /** What a pause in front of a call approved is gone, in every lane; or in its own, whose node is over, or that used it up. */
  readonly killsInner?: boolean;
  readonly dropsInner?: boolean;
  /** Pending results that are gone. */
  readonly unpends?: number;
  readonly executes?: boolean;
  readonly gains?: number;
  readonly gainsInner?: boolean;
  readonly pends?: number;
  /** The same, where there was nothing before in the slot that the success fills. */
  readonly pendsFresh?: number;
  /** Pending results of its own lane that are gone: their node is left. */
  readonly leaves?: number;
  /** Pending results that this edge finds passed, or failed. */
  readonly passed?: number;
  readonly failed?: number;
  readonly doubt?: Decider;
}

/** A way the fact arises, with a resource of its own. */
export interface Slot {
  readonly resource: { readonly name: string; readonly key: Source } | null;
  readonly by: number;
  /** For how many executed tools it is good; null: nothing counts them. */
  readonly steps: number | null;
  /** Variables that the check was called with where nothing is known of the tool's argument: written since, the two are not the same. */
  readonly about: readonly string[];
  /** What the check was called with there; null where that makes no difference, or is not known. */
  readonly call: string | null;
}

/** A node whose result, or whose branch, a later edge judges. */
export interface Pending {
  readonly bit: number;
  readonly node: number;
  readonly passes: Passes;
  readonly slot: number;
  readonly by: number;
  /** What an edge ends that says it failed: whatever its establisher established, what this result did, or nothing. */
  readonly ends: 'all' | 'own' | 'none';
}

/** What a fact is made of, once all events have been looked at. */
export interface FactParts {
  readonly rule: FactRule;
  readonly slots: readonly Slot[];
  readonly pending: readonly Pending[];
  readonly meanings: ReadonlyMap<number, Meaning>;
  /** Several lanes may have the same fact, and a call uses up those of its lane: what a lane established for itself is told apart. */
  readonly lanes: boolean;
}

/** The slots of one establisher, as bits. */
export const slotsBy = (slots: readonly Slot[], by: number, call: string | null = null): number =>
  slots.reduce(
    (bits, slot, index) => (slot.by === by && (call === null || slot.call === call) ? bits | (1 << index) : bits),
    0,
  );

/**
 * The automaton of a fact. Its local state holds, per slot, for how many executed tools the fact is still good (1 where nothing counts them), whether a pause in
 * front of the call approved it, and which results wait for a choice to judge them.
 */
export function factStates({ rule, slots: slotOf, pending: pendingOf, meanings: ofEvent, lanes }: FactParts): Monitor {
  const slots = slotOf.length;
  const radix = Math.max(1, ...rule.establishers.map(({ steps }) => steps ?? 1)) + 1;
  const held = radix ** slots;
  const pendings = 1 << pendingOf.length;
  /** Whether a pause in front of a call approves it alone: else that half of the states is not there. */
  const distinct = [...new Set(ofEvent.values())];
  const inners = distinct.some(({ gainsInner }) => gainsInner === true) ? 2 : 1;
  const owns = rule.consumed && lanes ? 1 << slots : 1;
  const locals = held * inners * pendings * owns;
  /** Slots whose fact some event establishes. */
  const arising = slotOf.filter((_, slot) => distinct.some(({ gains = 0 }) => ((gains >> slot) & 1) === 1)).length;
  const symbolOf = new Map<number, number>();
  const symbols = new Symbols<Meaning>();
  const known = new Map<Meaning, number>();
  ofEvent.forEach((meaning, event) => {
    let symbol = known.get(meaning);
    if (symbol === undefined) known.set(meaning, (symbol = symbols.of(meaning)));
    symbolOf.set(event, symbol);
  });
  const { meanings } = symbols;
  /** `own`: bits of the slots whose fact no other lane has. */
  const split = (local: number): { values: number[]; inner: number; pending: number; own: number } => {
    let rest = local % held;
    const values: number[] = [];
    for (let slot = 0; slot < slots; slot += 1) {
      values.push(rest % radix);
      rest = Math.floor(rest / radix);
    }
    const above = Math.floor(local / held);
    const over = Math.floor(above / inners);
    return { values, inner: above % inners, pending: over % pendings, own: Math.floor(over / pendings) };
  };
  const join = ({ values, inner, pending, own }: ReturnType<typeof split>): number => {
    // What is not there is nobody's.
    const owned = values.reduce((bits, value, slot) => (value > 0 ? bits : bits & ~(1 << slot)), own & (owns - 1));
    return (
      values.reduceRight((sum, value) => sum * radix + value, 0) +
      held * (inner + inners * ((pending & (pendings - 1)) + pendings * owned))
    );
  };
  const { establishers, all } = rule;
  const has = (values: readonly number[], by: number): boolean =>
    values.some((value, slot) => value > 0 && slotOf[slot]?.by === by);
  const holds = ({ values, inner }: Pick<ReturnType<typeof split>, 'values' | 'inner'>): boolean => {
    if (inner === 1) return true;
    if (all !== true) return values.some((value) => value > 0);
    const others = establishers.flatMap(({ tool }, by) => (tool === null ? [] : [by]));
    const people = establishers.flatMap(({ tool }, by) => (tool === null ? [by] : []));
    return people.some((by) => has(values, by)) || (others.length > 0 && others.every((by) => has(values, by)));
  };
  /** Whether what no other lane has, of these slots, is all that a call needs. */
  const isServedAlone = ({ values, own }: ReturnType<typeof split>, slotsOfCall: number): boolean =>
    holds({ values: values.map((value, slot) => (((own & slotsOfCall) >> slot) & 1 ? value : 0)), inner: 0 });
  const end = (state: ReturnType<typeof split>, kills: number): void => {
    for (let slot = 0; slot < slots; slot += 1) if ((kills >> slot) & 1) state.values[slot] = 0;
  };
  const ended = (ends: Pending['ends'], slot: number, by: number): number =>
    ends === 'all' ? slotsBy(slotOf, by) : ends === 'own' ? 1 << slot : 0;
  const gain = (state: ReturnType<typeof split>, gains: number): void => {
    for (let slot = 0; slot < slots; slot += 1) if ((gains >> slot) & 1) state.values[slot] = slotOf[slot]?.steps ?? 1;
    state.own |= gains;
  };
  const act = (symbol: number, local: number): number => {
    const meaning = meanings[symbol] ?? {};
    const state = split(local);
    if (meaning.needs && !holds(state)) return BAD;
    if (meaning.uses) {
      state.inner = 0;
      state.values.fill(0);
    }
    end(state, (meaning.kills ?? 0) | (meaning.spends ?? 0));
    if (meaning.killsInner || meaning.dropsInner) state.inner = 0;
    state.pending &= ~((meaning.unpends ?? 0) | (meaning.leaves ?? 0));
    if (meaning.executes)
      state.values.forEach(
        (value, slot) => (state.values[slot] = slotOf[slot]?.steps === null ? value : Math.max(0, value - 1)),
      );
    const fresh = pendingOf.reduce((bits, { bit, slot }) => (state.values[slot] === 0 ? bits | bit : bits), 0);
    gain(state, meaning.gains ?? 0);
    if (meaning.gainsInner) state.inner = 1;
    state.pending |= (meaning.pends ?? 0) | ((meaning.pendsFresh ?? 0) & fresh);
    const failed = state.pending & (meaning.failed ?? 0);
    const passed = state.pending & (meaning.passed ?? 0);
    // Of an edge that says both the failure counts.
    pendingOf.forEach(({ slot }, bit) => {
      if ((passed >> bit) & 1) gain(state, 1 << slot);
    });
    pendingOf.forEach(({ slot, by, ends }, bit) => {
      if ((failed >> bit) & 1) end(state, ended(ends, slot, by));
    });
    state.pending &= ~(failed | passed);
    return join(state);
  };
  const others = (symbol: number, local: number, actor: number): number => {
    const meaning = meanings[symbol] ?? {};
    const { uses, kills, killsInner, spends, unpends, failed } = meaning;
    if (!uses && !kills && !killsInner && !spends && !unpends && !failed) return local;
    const state = split(local);
    const acting = split(actor);
    // A lane that was approved for itself leaves what it has in common with others to these.
    const spent = isServedAlone(acting, meaning.uses ? -1 : (meaning.serves ?? 0))
      ? 0
      : meaning.uses
        ? -1
        : (spends ?? 0);
    state.values.forEach((_, slot) => {
      const bit = 1 << slot;
      if ((spent & bit) !== 0 && acting.values[slot] !== 0 && ((state.own | acting.own) & bit) === 0)
        state.values[slot] = 0;
    });
    // What one call established others may have from elsewhere.
    pendingOf.forEach(({ by, ends }, bit) => {
      if (ends === 'all' && (((meaning.failed ?? 0) & acting.pending) >> bit) & 1) end(state, slotsBy(slotOf, by));
    });
    end(state, meaning.kills ?? 0);
    if (killsInner) state.inner = 0;
    state.pending &= ~(meaning.unpends ?? 0);
    return join(state);
  };
  const both =
    (
      pick: (a: number, b: number) => number,
      mask: (a: number, b: number) => number,
      owned: (a: ReturnType<typeof split>, b: ReturnType<typeof split>) => number,
    ) =>
    (left: number, right: number): number => {
      const a = split(left);
      const b = split(right);
      return join({
        values: a.values.map((value, slot) => pick(value, b.values[slot] as number)),
        inner: mask(a.inner, b.inner),
        pending: mask(a.pending, b.pending),
        own: owned(a, b),
      });
    };
  const lacking = (values: readonly number[]): number =>
    values.reduce((bits, value, slot) => (value > 0 ? bits : bits | (1 << slot)), 0);
  return {
    locals,
    globals: 1,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act,
    others,
    ...(owns > 1 && { parted: (local) => local % (held * inners * pendings) }),
    // Of what one lane has for itself the lane that both become has it, whatever becomes of what others have too.
    together: both(
      Math.max,
      (a, b) => a | b,
      (a, b) => a.own | b.own,
    ),
    alone: both(
      Math.min,
      (a, b) => a & b,
      (a, b) => (a.own | lacking(a.values)) & (b.own | lacking(b.values)),
    ),
    ...(arising <= 1 && inners === 1 && pendingOf.length === 0 && ({ isOneFact: true } as const)),
    endsBadly: () => false,
    judgesEnds: false,
    facts: (local) => {
      const { values, inner } = split(local);
      return holds({ values, inner }) ? [rule.name] : [];
    },
    doubtOf: (symbol) => meanings[symbol]?.doubt,
  };
}
