import type { ControlGraph, Use } from '../../lower/index.js';
import type { ToolEffects } from '../../model/index.js';
import type { FactRule, FactTarget } from './rule.js';
import { type Meaning, type Pending, type Slot, slotsBy } from './states.js';
import type { GraphIndex } from '../graph-index.js';
import type { Walk } from '../walk.js';

/** What a fact is about: one rule for one target of a graph. */
type FactAsked = Pick<FactDraft, 'graph' | 'index' | 'effects' | 'rule' | 'target' | 'hopeful' | 'walk'>;

/** The automaton of a fact in the making: slots and results that wait are numbered as they are met, and each event gathers what it means. */
export class FactDraft {
  readonly graph: ControlGraph;
  readonly index: GraphIndex;
  readonly effects: ToolEffects;
  readonly rule: FactRule;
  readonly target: FactTarget;
  /** Whatever is not known is taken for what helps; else for what harms. */
  readonly hopeful: boolean;
  /** What can happen at all; null where anything may. */
  readonly walk: Walk | null;
  readonly slots: Slot[] = [];
  /** Failures of calls that establish: they end what calls like them established. */
  readonly failures: { readonly events: readonly number[]; readonly slots: () => number }[] = [];
  /** Nodes that check: to leave one by an edge that says so is a failure of the check. */
  readonly failing: { readonly node: number; readonly slots: () => number }[] = [];
  readonly #meanings = new Map<number, Meaning>();
  readonly #made = { gains: new Map<number, Meaning>(), kills: new Map<number, Meaning>() };
  readonly #slotIds = new Map<string, number>();
  /** Nodes whose result, or whose branch, a later edge judges. */
  readonly #pending = new Map<string, Pending>();

  constructor({ graph, index, effects, rule, target, hopeful, walk }: FactAsked) {
    this.graph = graph;
    this.index = index;
    this.effects = effects;
    this.rule = rule;
    this.target = target;
    this.hopeful = hopeful;
    this.walk = walk;
  }

  /** The call that the fact is for. All of the target have the same arguments. */
  get guarded(): Use | undefined {
    return this.graph.uses[this.target.uses[0] as number];
  }

  /** The calls of a tool that some run may come to. */
  usesOf(tool: string): readonly number[] {
    const uses = this.index.usesOf(tool);
    const { walk } = this;
    return walk ? uses.filter((use) => walk.events[this.index.attemptOf[use] as number] === 1) : uses;
  }

  get meanings(): ReadonlyMap<number, Meaning> {
    return this.#meanings;
  }

  get pending(): readonly Pending[] {
    return [...this.#pending.values()];
  }

  /** The results that may establish what a slot holds, as bits. */
  waiting(slot: number): number {
    return this.pending.reduce((bits, each) => (each.slot === slot ? bits | each.bit : bits), 0);
  }

  /** The slots of one establisher, as bits. `call`: those of this call alone. */
  slotsBy(by: number, call: string | null = null): number {
    return slotsBy(this.slots, by, call);
  }

  /** A meaning of one part. Many events have the same, and it is one for all of them. */
  bits(part: 'gains' | 'kills', bits: number): Meaning {
    const made = this.#made[part];
    let meaning = made.get(bits);
    if (meaning === undefined) made.set(bits, (meaning = { [part]: bits }));
    return meaning;
  }

  add(event: number, meaning: Meaning): void {
    const before = this.#meanings.get(event);
    if (before === undefined) {
      this.#meanings.set(event, meaning);
      return;
    }
    const known: Record<string, unknown> = { ...before };
    for (const [name, value] of Object.entries(meaning))
      known[name] =
        typeof value === 'number' ? ((known[name] as number | undefined) ?? 0) | value : (known[name] ?? value);
    this.#meanings.set(event, known);
  }

  /** The number of a slot: a new one where there is none of its kind. */
  slot(slot: Slot): number {
    const key = JSON.stringify(slot);
    let id = this.#slotIds.get(key);
    if (id === undefined) {
      id = this.slots.length;
      this.slots.push(slot);
      this.#slotIds.set(key, id);
    }
    return id;
  }

  /** The bit of a result that waits to be judged. */
  pend(what: Omit<Pending, 'bit'>): number {
    const key = JSON.stringify([what.node, what.by, what.slot, what.ends, what.passes]);
    const pending = this.#pending.get(key) ?? { bit: 1 << this.#pending.size, ...what };
    this.#pending.set(key, pending);
    return pending.bit;
  }
}
