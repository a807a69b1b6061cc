import { type CoreExpr, type CorePolicy, within } from '@ostiary/policy';
import { meaningOf, replaced, slotsOf } from './tests.js';

/** Conditions on events of which each may be true or false by itself; of more, all are the same. */
const MOST = 4;

/**
 * The readings of a guard in which every condition on events comes to something, whoever calls and whatever came before: to true or to
 * false, and to nothing only where it takes something of the call that is missing. The guard itself where it asks nothing of events. See
 * docs/adr/0141.
 */
export function eventless(core: CorePolicy, guard: CoreExpr): readonly CoreExpr[] {
  const conditions = [...new Set(within(guard).filter(isOfEvents).map(meaningOf))];
  if (conditions.length === 0) return [guard];
  return truthsOf(conditions.length).map((truths) => {
    const known = new Map(conditions.map((meaning, at) => [meaning, truths[at] === true]));
    const read = (part: CoreExpr): CoreExpr | null => {
      if (part.op === 'any' || part.op === 'all') return { ...part, body: replaced(part.body, read) };
      return isOfEvents(part) ? comingTo(core, part, known.get(meaningOf(part)) === true) : null;
    };
    return replaced(guard, read);
  });
}

const isOfEvents = (expr: CoreExpr): boolean => 'event' in expr;

/** Each way to be true or false. */
function truthsOf(count: number): readonly (readonly boolean[])[] {
  if (count > MOST) return [true, false].map((truth) => Array.from({ length: count }, () => truth));
  return Array.from({ length: 2 ** count }, (_, way) =>
    Array.from({ length: count }, (__, at) => Math.trunc(way / 2 ** at) % 2 === 1),
  );
}

function comingTo(core: CorePolicy, condition: CoreExpr, value: boolean): CoreExpr {
  const truth: CoreExpr = { op: 'const', value, type: BOOL };
  const slots = new Set(slotsOf(core, condition).map(({ index }) => index));
  if (slots.size === 0) return truth;
  const operands = [...slots].map((slot): CoreExpr => ({ op: 'has', slot }));
  return {
    op: 'if',
    condition: { op: 'and', operands, span: { start: 0, end: 0 } },
    then: truth,
    else: { op: 'undefined', type: BOOL },
  };
}

const BOOL = { kind: 'bool' } as const;
