import type { CoreExpr } from '@ostiary/policy';
import type { AttributeTest } from '../guards/attribute-tests.js';
import type { Hunt } from '../hunt/hunt.js';

/** A condition on an attribute that is tested, or on some item of it; null where no rule reads it so. */
export function onAttribute(
  { policy: { core } }: Hunt,
  { name, type, ofItem }: Pick<AttributeTest, 'name' | 'type' | 'ofItem'>,
  condition: (operand: CoreExpr) => CoreExpr,
): CoreExpr | null {
  const kind = JSON.stringify(type);
  const slot = core.slots.find(
    (each) =>
      each.root === 'args' &&
      each.path.length === 1 &&
      each.path[0] === name &&
      (ofItem
        ? each.type.kind === 'list' && JSON.stringify(each.type.of) === kind
        : JSON.stringify(each.type) === kind),
  );
  if (!slot) return null;
  const read: CoreExpr = { op: 'read', slot: slot.index };
  if (!ofItem) return condition(read);
  return { op: 'any', list: read, body: condition({ op: 'item', depth: 0, type }), span: NOWHERE };
}

export const NOWHERE = { start: 0, end: 0 };

/** That a glob holds a text. */
export const like =
  (pattern: string) =>
  (operand: CoreExpr): CoreExpr => ({ op: 'like', operand, pattern, span: NOWHERE });

/** That an expression holds a text. Of one that is too long for expressions it has no truth. */
export const matching =
  (pattern: string) =>
  (operand: CoreExpr): CoreExpr => ({ op: 'matches', operand, pattern, span: NOWHERE });

export const not = (operand: CoreExpr): CoreExpr => ({ op: 'not', operand, span: NOWHERE });
export const or = (...operands: readonly CoreExpr[]): CoreExpr => ({ op: 'or', operands, span: NOWHERE });
export const and = (...operands: readonly CoreExpr[]): CoreExpr => ({ op: 'and', operands, span: NOWHERE });

/** That an argument is given; null where no rule looks at it. */
export function isGiven({ policy: { core } }: Hunt, name: string): CoreExpr | null {
  const slot = core.slots.find(({ root, path }) => root === 'args' && path.length === 1 && path[0] === name);
  return slot ? { op: 'has', slot: slot.index } : null;
}
