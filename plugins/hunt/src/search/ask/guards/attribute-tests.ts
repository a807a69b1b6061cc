import type { Type } from '@ostiary/catalogue';
import {
  type CompareOp,
  type CoreExpr,
  type CoreOf,
  type CorePolicy,
  MIRRORED,
  type StringPart,
  type Value,
} from '@ostiary/policy';

type Tested = CoreOf<'compare' | 'member' | 'like' | 'matches' | 'under' | 'contains'>;

/** A test of an argument of the call, or of an item of it, against constants. */
export interface AttributeTest {
  /** Of the argument; arguments within objects are left aside. */
  readonly name: string;
  /** Of what is tested: of the argument, or of its items. */
  readonly type: Type;
  readonly ofItem: boolean;
  readonly test: Tested;
  /** The constants; none where there is a pattern or a directory. */
  readonly literals: readonly Value[];
  /** Of a comparison, the attribute being on the left. */
  readonly cmp: CompareOp | null;
  /** Whether the test stands under an odd number of negations. */
  readonly negated: boolean;
}

type Attribute = Pick<AttributeTest, 'name' | 'type' | 'ofItem'>;

/**
 * The tests in a guard that compare an argument with constants, in the order they are written.
 * @param part instead those that compare this part of an argument
 */
export function attributeTests(
  core: CorePolicy,
  guard: CoreExpr,
  part: StringPart | null = null,
): readonly AttributeTest[] {
  return [...testsIn(core, guard, { negated: false, lists: [], part })];
}

interface Around {
  readonly negated: boolean;
  /** The argument whose items each quantifier ranges over, the innermost first. */
  readonly lists: readonly (Attribute | null)[];
  readonly part: StringPart | null;
}

function* testsIn(core: CorePolicy, expr: CoreExpr, around: Around): Generator<AttributeTest> {
  const at = (operand: CoreExpr): Attribute | null => {
    if (around.part === null) return attributeOf(core, operand, around.lists);
    return operand.op === 'part' && operand.part === around.part
      ? attributeOf(core, operand.operand, around.lists)
      : null;
  };
  const found = (
    attribute: Attribute | null,
    test: Tested,
    literals: readonly Value[],
    cmp: CompareOp | null = null,
  ): AttributeTest[] => (attribute ? [{ ...attribute, test, literals, cmp, negated: around.negated }] : []);
  switch (expr.op) {
    case 'not':
      yield* testsIn(core, expr.operand, { ...around, negated: !around.negated });
      return;
    case 'and':
    case 'or':
      for (const operand of expr.operands) yield* testsIn(core, operand, around);
      return;
    case 'if':
      for (const part of [expr.condition, expr.then, expr.else]) yield* testsIn(core, part, around);
      return;
    case 'or_else':
      yield* testsIn(core, expr.operand, around);
      return;
    case 'compare':
      if (expr.right.op === 'const') yield* found(at(expr.left), expr, [expr.right.value], expr.cmp);
      else if (expr.left.op === 'const') yield* found(at(expr.right), expr, [expr.left.value], MIRRORED[expr.cmp]);
      return;
    case 'member':
      yield* found(at(expr.operand), expr, expr.values);
      return;
    case 'like':
    case 'matches':
    case 'under':
      yield* found(at(expr.operand), expr, []);
      return;
    case 'contains':
      if (expr.item.op === 'const') yield* found(itemOf(at(expr.list)), expr, [expr.item.value]);
      return;
    case 'any':
    case 'all':
      yield* testsIn(core, expr.body, {
        ...around,
        lists: [itemOf(attributeOf(core, expr.list, around.lists)), ...around.lists],
      });
      return;
    default:
  }
}

function attributeOf(core: CorePolicy, expr: CoreExpr, lists: Around['lists']): Attribute | null {
  if (expr.op === 'item') return lists[expr.depth] ?? null;
  if (expr.op === 'or_else') return attributeOf(core, expr.operand, lists);
  if (expr.op !== 'read') return null;
  const slot = core.slots[expr.slot];
  const [name, ...rest] = slot?.path ?? [];
  if (slot?.root !== 'args' || name === undefined || rest.length > 0) return null;
  return { name, type: slot.type, ofItem: false };
}

function itemOf(list: Attribute | null): Attribute | null {
  return list?.type.kind === 'list' && !list.ofItem ? { ...list, type: list.type.of, ofItem: true } : null;
}
