import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Span } from '../../syntax/ast.js';
import type { GlobSegment } from '../../text/glob.js';
import type { CodePointRange } from '../../text/regex-class.js';
import { nullable, type RegexNode } from '../../text/regex.js';
import type { Value } from '../../values/value.js';
import { BOOL } from '../../values/types.js';
import { FALSE, isUndefined, neverOf, type Typed, typed } from './typed.js';

/**
 * What a relative path is relative to is not known, so that a test between an absolute and a relative path is undefined.
 * Such a test is lowered as `if p like "/*" then test else undefined`, and nothing behind this knows of it.
 */
export type PathKind = 'absolute' | 'relative';

const UNDEFINED: CoreExpr = { op: 'undefined', type: BOOL };

const kindOf = (text: Value): PathKind => (typeof text === 'string' && text.startsWith('/') ? 'absolute' : 'relative');

/** What the operand is known to be: null for no path; `either` when only the call says. */
function standing({ expr, type }: Typed): PathKind | 'either' | null {
  if (type.kind !== 'string' || type.format !== 'path') return null;
  if (expr.op === 'const') return kindOf(expr.value);
  // Paths of URLs begin with a slash, and so does every path that is resolved under a base.
  const isAbsolute = type.base !== undefined || (expr.op === 'part' && expr.part === 'path');
  return isAbsolute ? 'absolute' : 'either';
}

const isAbsolute = ({ expr }: Typed, span: Span): CoreExpr => ({ op: 'like', operand: expr, pattern: '/*', span });

/**
 * The test where the operand is of the kind, undefined where it is of the other; as it stands for what is no path.
 * See docs/adr/0084.
 */
export function whereKind(operand: Typed, kind: PathKind | null, test: Typed, span: Span): Typed {
  const known = standing(operand);
  if (known === null || kind === null || known === kind || isUndefined(test)) return test;
  if (known !== 'either') return neverOf(BOOL, test);
  const [then, otherwise] = kind === 'absolute' ? [test.expr, UNDEFINED] : [UNDEFINED, test.expr];
  return typed({ op: 'if', condition: isAbsolute(operand, span), then, else: otherwise }, BOOL);
}

/** The comparison of two operands, undefined where they are paths of two kinds. */
export function whereSameKind(left: Typed, right: Typed, test: Typed, span: Span): Typed {
  const [a, b] = [standing(left), standing(right)];
  if (a === null || b === null || isUndefined(test)) return test;
  if (b !== 'either') return whereKind(left, b, test, span);
  if (a !== 'either') return whereKind(right, a, test, span);
  const condition: CoreExpr = {
    op: 'compare',
    cmp: '==',
    left: isAbsolute(left, span),
    right: isAbsolute(right, span),
    type: BOOL,
    span,
  };
  return typed({ op: 'if', condition, then: test.expr, else: UNDEFINED }, BOOL);
}

/** Membership in constants: false only where every one of them is of the operand's kind. */
export function memberWhereKind(
  operand: Typed,
  values: readonly Value[],
  member: (values: readonly Value[]) => Typed,
  span: Span,
): Typed {
  const known = standing(operand);
  if (known === null) return member(values);
  const of = (kind: PathKind): Typed => {
    const same = values.filter((value) => kindOf(value) === kind);
    if (same.length === values.length) return member(values);
    return same.length === 0
      ? neverOf(BOOL, member(values))
      : typed({ op: 'or', operands: [member(same).expr, UNDEFINED], span }, BOOL);
  };
  if (known !== 'either') return of(known);
  if (values.length === 0) return member(values);
  const [then, otherwise] = [of('absolute').expr, of('relative').expr];
  return typed({ op: 'if', condition: isAbsolute(operand, span), then, else: otherwise }, BOOL);
}

/** Whether a list holds an item: false only where all its items are of the item's kind. */
export function containsWhereKind(list: Typed, item: Typed, test: Typed, span: Span): Typed {
  const known = standing(item);
  if (known === null || list.type.kind !== 'list' || isUndefined(test)) return test;
  const type: Type = list.type.of;
  const each = isAbsolute(typed({ op: 'item', depth: 0, type }, type), span);
  const whereAll: CoreExpr = {
    op: 'if',
    condition: { op: 'all', list: list.expr, body: each, span },
    then: FALSE.expr,
    else: UNDEFINED,
  };
  const whereNone: CoreExpr = {
    op: 'if',
    condition: { op: 'any', list: list.expr, body: each, span },
    then: UNDEFINED,
    else: FALSE.expr,
  };
  const rest: CoreExpr =
    known === 'either'
      ? { op: 'if', condition: isAbsolute(item, span), then: whereAll, else: whereNone }
      : known === 'absolute'
        ? whereAll
        : whereNone;
  return typed({ op: 'or', operands: [test.expr, rest], span }, BOOL);
}

/** The kind of the paths a glob can match; null when it may match both. */
export function globKind(segments: readonly GlobSegment[]): PathKind | null {
  const [first] = segments;
  return first?.kind === 'literal' ? kindOf(first.text) : null;
}

/** The kind of the paths an expression can match, by its first character; null when it may match both. */
export function regexKind(node: RegexNode): PathKind | null {
  const ranges = firstCharacters(node);
  if (!ranges.some(([low, high]) => low <= SLASH && SLASH <= high)) return 'relative';
  return !nullable(node) && ranges.every(([low, high]) => low === SLASH && high === SLASH) ? 'absolute' : null;
}

const SLASH = 47;

/** The characters a match may begin with. */
function firstCharacters(node: RegexNode): readonly CodePointRange[] {
  switch (node.kind) {
    case 'empty':
      return [];
    case 'chars':
      return node.ranges;
    case 'concat': {
      const end = node.parts.findIndex((part) => !nullable(part));
      return node.parts.slice(0, end < 0 ? undefined : end + 1).flatMap(firstCharacters);
    }
    case 'alt':
      return node.options.flatMap(firstCharacters);
    case 'repeat':
      return node.max === 0 ? [] : firstCharacters(node.node);
  }
}
