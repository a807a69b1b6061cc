import type { OrderRule } from '../model/index.js';

/** One event of a call of the run. */
export interface Happened {
  readonly kind: 'attempt' | 'success' | 'failure';
  readonly tool: string;
}

/**
 * Whether a history of calls does what an order rule forbids, said of the whole history and not step by step (S13). `ended`: the run is over, so that
 * what is still awaited was not done.
 */
export function breaksOrder(rule: OrderRule, history: readonly Happened[], ended: boolean): boolean {
  return scopesOf(rule, history, ended).some(({ inside, closed }) => breaksIn(rule, inside, closed));
}

interface Scope {
  readonly inside: readonly Happened[];
  readonly closed: boolean;
}

/** The parts of a history in which the rule is in force. */
function scopesOf({ scope }: OrderRule, history: readonly Happened[], ended: boolean): Scope[] {
  const { after, until } = scope ?? {};
  const scopes: Scope[] = [];
  let begin = after === undefined ? 0 : -1;
  history.forEach(({ kind, tool }, index) => {
    if (begin < 0) {
      if (after !== undefined && kind === 'attempt' && tool === after) begin = index + 1;
    } else if (until !== undefined && kind === 'success' && tool === until) {
      scopes.push({ inside: history.slice(begin, index + 1), closed: true });
      begin = -1;
    }
  });
  if (begin >= 0) scopes.push({ inside: history.slice(begin), closed: ended });
  return scopes;
}

function breaksIn(rule: OrderRule, history: readonly Happened[], closed: boolean): boolean {
  const { first, second, count = 1 } = rule;
  const indices = (kind: Happened['kind'], tool: string | undefined): number[] =>
    history.flatMap((each, index) => (each.kind === kind && each.tool === tool ? [index] : []));
  const succeeded = (tool: string | undefined, from: number, to = history.length): boolean =>
    indices('success', tool).some((index) => index >= from && index < to);
  switch (rule.pattern) {
    case 'absence':
      return indices('attempt', first).length > 0;
    case 'existence':
      return closed && !succeeded(first, 0);
    case 'at_most':
      return indices('attempt', first).length > count;
    case 'precedence':
      return indices('attempt', second).some((index) => !succeeded(first, 0, index));
    case 'alternate_precedence':
      return indices('attempt', second).some((index, nth, all) => !succeeded(first, all[nth - 1] ?? 0, index));
    case 'response':
      return closed && indices('attempt', first).some((index) => !succeeded(second, index));
    case 'bounded_response':
      return isLate(count);
    case 'chain_response':
      return isLate(1);
    case 'not_coexistence':
      return indices('attempt', first).length > 0 && indices('attempt', second).length > 0;
    case 'succession':
      return (
        breaksIn({ ...rule, pattern: 'precedence' }, history, closed) ||
        breaksIn({ ...rule, pattern: 'response' }, history, closed)
      );
  }

  /** Some `first` whose answer is not among the next `most` calls, nor its own outcome. */
  function isLate(most: number): boolean {
    return indices('attempt', first).some((index) => {
      const calls = history.flatMap(({ kind }, at) => (kind === 'attempt' && at > index ? [at] : []));
      const last = most === 0 ? index : calls[most - 1];
      // How the last of these calls came out is the event behind it; without it the run is not so far.
      const over = last !== undefined && history[last + 1] !== undefined ? last + 2 : undefined;
      return (over !== undefined || closed) && !succeeded(second, index, over);
    });
  }
}
