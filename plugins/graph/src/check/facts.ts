import { EVENT, nodeName, type ControlGraph } from '../lower/index.js';
import { type Decider, isWrite, type Passes, type ToolEffects } from '../model/index.js';
import { mayBeSame, sameSource, type Source, sourceOf } from './arguments.js';
import type { GraphIndex } from './graph-index.js';
import { BAD, type Monitor, Symbols } from './monitor.js';

/** One way a fact arises: calls of a tool, or (with `tool` null) people at nodes. */
export interface Establisher {
  readonly tool: string | null;
  /** For people: these nodes only, by name or id. */
  readonly node?: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly passes?: Passes;
  readonly steps?: number;
}

/** One fact that calls of one tool need: P1 and P2 are made of these. */
export interface FactRule {
  readonly tool: string;
  readonly establishers: readonly Establisher[];
  /** One fact is good for one call. */
  readonly consumed: boolean;
  /** What people approve is enough, and so are the others only if each of them is there. */
  readonly all?: boolean;
  /** What the fact is called to people. */
  readonly name: string;
}

/** Calls of the tool whose arguments come from the same places: one automaton looks at them. */
export interface FactTarget {
  readonly uses: readonly number[];
}

/** What one event does to the facts of its lane, in this order. */
interface Meaning {
  readonly needs?: boolean;
  readonly uses?: boolean;
  /** Bits of the slots whose fact is gone. */
  readonly kills?: number;
  readonly killsInner?: boolean;
  /** Pending results that are gone. */
  readonly unpends?: number;
  readonly executes?: boolean;
  readonly gains?: number;
  readonly gainsInner?: boolean;
  readonly pends?: number;
  /** Pending results that this edge finds passed, or failed. */
  readonly passed?: number;
  readonly failed?: number;
  readonly doubt?: Decider;
}

const MOST_SLOTS = 6;
const MOST_PENDING = 8;

/** Splits the calls of a tool by where the arguments that its facts are about come from. */
export function factTargets(graph: ControlGraph, index: GraphIndex, rule: FactRule): FactTarget[] {
  const groups = new Map<string, number[]>();
  for (const use of index.usesOf(rule.tool)) {
    const shape = graph.uses[use];
    if (!shape) continue;
    const keyed = rule.establishers.flatMap(({ args }) => Object.keys(args ?? {}));
    const people = rule.establishers.some(({ tool }) => tool === null)
      ? (shape.call?.arguments ?? []).map(({ name }) => name)
      : [];
    const key = JSON.stringify(
      [...new Set([...keyed, ...people])].toSorted().map((argument) => [argument, sourceOf(shape, argument)]),
    );
    const known = groups.get(key);
    if (known) known.push(use);
    else groups.set(key, [use]);
  }
  return [...groups.values()].map((uses) => ({ uses }));
}

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

interface Slot {
  readonly resource: { readonly name: string; readonly key: Source } | null;
  readonly by: number;
  /** For how many executed tools it is good; null: nothing counts them. */
  readonly steps: number | null;
}

class FactBuilder {
  readonly #symbols = new Symbols<Meaning>();
  readonly #meanings = new Map<number, Record<string, unknown>>();
  readonly #slots: Slot[] = [];
  readonly #slotIds = new Map<string, number>();
  /** Nodes whose result, or whose branch, a later edge judges. */
  readonly #pending = new Map<string, { bit: number; node: number; passes: Passes; slot: number; by: number }>();
  /** Failures of a call that establishes: they end what calls like it established. */
  readonly #failures: { event: number; by: number }[] = [];
  /** Nodes that check: to leave one by an edge that says so is a failure of the check. */
  readonly #failing: { node: number; by: number }[] = [];
  readonly #graph: ControlGraph;
  readonly #index: GraphIndex;
  readonly #effects: ToolEffects;
  readonly #rule: FactRule;
  readonly #target: FactTarget;
  readonly #hopeful: boolean;
  readonly #steps: number;

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
    this.#steps = Math.max(1, ...rule.establishers.map(({ steps }) => steps ?? 1));
  }

  build(): Monitor | null {
    const keys = new Set<string>();
    this.#rule.establishers.forEach((establisher, by) => {
      if (establisher.tool === null) this.#people(establisher, by, keys);
      else this.#calls(establisher, by, keys);
    });
    this.#needs();
    for (const { event, by } of this.#failures) this.#add(event, { kills: this.#slotsBy(by) });
    for (const key of keys)
      for (const event of this.#index.writersOf(key)) this.#add(event, { kills: -1, killsInner: true, unpends: -1 });
    this.#resources();
    this.#judged();
    if (this.#rule.establishers.some(({ steps }) => steps !== undefined))
      for (const event of this.#index.attempts) this.#add(event, { executes: true });
    if (this.#slots.length > MOST_SLOTS || this.#pending.size > MOST_PENDING) return null;
    return this.#monitor();
  }

  #add(event: number, meaning: Meaning): void {
    const known = this.#meanings.get(event) ?? {};
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

  #slotsBy(by: number): number {
    return this.#slots.reduce((bits, slot, index) => (slot.by === by ? bits | (1 << index) : bits), 0);
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

  #calls(establisher: Establisher, by: number, keys: Set<string>): void {
    const { tool, args, passes, steps } = establisher;
    const graph = this.#graph;
    const guarded = graph.uses[this.#target.uses[0] as number];
    for (const argument of Object.keys(args ?? {})) {
      const source = guarded && sourceOf(guarded, argument);
      if (source && 'variable' in source) keys.add(source.variable);
    }
    const effect = this.#effects.get(tool as string);
    for (const use of this.#index.usesOf(tool as string)) {
      const fits = this.#fits(use, args);
      if (fits === 'no') continue;
      const shape = graph.uses[use];
      const attempt = this.#index.attemptOf[use] as number;
      const success = attempt + 1;
      const failure = attempt + 2;
      const resource = effect?.resource;
      const slot = this.#slot({
        resource:
          resource && shape
            ? { name: resource.name, key: resource.arg === undefined ? { value: null } : sourceOf(shape, resource.arg) }
            : null,
        by,
        steps: steps ?? null,
      });
      if (fits === 'yes' || !this.#hopeful) this.#failures.push({ event: failure, by });
      // What the call is made with and writes itself is not what was checked.
      if ([...keys].some((key) => this.#index.writersOf(key).includes(attempt))) continue;
      const open =
        fits === 'maybe'
          ? { code: 'argument_unknown', at: nodeName(graph, shape?.node ?? 0), params: { tool: tool as string } }
          : undefined;
      const doubt =
        open ??
        (passes === undefined
          ? { code: 'pass_unknown', at: nodeName(graph, shape?.node ?? 0), params: { tool: tool as string } }
          : undefined);
      const good = 1 << slot;
      if (shape && (fits === 'yes' || !this.#hopeful)) this.#failing.push({ node: shape.node, by });
      if (passes === undefined || passes === 'success') {
        if (!doubt) this.#add(success, { gains: good });
        else this.#add(success, { doubt, ...(this.#hopeful && { gains: good }) });
      }
      if (passes === 'success' || !shape) continue;
      if (shape.call === undefined) {
        if (this.#hopeful)
          this.#add(success, {
            gains: good,
            doubt: { code: 'pass_unknown', at: nodeName(graph, shape.node), params: { tool: tool as string } },
          });
        continue;
      }
      if (doubt && !this.#hopeful) {
        this.#add(success, { doubt });
        continue;
      }
      const key = `${String(shape.node)}/${String(by)}`;
      const pending = this.#pending.get(key) ?? {
        bit: 1 << this.#pending.size,
        node: shape.node,
        passes: passes ?? 'success',
        slot,
        by,
      };
      this.#pending.set(key, pending);
      this.#add(attempt, { unpends: pending.bit });
      this.#add(success, { pends: pending.bit, ...(doubt && { doubt }) });
    }
  }

  #people({ node: only }: Establisher, by: number, keys: Set<string>): void {
    const graph = this.#graph;
    const slot = 1 << this.#slot({ resource: null, by, steps: null });
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
  }

  #needs(): void {
    for (const use of this.#target.uses) {
      const attempt = this.#index.attemptOf[use] as number;
      const exempt = this.#rule.consumed && this.#graph.uses[use]?.repeated === true;
      if (exempt) continue;
      this.#add(attempt, { needs: true, ...(this.#rule.consumed && { uses: true }) });
    }
    if (!this.#rule.consumed) return;
    const mine = new Set(this.#target.uses);
    for (const use of this.#index.usesOf(this.#rule.tool)) {
      if (mine.has(use) || this.#graph.uses[use]?.repeated === true) continue;
      // Another call of the tool uses up what is for it too.
      const kills = this.#slots.reduce((bits, { by }, slot) => (this.#isFor(use, by) ? bits | (1 << slot) : bits), 0);
      if (kills !== 0) this.#add(this.#index.attemptOf[use] as number, { kills });
    }
  }

  /** Whether what is established for the target is for another call of the tool as well. */
  #isFor(use: number, by: number): boolean {
    const other = this.#graph.uses[use];
    const guarded = this.#graph.uses[this.#target.uses[0] as number];
    if (!other || !guarded) return false;
    const same = Object.keys(this.#rule.establishers[by]?.args ?? {}).map((argument) =>
      sameSource(sourceOf(guarded, argument), sourceOf(other, argument)),
    );
    return !same.includes('no') && (!this.#hopeful || !same.includes('maybe'));
  }

  /** Attempts of writes on the resource of a slot end it, unless they are surely of another thing. */
  #resources(): void {
    this.#slots.forEach(({ resource }, slot) => {
      if (resource === null) return;
      for (const event of this.#index.attempts) {
        const use = this.#graph.uses[this.#graph.eventOf[event] as number];
        if (!use) continue;
        const name = this.#graph.tools[use.tool] as string;
        const effect = this.#effects.get(name);
        if (effect === undefined) {
          if (name === this.#rule.tool) continue;
          const doubt = { code: 'unclassified_tool', at: name, params: {} };
          this.#add(event, this.#hopeful ? { doubt } : { doubt, kills: 1 << slot });
          continue;
        }
        if (!isWrite(effect) || effect.resource?.name !== resource.name) continue;
        const key: Source = effect.resource.arg === undefined ? { value: null } : sourceOf(use, effect.resource.arg);
        const whole = effect.resource.arg === undefined || ('value' in resource.key && resource.key.value === null);
        if (whole || mayBeSame(key, resource.key)) this.#add(event, { kills: 1 << slot });
      }
    });
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
    for (const event of this.#index.taken) {
      const edge = graph.eventOf[event] as number;
      for (const { node, by } of this.#failing)
        if (graph.edges[edge]?.outcome === 'fail' && this.#index.sourceOf(edge) === node)
          this.#add(event, { kills: this.#slotsBy(by) });
      for (const { bit, node, passes } of this.#pending.values()) {
        const says = this.#says(edge, node, passes);
        if (says === true) this.#add(event, { passed: bit });
        else if (says === false) this.#add(event, { failed: bit });
      }
    }
  }

  /** Whether taking an edge says that the result of a node passed, failed, or nothing. */
  #says(edge: number, node: number, passes: Passes): boolean | null {
    const graph = this.#graph;
    const shape = graph.edges[edge];
    const source = this.#index.sourceOf(edge);
    if (!shape) return null;
    if (source === node && shape.outcome === 'pass') return true;
    if (source === node && shape.outcome === 'fail') return false;
    if (typeof passes === 'string') return null;
    if ('branch' in passes) return source === node ? shape.branch === passes.branch : null;
    const result = graph.nodes[node]?.result;
    return result === undefined ? null : this.#index.implies(edge, `${result}.${passes.field}`, passes.equals);
  }

  #monitor(): Monitor {
    const slots = this.#slots.length;
    const radix = this.#steps + 1;
    const held = radix ** slots;
    const pendings = 1 << this.#pending.size;
    const locals = held * 2 * pendings;
    const pendingOf = [...this.#pending.values()];
    const slotOf = this.#slots;
    const symbolOf = new Map<number, number>();
    for (const [event, meaning] of this.#meanings) symbolOf.set(event, this.#symbols.of(meaning));
    const meanings = this.#symbols.meanings;
    const split = (local: number): { values: number[]; inner: number; pending: number } => {
      let rest = local % held;
      const values: number[] = [];
      for (let slot = 0; slot < slots; slot += 1) {
        values.push(rest % radix);
        rest = Math.floor(rest / radix);
      }
      const above = Math.floor(local / held);
      return { values, inner: above & 1, pending: above >> 1 };
    };
    const join = ({ values, inner, pending }: ReturnType<typeof split>): number =>
      values.reduceRight((sum, value) => sum * radix + value, 0) + held * (inner + 2 * (pending & (pendings - 1)));
    const { establishers, all } = this.#rule;
    const has = (values: readonly number[], by: number): boolean =>
      values.some((value, slot) => value > 0 && slotOf[slot]?.by === by);
    const holds = ({ values, inner }: ReturnType<typeof split>): boolean => {
      if (inner === 1) return true;
      if (all !== true) return values.some((value) => value > 0);
      const others = establishers.flatMap(({ tool }, by) => (tool === null ? [] : [by]));
      const people = establishers.flatMap(({ tool }, by) => (tool === null ? [by] : []));
      return people.some((by) => has(values, by)) || (others.length > 0 && others.every((by) => has(values, by)));
    };
    const end = (state: ReturnType<typeof split>, kills: number): void => {
      for (let slot = 0; slot < slots; slot += 1) if ((kills >> slot) & 1) state.values[slot] = 0;
    };
    const gain = (state: ReturnType<typeof split>, gains: number): void => {
      for (let slot = 0; slot < slots; slot += 1)
        if ((gains >> slot) & 1) state.values[slot] = slotOf[slot]?.steps ?? 1;
    };
    const act = (symbol: number, local: number): number => {
      const meaning = meanings[symbol] ?? {};
      const state = split(local);
      if (meaning.needs && !holds(state)) return BAD;
      if (meaning.uses) {
        state.inner = 0;
        state.values.fill(0);
      }
      end(state, meaning.kills ?? 0);
      if (meaning.killsInner) state.inner = 0;
      state.pending &= ~(meaning.unpends ?? 0);
      if (meaning.executes)
        state.values.forEach(
          (value, slot) => (state.values[slot] = slotOf[slot]?.steps === null ? value : Math.max(0, value - 1)),
        );
      gain(state, meaning.gains ?? 0);
      if (meaning.gainsInner) state.inner = 1;
      state.pending |= meaning.pends ?? 0;
      const failed = state.pending & (meaning.failed ?? 0);
      const passed = state.pending & (meaning.passed ?? 0);
      pendingOf.forEach(({ slot, by }, bit) => {
        if ((failed >> bit) & 1) end(state, this.#slotsBy(by));
        if ((passed >> bit) & 1) gain(state, 1 << slot);
      });
      state.pending &= ~(failed | passed);
      return join(state);
    };
    const others = (symbol: number, local: number, actor: number): number => {
      const meaning = meanings[symbol] ?? {};
      if (!meaning.uses && !meaning.kills && !meaning.unpends && !meaning.failed) return local;
      const state = split(local);
      const acting = split(actor);
      if (meaning.uses) state.values.fill(0);
      pendingOf.forEach(({ by }, bit) => {
        if ((((meaning.failed ?? 0) & acting.pending) >> bit) & 1) end(state, this.#slotsBy(by));
      });
      end(state, meaning.kills ?? 0);
      state.pending &= ~(meaning.unpends ?? 0);
      return join(state);
    };
    const both =
      (pick: (a: number, b: number) => number, mask: (a: number, b: number) => number) =>
      (left: number, right: number): number => {
        const a = split(left);
        const b = split(right);
        return join({
          values: a.values.map((value, slot) => pick(value, b.values[slot] as number)),
          inner: mask(a.inner, b.inner),
          pending: mask(a.pending, b.pending),
        });
      };
    return {
      locals,
      globals: 1,
      startLocal: 0,
      startGlobal: 0,
      symbolOf,
      act,
      others,
      together: both(Math.max, (a, b) => a | b),
      alone: both(Math.min, (a, b) => a & b),
      endsBadly: () => false,
      judgesEnds: false,
      facts: (local) => {
        const { values, inner } = split(local);
        return holds({ values, inner, pending: 0 }) ? [this.#rule.name] : [];
      },
      doubtOf: (symbol) => meanings[symbol]?.doubt,
    };
  }
}
