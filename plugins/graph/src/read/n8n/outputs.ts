import type { Guard, GraphNode } from '../../model/index.js';
import { itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { comparisonsOf, fieldOf } from './conditions.js';
import type { Correlated } from './correlated.js';
import type { Item } from './workflow.js';

/** How the outputs of a node are chosen. The one for errors is not among them. */
export interface Outputs {
  readonly count: number;
  readonly concurrency?: GraphNode['concurrency'];
  /** Names of the outputs, where they have some. */
  readonly names: readonly string[];
  readonly guards: readonly (Guard | undefined)[];
  /** Taken when no other is: then no item came. */
  readonly orNone?: true;
  /** Items may leave by none of them. */
  readonly mayEnd?: true;
}

const ONE: Outputs = { count: 1, names: [], guards: [] };
const env: Guard = { choice: 'env' };
const llm: Guard = { choice: 'llm' };

/**
 * IF, Switch and Filter look at each item by itself, so several outputs may be taken in one run. What the items are is the environment's choice; where two nodes
 * look at the same field the one may decide the other: what is known of that is in `guards`, and else their choices are opaque.
 */
export function outputsOf(item: Item, twice: ReadonlySet<string>, { guards }: Pick<Correlated, 'guards'>): Outputs {
  const { type, parameters, version } = item;
  const alike = guards.get(item.name);
  switch (type) {
    case 'if': {
      if (alike) return { count: 2, concurrency: 'inclusive', names: ['true', 'false'], guards: alike, orNone: true };
      const [guard = env] = guardsOf(item, twice);
      return { count: 2, concurrency: 'inclusive', names: ['true', 'false'], guards: [guard, negated(guard)] };
    }
    case 'filter': {
      const [guard = env] = alike ?? guardsOf(item, twice);
      return { count: 1, concurrency: 'inclusive', names: ['kept'], guards: [guard], mayEnd: true };
    }
    case 'switch':
      return switchOutputs(item, twice);
    case 'splitInBatches':
      // The first version had one output, the second began with the loop.
      return {
        count: 2,
        concurrency: 'exclusive',
        names: version >= 3 ? ['done', 'loop'] : ['loop', 'done'],
        guards: [env, env],
      };
    case 'textClassifier': {
      const categories = member(member(parameters, 'categories'), 'categories');
      const count = Math.max(1, Array.isArray(categories) ? categories.length : 1);
      const extra = textMember(member(parameters, 'options'), 'fallback') === 'other' ? 1 : 0;
      return { ...several(count + extra, llm), mayEnd: true };
    }
    case 'sentimentAnalysis':
      return several(3, llm);
    default:
      return ONE;
  }
}

function several(count: number, guard: Guard): Outputs {
  const names = Array.from({ length: count }, (_, at) => String(at));
  return { count, concurrency: 'inclusive', names, guards: names.map(() => guard) };
}

function switchOutputs(item: Item, twice: ReadonlySet<string>): Outputs {
  const { parameters } = item;
  const rules = guardsOf(item, twice);
  const asked = member(parameters, 'numberOutputs') ?? member(parameters, 'outputsAmount');
  // By an expression, which is code: it says the number of the output.
  if (rules.length === 0) {
    const count = typeof asked === 'number' && asked > 0 && asked < 100 ? Math.trunc(asked) : 4;
    return { ...several(count, { opaque: textMember(parameters, 'output') ?? 'an expression' }), mayEnd: true };
  }
  const fallback = member(member(parameters, 'options'), 'fallbackOutput') ?? member(parameters, 'fallbackOutput');
  const extra = fallback === 'extra' || (typeof fallback === 'number' && fallback >= rules.length) ? 1 : 0;
  const names = rules.map((_, at) => textMember(ruleAt(parameters, at), 'outputKey') || String(at));
  const guards = extra > 0 ? [...rules, env] : rules;
  return {
    count: guards.length,
    concurrency: 'inclusive',
    names: extra > 0 ? [...names, 'fallback'] : names,
    guards,
    ...(extra === 0 && { mayEnd: true as const }),
  };
}

const ruleAt = (parameters: unknown, at: number): unknown => itemsOf(memberAt(parameters, 'rules', 'values'))[at];

function guardsOf(item: Item, twice: ReadonlySet<string>): readonly Guard[] {
  return comparisonsOf(item).map((comparisons) =>
    comparisons.length === 0 || comparisons.some(({ of }) => twice.has(fieldOf(of)))
      ? { opaque: comparisons.map(({ words }) => words).join(', ') || 'no condition' }
      : env,
  );
}

const negated = (guard: Guard): Guard => ('opaque' in guard ? { opaque: `not (${guard.opaque})` } : guard);
