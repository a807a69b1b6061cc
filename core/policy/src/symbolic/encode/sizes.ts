import type { CoreExpr, CoreOf } from '../../core/ir.js';
import { MIRRORED } from '../../core/mirrored.js';
import { characterCount } from '../../text/characters.js';
import type { CompareOp } from '../../syntax/ast.js';
import type { BoolTerm } from '../terms/term.js';
import { asString } from './kinds.js';
import { SAFE_INTEGERS } from './number.js';
import type { EncodingState } from './state.js';
import { boolSym, type Sym } from './sym.js';
import { stringHasLength } from './text.js';

/** How many items a list has, or characters a text; of an unknown text it is left open. */
export function sizeSym(state: EncodingState, operand: Sym): Sym {
  const { factory } = state;
  const sizes =
    operand.kind === 'list'
      ? operand.options.map(({ when, value }) => ({ when, size: value.size }))
      : asString(operand).options.map(({ when, value }) => ({
          when,
          size:
            value.kind === 'const'
              ? factory.int(characterCount(value.text))
              : state.freshInt(
                  'size',
                  { ...SAFE_INTEGERS, lo: 0n },
                  'the length of an unknown string in a calculation',
                ),
        }));
  const value = sizes.reduceRight((rest, { when, size }) => factory.ite(when, size, rest), factory.int(0));
  return { kind: 'int', defined: operand.defined, value };
}

/** A text's length against a constant, by an automaton that counts: exact. Null for any other comparison. */
export function lengthTest(
  state: EncodingState,
  { cmp, left, right }: CoreOf<'compare'>,
  sub: (operand: CoreExpr) => Sym,
): Sym | null {
  if (left.op === 'const' && right.op === 'size') return against(state, MIRRORED[cmp], sub(right.operand), left.value);
  return left.op === 'size' && right.op === 'const' ? against(state, cmp, sub(left.operand), right.value) : null;
}

function against(state: EncodingState, cmp: CompareOp, sym: Sym, bound: unknown): Sym | null {
  if (sym.kind !== 'string' || typeof bound !== 'number') return null;
  const { factory } = state;
  const from = (): BoolTerm => stringHasLength(state, sym, BigInt(bound));
  const above = (): BoolTerm => stringHasLength(state, sym, BigInt(bound + 1));
  const truths: Readonly<Record<CompareOp, () => BoolTerm>> = {
    '==': () => factory.and(from(), factory.not(above())),
    '!=': () => factory.not(truths['==']()),
    '<': () => factory.not(from()),
    '<=': () => factory.not(above()),
    '>': above,
    '>=': from,
  };
  return boolSym(factory, sym.defined, truths[cmp]());
}
