import type { Guard, GraphNode } from '../../model/index.js';
import { itemsOf, member, memberAt, textMember } from '../source/tree.js';
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
 * @param guards of IF, Switch and Filter, one for each of their outputs: which items came decides them
 * @param total whether every item leaves by one of these
 */
export function outputsOf(item: Item, guards: readonly Guard[] | undefined, total: boolean): Outputs {
  const { type, parameters, version } = item;
  switch (type) {
    case 'if':
    case 'filter':
    case 'switch':
      return guards ? chosen(item, guards, total) : byNumber(parameters);
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

function chosen({ type, parameters }: Item, guards: readonly Guard[], total: boolean): Outputs {
  const told = (at: number): string =>
    textMember(itemsOf(memberAt(parameters, 'rules', 'values'))[at], 'outputKey') || String(at);
  const rules = Math.max(itemsOf(memberAt(parameters, 'rules', 'values')).length, 0);
  const names =
    type === 'if'
      ? ['true', 'false']
      : type === 'filter'
        ? ['kept']
        : guards.map((_, at) => (rules > 0 && at >= rules ? 'fallback' : told(at)));
  const [guard = env] = guards;
  return {
    count: guards.length,
    concurrency: 'inclusive',
    names,
    guards,
    ...('expr' in guard && !total && { orNone: true as const }),
    ...('opaque' in guard && type !== 'if' && { mayEnd: true as const }),
  };
}

/** By an expression, which is code: it says the number of the output. */
function byNumber(parameters: unknown): Outputs {
  const asked = member(parameters, 'numberOutputs') ?? member(parameters, 'outputsAmount');
  const count = typeof asked === 'number' && asked > 0 && asked < 100 ? Math.trunc(asked) : 4;
  return { ...several(count, { opaque: textMember(parameters, 'output') ?? 'an expression' }), mayEnd: true };
}
