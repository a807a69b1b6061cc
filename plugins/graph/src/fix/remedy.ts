import { factRules, factTargets, type FactRule, type FactTarget, type Reading } from '../check/index.js';
import type { ArgumentBinding, CheckBefore, ConfirmBefore, Rule, ToolEffects } from '../model/index.js';
import type { Inserted } from './insert.js';

export type FixableRule = Rule & (CheckBefore | ConfirmBefore);

/** What establishes one fact for the calls of one target. */
export interface Part {
  readonly fact: FactRule;
  /** Which of the fact's targets it is for, in the order in which the graph has them. */
  readonly target: number;
  readonly what: Inserted;
}

/** What mends a rule where it is inserted. */
export interface Remedy {
  readonly kind: 'check' | 'confirmation';
  /** The tool that checks or confirms; null: a person. Several are named one after the other. */
  readonly name: string | null;
  readonly parts: readonly Part[];
}

/** Why nothing that could be inserted would mend it. */
export type NoRemedy = 'pass_unknown' | 'arguments_unknown' | 'no_source';

/** What to insert for a rule, with the arguments that its calls in this graph have. */
export function remedyOf(rule: FixableRule, effects: ToolEffects, reading: Reading): Remedy | NoRemedy {
  const parts: Part[] = [];
  const names = new Set<string>();
  for (const fact of factRules(rule, effects))
    for (const [target, calls] of factTargets(reading.graph, reading.index, fact).entries()) {
      const what = partOf(fact, calls, rule, reading);
      if (typeof what === 'string') return what;
      if (what.kind === 'call') names.add(what.call.name);
      parts.push({ fact, target, what });
    }
  const kind = rule.kind === 'check_before' ? 'check' : 'confirmation';
  return parts.length === 0 ? 'no_source' : { kind, name: names.size === 0 ? null : [...names].join(', '), parts };
}

function partOf(fact: FactRule, calls: FactTarget, { tool }: FixableRule, { graph }: Reading): Inserted | NoRemedy {
  const guarded = graph.uses[calls.uses[0] as number]?.call?.arguments ?? [];
  // A person at any node will do.
  if (fact.establishers.some((each) => each.tool === null && each.node === undefined)) return { kind: 'person', tool };
  let why: NoRemedy = 'no_source';
  for (const { tool: name, args = {}, passes } of fact.establishers) {
    // What is itself the tool would need itself.
    if (name === null || name === tool) continue;
    if (passes === undefined) {
      why = 'pass_unknown';
      continue;
    }
    const given = Object.entries(args).map(([of, own]): ArgumentBinding | null => {
      const source = guarded.find((each) => each.name === of);
      return source === undefined || 'model' in source ? null : { ...source, name: own };
    });
    const known = given.filter((each) => each !== null);
    if (known.length === given.length)
      return {
        kind: 'call',
        call: { name, ...(known.length > 0 && { arguments: known }) },
        raises: passes === 'success',
      };
    why = 'arguments_unknown';
  }
  return why;
}
