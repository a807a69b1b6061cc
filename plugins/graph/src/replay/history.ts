import type { OrderRule } from '../model/index.js';

/** One call of the run: what was attempted, and how it came out; nothing yet for the last one. */
export interface Call {
  readonly tool: string;
  readonly outcome?: 'success' | 'failure';
}

/**
 * Whether a history of calls does what an order rule forbids, said of the whole history and not step by step (S13). `ended`: the run is over, so that
 * what is still awaited was not done.
 */
export function breaksOrder(rule: OrderRule, calls: readonly Call[], ended: boolean): boolean {
  return scopesOf(rule, calls, ended).some(({ inside, closed }) => breaksIn(rule, inside, closed));
}

interface Scope {
  readonly inside: readonly Call[];
  readonly closed: boolean;
}

/** The parts of a history in which the rule is in force. */
function scopesOf({ scope }: OrderRule, calls: readonly Call[], ended: boolean): Scope[] {
  const { after, until } = scope ?? {};
  const scopes: Scope[] = [];
  let begin = after === undefined ? 0 : -1;
  calls.forEach(({ tool, outcome }, index) => {
    if (begin >= 0 && tool === until && outcome === 'success') {
      scopes.push({ inside: calls.slice(begin, index + 1), closed: true });
      begin = -1;
    }
    if (begin < 0 && after !== undefined && tool === after && outcome !== undefined) begin = index + 1;
  });
  if (begin >= 0) scopes.push({ inside: calls.slice(begin), closed: ended });
  return scopes;
}

function breaksIn(rule: OrderRule, calls: readonly Call[], closed: boolean): boolean {
  const { first, second, count = 0 } = rule;
  const done = (call: Call | undefined, tool: string | undefined): boolean =>
    call?.tool === tool && call?.outcome === 'success';
  const indices = (tool: string | undefined): number[] =>
    calls.flatMap((call, index) => (call.tool === tool ? [index] : []));
  const answeredAfter = (index: number): boolean => calls.slice(index + 1).some((call) => done(call, second));
  switch (rule.pattern) {
    case 'absence':
      return indices(first).length > 0;
    case 'existence':
      return closed && !calls.some((call) => done(call, first));
    case 'at_most':
      return indices(first).length > count;
    case 'precedence':
      return indices(second).some((index) => !calls.slice(0, index).some((call) => done(call, first)));
    case 'alternate_precedence': {
      const seconds = indices(second);
      return seconds.some(
        (index, nth) => !calls.slice(seconds[nth - 1] ?? -1, index).some((call) => done(call, first)),
      );
    }
    case 'response':
      return closed && indices(first).some((index) => calls[index]?.outcome !== undefined && !answeredAfter(index));
    case 'bounded_response':
      return indices(first).some((index) => {
        const window = calls.slice(index + 1, index + 1 + count);
        if (window.some((call) => done(call, second))) return false;
        return closed || calls.length > index + 1 + count;
      });
    case 'chain_response':
      return indices(first).some((index) => {
        const rest = calls.slice(index + 1);
        const answer = rest.findIndex((call) => done(call, second));
        const other = rest.findIndex((call) => call.tool !== second);
        if (other >= 0 && (answer < 0 || other < answer)) return true;
        return closed && answer < 0;
      });
    case 'not_coexistence':
      return first === second ? indices(first).length > 0 : indices(first).length > 0 && indices(second).length > 0;
    case 'succession':
      return (
        breaksIn({ ...rule, pattern: 'precedence' }, calls, closed) ||
        breaksIn({ ...rule, pattern: 'response' }, calls, closed)
      );
  }
}
