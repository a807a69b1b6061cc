import type {
  ArgumentBinding,
  CheckBefore,
  ConfirmBefore,
  GraphNode,
  Passes,
  ToolEffect,
  ToolEffects,
  ToolUse,
} from '../model/index.js';
import type { Succeeded } from './judged.js';

import { writesOver } from './execution.js';

/** One thing that was established, with where its values came from. */
interface Entry {
  /** The tool that established it; null: a person, `at` a node. */
  readonly by: string | null;
  readonly at: string;
  readonly call: ToolUse | null;
  /** A pause in front of this node approved this execution alone. */
  readonly only?: string;
  /** Executed tools since. */
  age: number;
  /** What was established once is the same in every lane that has it. */
  readonly once: object;
}

/** A call that succeeded, and that an edge may say more of. */
export interface Pending {
  readonly by: string;
  readonly at: string;
  readonly call: ToolUse;
  /** Its result, while nothing was written to it since. */
  readonly result?: string;
  /** Its node was left: only guards say more of it. */
  readonly left?: true;
  /** What it established when an edge said that it passed: guards may still say that it did not. */
  readonly passed?: object;
  age: number;
  readonly once: object;
}

export type FactsRule = CheckBefore | ConfirmBefore;

/**
 * What checks and confirmations have established for one tool along a run, as a list that is written and struck out (S6). Where a thing is not
 * known, it is taken for what helps the tool: a path that is bad even so is bad.
 */
export class Ledger {
  readonly #rule: FactsRule;
  readonly #effects: ToolEffects;
  entries: Entry[];
  pending: Pending[];

  constructor(rule: FactsRule, effects: ToolEffects, entries: readonly Entry[] = [], pending: readonly Pending[] = []) {
    this.#rule = rule;
    this.#effects = effects;
    this.entries = entries.map((entry) => ({ ...entry }));
    this.pending = pending.map((each) => ({ ...each }));
  }

  copy(): Ledger {
    return new Ledger(this.#rule, this.#effects, this.entries, this.pending);
  }

  /** What other edges of a node find that are taken with one. `person`: the node that a person has left by this edge, which alone says what she answered. */
  unsaid(person?: string): Ledger {
    const other = this.copy();
    const last =
      person === undefined ? undefined : other.entries.findLast(({ by, at }) => by === null && at === person);
    other.entries = other.entries.filter((each) => each !== last);
    return other;
  }

  add(other: Ledger): void {
    this.entries.push(...other.entries);
    this.pending.push(...other.pending);
  }

  /** What another lane has and this one has not: what both have is one. */
  learn(other: Ledger): void {
    const isNew = ({ once }: Entry | Pending): boolean =>
      ![...this.entries, ...this.pending].some((each) => each.once === once);
    const [entries, pending] = [other.entries.filter(isNew), other.pending.filter(isNew)];
    this.entries.push(...entries.map((entry) => ({ ...entry })));
    this.pending.push(...pending.map((each) => ({ ...each })));
  }

  /** What another lane has as well: two lanes that wait at one node are one (S5). */
  keep(other: Ledger): void {
    const { by } = this.#rule.kind === 'confirm_before' ? this.#rule : {};
    // Of persons whom the rule names it is the same one.
    const samePerson = (left: Entry, right: Entry): boolean =>
      left.by !== null || by === undefined || by.some((name) => isAt(left, name) && isAt(right, name));
    const same = (left: Entry, right: Entry): boolean =>
      left.by === right.by && left.only === right.only && samePerson(left, right);
    this.entries = this.entries.filter((entry) => other.entries.some((each) => same(entry, each)));
  }

  /** True when a call of the tool lacks what it needs. */
  lacks(call: ToolUse, node: string): boolean {
    const rule = this.#rule;
    const good = this.entries.filter((entry) => this.#covers(entry, call, node));
    if (rule.kind === 'check_before') return !good.some(({ by }) => by === rule.check);
    const confirmations = [...this.#effects.values()].filter(({ confirms = [] }) =>
      confirms.some(({ tools }) => tools.includes(rule.tool)),
    );
    const there = (name: string): boolean =>
      good.some((entry) => entry.by === name || (entry.by === null && isAt(entry, name)));
    if (rule.by !== undefined) return rule.any_of === true ? !rule.by.some(there) : !rule.by.every(there);
    if (good.some(({ by }) => by === null)) return false;
    const some = confirmations.every(({ confirms = [] }) =>
      confirms.filter(({ tools }) => tools.includes(rule.tool)).every(({ anyOf }) => anyOf === true),
    );
    const passed = confirmations.filter(({ name }) => good.some(({ by }) => by === name));
    return confirmations.length === 0 || (some ? passed.length === 0 : passed.length < confirmations.length);
  }

  #covers(entry: Entry, call: ToolUse, node: string): boolean {
    if (entry.by === null) return entry.only === undefined || entry.only === node;
    const role = this.#role(entry.by);
    const steps = role && 'steps' in role ? role.steps : undefined;
    if (steps !== undefined && entry.age >= steps) return false;
    return Object.entries(role?.args ?? {}).every(([guarded, own]) =>
      mayAgree(bindingOf(call, guarded), entry.call && bindingOf(entry.call, own)),
    );
  }

  #role(tool: string):
    | {
        readonly tools: readonly string[];
        readonly args?: Readonly<Record<string, string>>;
        readonly passes?: Passes;
        readonly steps?: number;
        readonly consumed?: boolean;
      }
    | undefined {
    const effect = this.#effects.get(tool);
    const roles = this.#rule.kind === 'check_before' ? effect?.checks : effect?.confirms;
    return roles?.find(({ tools }) => tools.includes(this.#rule.tool));
  }

  /** The names of tools that establish for this rule. */
  #establishes(tool: string): boolean {
    const rule = this.#rule;
    if (rule.kind === 'check_before') return tool === rule.check;
    return rule.by === undefined ? this.#role(tool) !== undefined : rule.by.includes(tool) && this.#effects.has(tool);
  }

  /** `actor`: what the lane of the call had before it. */
  attempt(call: ToolUse, node: string, mine: boolean, actor: readonly Entry[]): void {
    const effect = this.#effects.get(call.name);
    const consumed = this.#rule.kind === 'confirm_before' || this.#role(this.#rule.check)?.consumed === true;
    if (call.name === this.#rule.tool && consumed)
      this.entries = this.entries.filter(({ once }) => !actor.some((each) => each.once === once));
    if (effect && (effect.classes.includes('write') || effect.classes.includes('irreversible')))
      this.#wroteResource(effect, call);
    // Of each check the last call at a node is judged there.
    this.pending = this.pending.filter(({ at, by }) => at !== node || by !== call.name);
    if (mine) for (const entry of [...this.entries, ...this.pending]) entry.age += 1;
  }

  #wroteResource({ resource }: ToolEffect, call: ToolUse): void {
    if (resource === undefined) return;
    const isOther = (entry: Pick<Entry, 'by' | 'call'>): boolean => {
      const own = entry.by === null ? undefined : this.#effects.get(entry.by)?.resource;
      if (own?.name !== resource.name || entry.call === null) return true;
      if (own.arg === undefined || resource.arg === undefined) return false;
      const left = bindingOf(entry.call, own.arg);
      const right = bindingOf(call, resource.arg);
      return left !== null && right !== null && 'value' in left && 'value' in right && left.value !== right.value;
    };
    this.entries = this.entries.filter(isOther);
    this.pending = this.pending.filter(isOther);
  }

  success(call: ToolUse, node: string, shape: GraphNode): void {
    if (!this.#establishes(call.name)) return;
    const passes = this.#role(call.name)?.passes;
    const once = {};
    if (passes === undefined || passes === 'success')
      this.entries.push({ by: call.name, at: node, call, age: 0, once });
    this.pending.push({
      by: call.name,
      at: node,
      call,
      age: 0,
      once,
      ...(shape.result !== undefined && { result: shape.result }),
    });
  }

  /** `guarded`: the call of the tool that the facts are asked for. */
  failure(call: ToolUse, guarded: ToolUse | null): void {
    if (this.#establishes(call.name)) this.#failed({ by: call.name, call }, guarded);
  }

  /**
   * A check failed: what was established for the same key is gone, and what that very call established. A fact whose argument nobody knows helps the tool only
   * where it is the tool's own argument.
   */
  #failed(
    { by, call, once }: Pick<Pending, 'by' | 'call'> & Partial<Pick<Pending, 'once'>>,
    guarded: ToolUse | null,
  ): void {
    const key = Object.entries(this.#role(by)?.args ?? {});
    const isSame = (entry: Entry): boolean =>
      key.every(([name, own]) => {
        const about = (entry.call && bindingOf(entry.call, own)) ?? (guarded && bindingOf(guarded, name));
        const failed = bindingOf(call, own);
        return about !== null && failed !== null && JSON.stringify({ ...about, name: own }) === JSON.stringify(failed);
      });
    this.entries = this.entries.filter((entry) => entry.by !== by || (entry.once !== once && !isSame(entry)));
  }

  /** The calls of a node that has failed, where the edge that leaves it says that they did. */
  failuresAt(node: string): readonly Pending[] {
    return this.pending.filter(({ at }) => at === node);
  }

  /** These calls of a lane failed: what ends a fact ends it in every lane. */
  failed(calls: readonly Pending[], guarded: ToolUse | null): void {
    for (const each of calls) this.#failed(each, guarded);
  }

  approved(node: string, only?: string): void {
    if (this.#rule.kind === 'confirm_before')
      this.entries.push({ by: null, at: node, call: null, age: 0, once: {}, ...(only !== undefined && { only }) });
  }

  rejected(): void {
    this.entries = this.entries.filter(({ by }) => by !== null);
  }

  left(node: string): void {
    this.entries = this.entries.filter(({ only }) => only !== node);
    // What is judged by the edges of its node alone is over with it.
    this.pending = this.pending.flatMap((each) =>
      each.at !== node ? [each] : isField(this.#role(each.by)?.passes) ? [{ ...each, left: true as const }] : [],
    );
  }

  /** An edge was taken that says how a result passed: true, false, or null where it may have said either. Gives the calls that failed. */
  judged(says: (check: Succeeded) => boolean | null): readonly Pending[] {
    const failed: Pending[] = [];
    // What is judged is taken out of the list on the way.
    const before = this.pending;
    for (const each of before) {
      const passes = this.#role(each.by)?.passes;
      const check = { ...(each.result !== undefined && { result: each.result }), passes: passes ?? 'success' };
      const byGuards = says({ at: '', ...check });
      const said = each.left ? byGuards : says({ at: each.at, ...check });
      if (said === null) continue;
      this.pending = this.pending.filter((other) => other !== each);
      const once = each.passed ?? {};
      if (!said) failed.push({ ...each, ...(each.passed && { once }) });
      // What passed by its success is no second pass.
      else if (passes !== 'success')
        this.entries.push({ by: each.by, at: each.at, call: each.call, age: each.age, once });
      if (said && byGuards === null && isField(passes)) this.pending.push({ ...each, left: true, passed: once });
    }
    return failed;
  }

  /** `own`: the node of a call that succeeds, whose writes are of that call. */
  wrote(names: readonly string[], guarded: readonly ToolUse[], own?: string): void {
    const touches = (variable: string): boolean => writesOver(names, variable);
    this.pending = this.pending.map(({ result, ...each }) =>
      result === undefined || (each.at !== own && touches(result)) ? each : { ...each, result },
    );
    this.entries = this.entries.filter((entry) => !this.#keyOf(entry, guarded).some(touches));
    this.pending = this.pending.filter((each) => !this.#keyOf(each, guarded).some(touches));
  }

  /** The variables that a fact for calls of the tool is about; those of the check's own call where nobody knows the tool's. */
  #keyOf({ by, call }: Pick<Entry, 'by' | 'call'>, guarded: readonly ToolUse[]): string[] {
    const args = by === null ? null : (this.#role(by)?.args ?? {});
    const variables = (bindings: readonly (ArgumentBinding | null)[]): string[] =>
      bindings.flatMap((each) => (each !== null && 'variable' in each ? [each.variable] : []));
    return guarded.flatMap((use) =>
      args === null
        ? variables(use.arguments ?? [])
        : variables(Object.entries(args).map(([name, own]) => bindingOf(use, name) ?? (call && bindingOf(call, own)))),
    );
  }
}

/** Whether what was approved was so at a node of this name or id. */
const isAt = ({ at }: Entry, name: string): boolean => at === name || at.endsWith(`/${name}`);

const bindingOf = (call: ToolUse, name: string): ArgumentBinding | null =>
  call.arguments?.find((each) => each.name === name) ?? null;

function mayAgree(left: ArgumentBinding | null, right: ArgumentBinding | null): boolean {
  if ((left && 'model' in left) || (right && 'model' in right)) return false;
  if (left === null || right === null) return true;
  if ('variable' in left && 'variable' in right) return left.variable === right.variable;
  return 'value' in left && 'value' in right && left.value === right.value;
}

const isField = (passes: Passes | undefined): boolean => typeof passes === 'object' && 'field' in passes;
