import { EVENT, nodeName, toolChoice, type ControlGraph, type Use } from '../lower/index.js';
import { classified, isWrite, type Passes, type ToolEffects } from '../model/index.js';
import { mayBeSame, sameSource, type Source, sourceOf } from './arguments.js';
import type { Establisher, FactRule, FactTarget } from './fact-rule.js';
import { factStates, type Meaning, type Pending, type Slot, slotsBy } from './fact-states.js';
import type { GraphIndex } from './graph-index.js';
import type { Monitor } from './monitor.js';
import { saysOfPass } from './pass-edges.js';

const MOST_SLOTS = 6;
const MOST_PENDING = 8;

/**
 * The automaton of one fact for one target (S6). The local state holds, per slot, for how many executed tools the fact is still good (1 where nothing counts
 * them), whether a pause in front of the call approved it, and which results wait for a choice to judge them. A slot is a way the fact arose with a resource of its own.
 * `hopeful`: whatever is not known is taken for what helps; else for what harms.
 */
export function factMonitor(
  graph: ControlGraph,
  index: GraphIndex,
  effects: ToolEffects,
  rule: FactRule,
  target: FactTarget,
  hopeful: boolean,
): Monitor | null {
  return new FactBuilder(graph, index, effects, rule, target, hopeful).build();
}

/** Whether the edges of its own node alone say how a check passed. */
const isJudgedAtOnce = (passes: Passes): boolean => typeof passes === 'string' || 'branch' in passes;

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
function openVariables(guarded: Use, check: Use, args: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(args).flatMap(([argument, own]) => {
    const source = sourceOf(check, own);
    return 'unknown' in sourceOf(guarded, argument) && 'variable' in source ? [source.variable] : [];
  });
}

/** What a check is called with where nobody knows what the tool is called with; null where that is not known either, or something else is not. */
function openCall(guarded: Use, check: Use, args: Readonly<Record<string, string>> = {}): string | null {
  const sources = Object.entries(args).map(
    ([argument, own]) => [sourceOf(guarded, argument), sourceOf(check, own)] as const,
  );
  const known = sources.every(
    ([wanted, given]) =>
      ('unknown' in wanted && ('value' in given || 'variable' in given)) || sameSource(wanted, given) === 'yes',
  );
  return known ? JSON.stringify(sources.map(([, given]) => given)) : null;
}

class FactBuilder {
  readonly #meanings = new Map<number, Meaning>();
  readonly #made = { gains: new Map<number, Meaning>(), kills: new Map<number, Meaning>() };
  readonly #slots: Slot[] = [];
  readonly #slotIds = new Map<string, number>();
  /** Nodes whose result, or whose branch, a later edge judges. */
  readonly #pending = new Map<string, Pending>();
  /** Failures of a call that establishes: they end what calls like it established. */
  readonly #failures: { event: number; slots: () => number }[] = [];
  /** Nodes that check: to leave one by an edge that says so is a failure of the check. */
  readonly #failing: { node: number; slots: () => number }[] = [];
  readonly #graph: ControlGraph;
  readonly #index: GraphIndex;
  readonly #effects: ToolEffects;
  readonly #rule: FactRule;
  readonly #target: FactTarget;
  readonly #hopeful: boolean;

  constructor(
    graph: ControlGraph,
    index: GraphIndex,
    effects: ToolEffects,
    rule: FactRule,
    target: FactTarget,
    hopeful: boolean,
  ) {
    this.#graph = graph;
    this.#index = index;
    this.#effects = effects;
    this.#rule = rule;
    this.#target = target;
    this.#hopeful = hopeful;
  }

  build(): Monitor | null {
    /** Per establisher, the variables that what it establishes is about. */
    const keys = this.#rule.establishers.map((establisher, by) =>
      establisher.tool === null ? this.#people(establisher, by) : this.#calls(establisher, by),
    );
    this.#needs();
    for (const { event, slots } of this.#failures) this.#add(event, this.#bits('kills', slots()));
    keys.forEach((about, by) => this.#written(about, by));
    this.#resources();
    this.#judged();
    if (this.#rule.establishers.some(({ steps }) => steps !== undefined))
      for (const event of this.#index.attempts) this.#add(event, { executes: true });
    if (this.#slots.length > MOST_SLOTS || this.#pending.size > MOST_PENDING) return null;
    return factStates({
      rule: this.#rule,
      slots: this.#slots,
      pending: [...this.#pending.values()],
      meanings: this.#meanings,
      lanes: this.#graph.lanes,
    });
  }

  /** What one establisher established is gone when what it is about is written. */
  #written(about: ReadonlySet<string>, by: number): void {
    const kills = slotsBy(this.#slots, by);
    const unpends = [...this.#pending.values()].reduce((bits, each) => (each.by === by ? bits | each.bit : bits), 0);
    const people = this.#rule.establishers[by]?.tool === null;
    this.#slots.forEach((slot, bit) => {
      if (slot.by !== by) return;
      for (const variable of slot.about)
        for (const event of this.#index.writersOf(variable))
          this.#add(event, { kills: 1 << bit, unpends: this.#waiting(bit) });
    });
    for (const key of about)
      for (const event of this.#index.writersOf(key))
        this.#add(event, { kills, unpends, ...(people && { killsInner: true }) });
  }

  /** The results that may establish what a slot holds, as bits. */
  #waiting(slot: number): number {
    return [...this.#pending.values()].reduce((bits, each) => (each.slot === slot ? bits | each.bit : bits), 0);
  }

  /** A meaning of one part. Many events have the same, and it is one for all of them. */
  #bits(part: 'gains' | 'kills', bits: number): Meaning {
    const made = this.#made[part];
    let meaning = made.get(bits);
    if (meaning === undefined) made.set(bits, (meaning = { [part]: bits }));
    return meaning;
  }

  #add(event: number, meaning: Meaning): void {
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

  #slot(slot: Slot): number {
    const key = JSON.stringify(slot);
    let id = this.#slotIds.get(key);
    if (id === undefined) {
      id = this.#slots.length;
      this.#slots.push(slot);
      this.#slotIds.set(key, id);
    }
    return id;
  }

  /** The bit of a result that waits to be judged. */
  #pend(what: Omit<Pending, 'bit'>): number {
    const key = JSON.stringify([what.node, what.by, what.slot, what.ends]);
    const pending = this.#pending.get(key) ?? { bit: 1 << this.#pending.size, ...what };
    this.#pending.set(key, pending);
    return pending.bit;
  }

  /** Whether a call establishes the fact for the target: its arguments against those of the tool. */
  #fits(use: number, args: Readonly<Record<string, string>> | undefined): 'yes' | 'no' | 'maybe' {
    const shape = this.#graph.uses[use];
    const guarded = this.#graph.uses[this.#target.uses[0] as number];
    if (!shape || !guarded) return 'no';
    let fits: 'yes' | 'maybe' = 'yes';
    for (const [argument, own] of Object.entries(args ?? {})) {
      const same = sameSource(sourceOf(guarded, argument), sourceOf(shape, own));
      if (same === 'no') return 'no';
      if (same === 'maybe') fits = 'maybe';
    }
    return fits;
  }

  #calls(establisher: Establisher, by: number): ReadonlySet<string> {
    const keys = new Set<string>();
    const { tool, args, passes, steps } = establisher;
    const graph = this.#graph;
    const guarded = graph.uses[this.#target.uses[0] as number];
    for (const argument of Object.keys(args ?? {})) {
      const source = guarded && sourceOf(guarded, argument);
      if (source && 'variable' in source) keys.add(source.variable);
    }
    const effect = this.#effects.get(tool as string);
    const ofCheck = (): number => slotsBy(this.#slots, by);
    // Where no argument matters all calls establish the same.
    const alike = effect?.resource?.arg === undefined && Object.keys(args ?? {}).length === 0;
    let common: number | null = null;
    for (const use of this.#index.usesOf(tool as string)) {
      const fits = this.#fits(use, args);
      if (fits === 'no') continue;
      const shape = graph.uses[use];
      const attempt = this.#index.attemptOf[use] as number;
      const success = attempt + 1;
      const failure = attempt + 2;
      const resource = effect?.resource;
      const slot: number =
        common ??
        this.#slot({
          resource:
            resource && shape
              ? {
                  name: resource.name,
                  key: resource.arg === undefined ? { value: null } : sourceOf(shape, resource.arg),
                }
              : null,
          by,
          steps: steps ?? null,
          about: shape && guarded ? openVariables(guarded, shape, args) : [],
          call: fits === 'maybe' && this.#hopeful && shape && guarded ? openCall(guarded, shape, args) : null,
        });
      if (alike) common = slot;
      const surely = fits === 'yes' || !this.#hopeful;
      const { call } = this.#slots[slot] as Slot;
      // Whatever the tool is called with: what a check established that fails with the same arguments now is gone.
      const ended = surely ? ofCheck : call === null ? null : () => slotsBy(this.#slots, by, call);
      if (ended) this.#failures.push({ event: failure, slots: ended });
      // What the call is made with and writes itself is not what was checked.
      const written = (key: string): boolean => this.#index.writersOf(key).includes(attempt);
      if (this.#slots[slot]?.about.some(written) === true || (keys.size > 0 && [...keys].some(written))) continue;
      const open =
        fits === 'maybe'
          ? { code: 'argument_unknown', at: nodeName(graph, shape?.node ?? 0), params: { tool: tool as string } }
          : undefined;
      if (open) this.#add(failure, { doubt: open });
      const doubt =
        open ??
        (passes === undefined
          ? { code: 'pass_unknown', at: nodeName(graph, shape?.node ?? 0), params: { tool: tool as string } }
          : undefined);
      const good = 1 << slot;
      const atSuccess = passes === undefined || passes === 'success';
      if (atSuccess) {
        if (!doubt) this.#add(success, this.#bits('gains', good));
        else this.#add(success, { doubt, ...(this.#hopeful && { gains: good }) });
      }
      if (!shape) continue;
      if (ended && this.#index.taken.length > 0 && isSureToCheck(graph, shape))
        this.#failing.push({ node: shape.node, slots: ended });
      if (shape.call === undefined) {
        if (this.#hopeful && passes !== 'success')
          this.#add(success, {
            gains: good,
            doubt: { code: 'pass_unknown', at: nodeName(graph, shape.node), params: { tool: tool as string } },
          });
        continue;
      }
      const early = this.#hopeful && atSuccess;
      // A pass that came with the success is judged again where an edge may say that it was none.
      if (passes === 'success' && (!this.#index.isLeftByFailure(shape.node) || (isSureToCheck(graph, shape) && surely)))
        continue;
      // Where nobody says how it passes an edge of its node still can.
      if (open && !this.#hopeful) {
        this.#add(success, { doubt: open });
        if (passes !== 'success') continue;
      }
      const bit = this.#pend({
        node: shape.node,
        passes: passes ?? 'success',
        slot,
        by,
        ends: surely ? 'all' : early || passes === 'success' ? 'own' : 'none',
      });
      this.#add(success, { ...(surely || !atSuccess ? { pends: bit } : { pendsFresh: bit }), ...(doubt && { doubt }) });
    }
    // A call of the check at a node is the one that is judged there.
    for (const use of this.#pending.size === 0 ? [] : this.#index.usesOf(tool as string)) {
      const node = graph.uses[use]?.node;
      for (const each of this.#pending.values())
        if (each.by === by && each.node === node)
          this.#add(this.#index.attemptOf[use] as number, { unpends: each.bit });
    }
    return keys;
  }

  #people({ node: only }: Establisher, by: number): ReadonlySet<string> {
    const keys = new Set<string>();
    const graph = this.#graph;
    const slot = 1 << this.#slot({ resource: null, by, steps: null, about: [], call: null });
    const users = new Set(this.#target.uses.map((use) => graph.uses[use]?.node));
    for (const use of this.#target.uses)
      for (const binding of graph.uses[use]?.call?.arguments ?? [])
        if ('variable' in binding) keys.add(binding.variable);
    for (const event of this.#index.answers) {
      const kind = graph.eventKind[event];
      const node = graph.eventNode[event] as number;
      const inner = graph.eventOf[event] === -1;
      if (kind === EVENT.left) {
        this.#add(event, { killsInner: true });
        continue;
      }
      if (only !== undefined && only !== graph.nodes[node]?.id && only !== nodeName(graph, node)) continue;
      const confirms = graph.nodes[node]?.confirms;
      const listed = confirms === undefined ? null : confirms.includes(this.#rule.tool);
      // Behind a node an approval is for what it lists; a refusal may be of anything.
      const behind = graph.eventOf[event] === -2 && kind !== EVENT.reject;
      if (inner ? !users.has(node) : listed === false || (behind && listed === null)) continue;
      if (kind === EVENT.reject) this.#add(event, { kills: slot, killsInner: true });
      else this.#add(event, inner ? { gainsInner: true } : { gains: slot });
    }
    return keys;
  }

  #needs(): void {
    const needs: Meaning = { needs: true, ...(this.#rule.consumed && { uses: true }) };
    for (const use of this.#target.uses) {
      const attempt = this.#index.attemptOf[use] as number;
      const exempt = this.#rule.consumed && this.#graph.uses[use]?.repeated === true;
      if (exempt) continue;
      this.#add(attempt, needs);
    }
    if (!this.#rule.consumed) return;
    const mine = new Set(this.#target.uses);
    for (const use of this.#index.usesOf(this.#rule.tool)) {
      if (mine.has(use) || this.#graph.uses[use]?.repeated === true) continue;
      // Another call of the tool uses up what is for it too.
      const shared = this.#slots.map(({ by }) => this.#isFor(use, by));
      const spends = shared.reduce(
        (bits, is, slot) => (is === 'yes' || (is === 'maybe' && !this.#hopeful) ? bits | (1 << slot) : bits),
        0,
      );
      const event = this.#index.attemptOf[use] as number;
      if (spends !== 0) this.#add(event, { spends });
      if (shared.includes('maybe')) {
        const at = nodeName(this.#graph, this.#graph.uses[use]?.node ?? 0);
        this.#add(event, { doubt: { code: 'argument_unknown', at, params: { tool: this.#rule.tool } } });
      }
    }
  }

  /** Whether what is established for the target is for another call of the tool as well. */
  #isFor(use: number, by: number): 'yes' | 'no' | 'maybe' {
    const other = this.#graph.uses[use];
    const guarded = this.#graph.uses[this.#target.uses[0] as number];
    if (!other || !guarded) return 'no';
    const same = Object.keys(this.#rule.establishers[by]?.args ?? {}).map((argument) =>
      sameSource(sourceOf(guarded, argument), sourceOf(other, argument)),
    );
    return same.includes('no') ? 'no' : same.includes('maybe') ? 'maybe' : 'yes';
  }

  /** Attempts of writes on the resource of a slot end it, unless they are surely of another thing. */
  #resources(): void {
    if (this.#slots.every(({ resource }) => resource === null)) return;
    for (const name of this.#index.tools) {
      const effect = classified(this.#effects, name);
      this.#slots.forEach(({ resource }, slot) => {
        if (resource === null) return;
        if (effect === undefined) {
          const doubt = { code: 'unclassified_tool', at: name, params: {} };
          for (const use of this.#index.usesOf(name))
            this.#add(
              this.#index.attemptOf[use] as number,
              this.#hopeful ? { doubt } : { doubt, kills: 1 << slot, unpends: this.#waiting(slot) },
            );
          return;
        }
        if (!isWrite(effect) || effect.resource?.name !== resource.name) return;
        const { arg } = effect.resource;
        for (const use of this.#index.usesOf(name)) {
          const key: Source = arg === undefined ? { value: null } : sourceOf(this.#graph.uses[use] as Use, arg);
          const whole = arg === undefined || ('value' in resource.key && resource.key.value === null);
          if (whole || mayBeSame(key, resource.key))
            this.#add(this.#index.attemptOf[use] as number, { kills: 1 << slot, unpends: this.#waiting(slot) });
        }
      });
    }
  }

  /** Edges that tell how a pending result passed. */
  #judged(): void {
    const graph = this.#graph;
    for (const { bit, node } of this.#pending.values()) {
      const result = graph.nodes[node]?.result;
      if (result !== undefined)
        for (const event of this.#index.writersOf(result))
          if (graph.eventNode[event] !== node || graph.eventKind[event] !== EVENT.attempt)
            this.#add(event, { unpends: bit });
    }
    for (const event of this.#index.continued)
      for (const { bit, node, passes } of this.#pending.values())
        if (graph.eventNode[event] === node && isJudgedAtOnce(passes)) this.#add(event, { leaves: bit });
    for (const event of this.#index.taken) {
      const edge = graph.eventOf[event] as number;
      for (const { node, slots } of this.#failing)
        if (graph.edges[edge]?.outcome === 'fail' && this.#index.sourceOf(edge) === node)
          this.#add(event, { kills: slots() });
      for (const { bit, node, passes } of this.#pending.values()) {
        const says = saysOfPass(graph, this.#index, edge, node, passes);
        if (says === true) this.#add(event, { passed: bit });
        else if (says === false) this.#add(event, { failed: bit });
        // What is judged by the edges of its node alone is over with it.
        else if (this.#index.sourceOf(edge) === node && isJudgedAtOnce(passes)) this.#add(event, { leaves: bit });
      }
    }
  }
}
