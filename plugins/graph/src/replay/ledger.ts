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

interface Pending {
  readonly by: string;
  readonly at: string;
  readonly call: ToolUse;
  readonly result?: string;
  age: number;
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

  add(other: Ledger): void {
    this.entries.push(...other.entries);
    this.pending.push(...other.pending);
  }

  /** What another lane has as well: two lanes that wait at one node are one (S5). */
  keep(other: Ledger): void {
    const same = (left: Entry, right: Entry): boolean => left.by === right.by && left.only === right.only;
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
      good.some(({ by, at }) => by === name || (by === null && (at === name || at.endsWith(`/${name}`))));
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
    return rule.by === undefined ? this.#role(tool) !== undefined : rule.by.includes(tool);
  }

  /** `actor`: what the lane of the call had before it. */
  attempt(call: ToolUse, node: string, mine: boolean, actor: readonly Entry[]): void {
    const effect = this.#effects.get(call.name);
    const consumed = this.#rule.kind === 'confirm_before' || this.#role(this.#rule.check)?.consumed === true;
    if (call.name === this.#rule.tool && consumed)
      this.entries = this.entries.filter(({ once }) => !actor.some((each) => each.once === once));
    if (effect && (effect.classes.includes('write') || effect.classes.includes('irreversible')))
      this.#wroteResource(effect, call);
    this.pending = this.pending.filter(({ at }) => at !== node);
    if (mine) for (const entry of [...this.entries, ...this.pending]) entry.age += 1;
  }

  #wroteResource({ resource }: ToolEffect, call: ToolUse): void {
    if (resource === undefined) return;
    this.entries = this.entries.filter((entry) => {
      const own = entry.by === null ? undefined : this.#effects.get(entry.by)?.resource;
      if (own?.name !== resource.name || entry.call === null) return true;
      if (own.arg === undefined || resource.arg === undefined) return false;
      const left = bindingOf(entry.call, own.arg);
      const right = bindingOf(call, resource.arg);
      return left !== null && right !== null && 'value' in left && 'value' in right && left.value !== right.value;
    });
  }

  success(call: ToolUse, node: string, shape: GraphNode): void {
    if (!this.#establishes(call.name)) return;
    const passes = this.#role(call.name)?.passes;
    if (passes === undefined || passes === 'success')
      this.entries.push({ by: call.name, at: node, call, age: 0, once: {} });
    if (passes !== 'success')
      this.pending.push({
        by: call.name,
        at: node,
        call,
        age: 0,
        ...(shape.result !== undefined && { result: shape.result }),
      });
  }

  failure(call: ToolUse): void {
    if (!this.#establishes(call.name)) return;
    const key = Object.values(this.#role(call.name)?.args ?? {});
    this.entries = this.entries.filter((entry) => entry.by !== call.name || !sameKey(key, entry.call, call));
  }

  /** The node of a check was left by an edge that says so: it failed. */
  failedAt(node: string): void {
    const gone = new Set(this.entries.flatMap(({ by, at }) => (at === node && by !== null ? [by] : [])));
    this.entries = this.entries.filter(({ by }) => by === null || !gone.has(by));
    this.pending = this.pending.filter(({ at }) => at !== node);
  }

  approved(node: string, covers: boolean, only?: string): void {
    if (this.#rule.kind === 'confirm_before' && covers)
      this.entries.push({ by: null, at: node, call: null, age: 0, once: {}, ...(only !== undefined && { only }) });
  }

  rejected(covers: boolean): void {
    if (covers) this.entries = this.entries.filter(({ by }) => by !== null);
  }

  left(node: string): void {
    this.entries = this.entries.filter(({ only }) => only !== node);
  }

  /** An edge was taken that says how a result passed: true, false, or null where it may have said either. */
  judged(says: (pending: { at: string; result?: string; passes: Passes }) => boolean | null): void {
    // What is judged is taken out of the list on the way.
    const before = this.pending;
    for (const each of before) {
      const said = says({
        at: each.at,
        ...(each.result !== undefined && { result: each.result }),
        passes: this.#role(each.by)?.passes ?? 'success',
      });
      if (said === null) continue;
      this.pending = this.pending.filter((other) => other !== each);
      if (said) this.entries.push({ by: each.by, at: each.at, call: each.call, age: each.age, once: {} });
      else this.entries = this.entries.filter(({ by }) => by !== each.by);
    }
  }

  wrote(names: readonly string[] | '*', guarded: readonly ToolUse[], own?: string): void {
    const touches = (variable: string): boolean =>
      names === '*' ||
      names.some((name) => name === variable || variable.startsWith(`${name}.`) || name.startsWith(`${variable}.`));
    this.pending = this.pending.filter((each) => each.at === own || each.result === undefined || !touches(each.result));
    this.entries = this.entries.filter((entry) => !this.#keyOf(entry.by, guarded).some(touches));
    this.pending = this.pending.filter((each) => !this.#keyOf(each.by, guarded).some(touches));
  }

  /** The variables that a fact for calls of the tool is about. */
  #keyOf(by: string | null, guarded: readonly ToolUse[]): string[] {
    const named = by === null ? null : Object.keys(this.#role(by)?.args ?? {});
    return guarded.flatMap(({ arguments: given = [] }) =>
      given.flatMap((each) =>
        'variable' in each && (named === null || named.includes(each.name)) ? [each.variable] : [],
      ),
    );
  }
}

const bindingOf = (call: ToolUse, name: string): ArgumentBinding | null =>
  call.arguments?.find((each) => each.name === name) ?? null;

function mayAgree(left: ArgumentBinding | null, right: ArgumentBinding | null): boolean {
  if ((left && 'model' in left) || (right && 'model' in right)) return false;
  if (left === null || right === null) return true;
  if ('variable' in left && 'variable' in right) return left.variable === right.variable;
  return 'value' in left && 'value' in right && left.value === right.value;
}

/** The same in the arguments that a fact is about, as they are written. */
const sameKey = (key: readonly string[], left: ToolUse | null, right: ToolUse): boolean =>
  left !== null &&
  key.every((name) => JSON.stringify(bindingOf(left, name)) === JSON.stringify(bindingOf(right, name)));
