import { type CoreExpr, type CoreRule, childrenOf, type Decision, variantFor } from '@ostiary/policy';
import { interpretOnce, decideOnce } from '../decide/decide.js';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { REMOVED, withArgument } from '../explain/edit.js';
import {
  type Change,
  changesOf,
  labelsIn,
  momentsOf,
  plainSituations,
  type Situation,
  withNow,
  withoutLabel,
} from './situations.js';

/** What a rule looks at that says something against a call. */
export type Ground =
  | { readonly kind: 'label'; readonly path: string | null; readonly label: string }
  | { readonly kind: 'clock' }
  | { readonly kind: 'flag'; readonly root: 'args' | 'principal' | 'session'; readonly path: readonly string[] };

/** A confirm rule that lets through, because of its ground, a call that the default refuses without it. */
export interface LiftedDefault {
  readonly rule: CoreRule;
  readonly ground: Ground;
  /** Confirmed, by this rule alone. */
  readonly confirmed: Situation;
  /** The same but for the ground: refused, by the default. */
  readonly refused: Situation;
}

/** Decisions that may be made for one policy: the same policy gets the same warnings everywhere. */
const MOST_DECISIONS = 2_000;
/** Of them for one rule, tool and ground. */
const MOST_OF_PAIR = 400;
/** Tools of which it is told, in the time of a decision, whether a rule is about them. */
const TOOLS_PER_DECISION = 1_000;

/**
 * Confirm rules under a refusing default that loosen by what should tighten: a call they confirm is refused without the
 * label (at another time, with the flag turned). A time or a flag may as well be why a call is fit to be confirmed, so there
 * it counts only when the rule makes other calls stricter by it. Found by search, within a fixed number of decisions; every
 * pair of situations is decided by both evaluators.
 */
export function liftedDefaults(policy: PreparedPolicy): readonly LiftedDefault[] {
  if (policy.core.default !== 'refuse') return [];
  const search = new Search(policy);
  return policy.core.rules.flatMap((rule) => (rule.effect === 'confirm' ? (search.of(rule) ?? []) : []));
}

class Search {
  private left = MOST_DECISIONS;
  private readonly changes = new Map<string, readonly Change[]>();

  constructor(private readonly policy: PreparedPolicy) {}

  of(rule: CoreRule): LiftedDefault | null {
    const { core } = this.policy;
    if (this.left <= 0) return null;
    this.left -= core.tools.length / TOOLS_PER_DECISION;
    for (const tool of core.tools) {
      const guard = variantFor(rule.variants, tool)?.guard;
      if (!guard || this.left <= 0) continue;
      for (const ground of groundsOf(guard, core.slots)) {
        const found = this.pair(rule, tool, guard, ground, LIFTED);
        if (!found || (ground.kind !== 'label' && !this.pair(rule, tool, guard, ground, TIGHTENED))) continue;
        const [confirmed, refused] = found;
        if ([confirmed, refused].every((each) => this.agrees(each))) return { rule, ground, confirmed, refused };
      }
    }
    return null;
  }

  /** A call that only the rule confirms, and the same but for the ground with a decision that is wanted. */
  private pair(
    rule: CoreRule,
    tool: string,
    guard: CoreExpr,
    ground: Ground,
    wanted: Wanted,
  ): readonly [Situation, Situation] | null {
    const { core } = this.policy;
    const tests = guard.op === 'and' ? guard.operands : [guard];
    const changes = this.changesFor(tool);
    const until = Math.max(0, this.left - MOST_OF_PAIR);
    const turns = turnsOf(ground, momentsOf([guard], core.slots));
    const judge = (from: Situation): Judged => this.judge(from, rule, tests, turns, wanted);
    for (const start of plainSituations(this.policy, tool)) {
      let best = judge(start);
      for (let improved = true; improved && !best.turned && this.left > until;) {
        improved = false;
        for (const change of changes) {
          const next = change(best.situation);
          const found = next && judge(next);
          if (!found || found.score <= best.score) continue;
          [best, improved] = [found, true];
          if (best.turned || this.left <= until) break;
        }
      }
      if (best.turned) return this.smallest(best, judge);
    }
    return null;
  }

  /** Made once for a tool; each costs about as much as a decision. */
  private changesFor(tool: string): readonly Change[] {
    const known = this.changes.get(tool);
    if (known) return known;
    const guards = this.policy.core.rules.flatMap(({ variants }) => variantFor(variants, tool)?.guard ?? []);
    const changes = changesOf(this.policy, tool, guards);
    this.left -= changes.length;
    this.changes.set(tool, changes);
    return changes;
  }

  private judge(
    situation: Situation,
    { id }: CoreRule,
    tests: readonly CoreExpr[],
    turns: readonly Change[],
    wanted: Wanted,
  ): Judged {
    const { decider } = this.policy;
    const { call, context } = situation;
    const decision = this.decide(situation);
    const holding = tests.filter((guard) => decider.holds([{ tools: null, guard }], call, context, decision) === true);
    this.left -= tests.length;
    const others = decision.deciding.filter(({ rule }) => rule !== id).length;
    const alone =
      decision.slug === 'confirm_required' &&
      decision.deciding.length === 1 &&
      others === 0 &&
      holding.length === tests.length;
    const score = 3 * holding.length - 2 * others + (alone ? 3 : 0);
    if (!alone || (wanted.overrides && !this.isAllowed(situation, decision))) return { situation, turned: null, score };
    let near = 0;
    for (const turn of turns) {
      const other = turn(situation);
      const answer = other && this.decide(other);
      if (answer && wanted.turned(answer)) return { situation, turned: other, score: score + 2 };
      if (answer?.answer === 'refuse' && answer.slug !== 'guard_undefined') near = 1;
    }
    return { situation, turned: null, score: score + near };
  }

  /** Without the arguments and attributes that do not matter. */
  private smallest(found: Judged, judge: (from: Situation) => Judged): readonly [Situation, Situation] | null {
    let best = found;
    for (const change of removalsOf(found.situation)) {
      const fewer = change(best.situation);
      const judged = fewer && judge(fewer);
      if (judged?.turned) best = judged;
    }
    return best.turned && [best.situation, best.turned];
  }

  private isAllowed({ call, context }: Situation, decision: Decision): boolean {
    const allowing = this.policy.core.rules.filter(({ effect }) => effect === 'allow');
    this.left -= allowing.length;
    return allowing.some(({ variants }) => this.policy.decider.holds(variants, call, context, decision) === true);
  }

  private decide({ call, context }: Situation): Decision {
    this.left -= 1;
    return decideOnce(this.policy, call, context);
  }

  private agrees({ call, context }: Situation): boolean {
    const [compiled, plain] = [decideOnce(this.policy, call, context), interpretOnce(this.policy, call, context)];
    return compiled.answer === plain.answer && compiled.slug === plain.slug;
  }
}

interface Judged {
  readonly situation: Situation;
  /** The same but for the ground, with the decision that is wanted; null until the rule alone confirms the situation. */
  readonly turned: Situation | null;
  /** How near the situation is to that. */
  readonly score: number;
}

/** A pair of situations: whether an allow rule must hold in the one that is confirmed, and the decision on the other. */
interface Wanted {
  readonly overrides: boolean;
  readonly turned: (decision: Decision) => boolean;
}

const LIFTED: Wanted = { overrides: false, turned: ({ slug }) => slug === 'no_rule' };
/** The rule makes stricter what another rule allows, whatever the time or the flag is. */
const TIGHTENED: Wanted = { overrides: true, turned: ({ slug }) => slug === 'allowed' };

function groundsOf(guard: CoreExpr, slots: PreparedPolicy['core']['slots']): readonly Ground[] {
  const found = new Map<string, Ground>();
  const add = (ground: Ground): void => void found.set(JSON.stringify(ground), ground);
  for (const { slot, label } of labelsIn([guard]))
    add({ kind: 'label', path: slot === null ? null : (slots[slot]?.path.join('.') ?? ''), label });
  const visit = (expr: CoreExpr): void => {
    if (expr.op === 'read') {
      const slot = slots[expr.slot];
      if (slot?.root === 'now') add({ kind: 'clock' });
      else if (slot?.type.kind === 'bool') add({ kind: 'flag', root: slot.root, path: slot.path });
    }
    for (const child of childrenOf(expr)) visit(child);
  };
  visit(guard);
  return [...found.values()];
}

/** The same situation without the label, at other times, with the flag turned. */
function turnsOf(ground: Ground, moments: readonly number[]): readonly Change[] {
  switch (ground.kind) {
    case 'label':
      return [withoutLabel(ground.path, ground.label)];
    case 'clock':
      return moments.map((now) => withNow(now));
    case 'flag':
      return [turned(ground)];
  }
}

function turned({ root, path }: Extract<Ground, { kind: 'flag' }>): Change {
  return ({ call, context }) => {
    const whole = root === 'args' ? call.args : (context[root] ?? {});
    let value: unknown = whole;
    for (const name of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    const changed = typeof value === 'boolean' ? withArgument(whole, path, !value) : null;
    if (!changed) return null;
    return root === 'args'
      ? { call: { ...call, args: changed }, context }
      : { call, context: { ...context, [root]: changed } };
  };
}

function removalsOf({ call, context }: Situation): readonly Change[] {
  const roots = ['principal', 'session'] as const;
  return [
    ...Object.keys(call.args).map((name): Change => (from) => {
      const args = withArgument(from.call.args, [name], REMOVED);
      return args && { ...from, call: { ...from.call, args } };
    }),
    ...roots.flatMap((root) =>
      Object.keys(context[root] ?? {}).map((name): Change => (from) => {
        const object = withArgument(from.context[root] ?? {}, [name], REMOVED);
        return object && { ...from, context: { ...from.context, [root]: object } };
      }),
    ),
  ];
}
