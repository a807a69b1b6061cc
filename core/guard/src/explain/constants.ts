import { childrenOf, escapeGlob, type CoreExpr, type Value } from '@ostiary/policy';

/** What the tests that read one argument compare it with, in policy order. */
export interface Constants {
  readonly values: Value[];
  readonly globs: string[];
  readonly regexes: string[];
  /** Constants a part of the text is compared with, by part. */
  readonly parts: { readonly part: string; readonly value: string }[];
  /** Whole factors it is multiplied by: thresholds lie at `constant / factor`. */
  readonly factors: number[];
  /** Bounds on the size of a list or text. */
  readonly sizes: number[];
}

/** A slot found by its path, since one argument may fill several slots. */
type ReadsArgument = (slot: number) => boolean;

/** What the guards compare an argument with: `reads` tells its slots, `path` is where it stands. */
export function constantsFor(guards: readonly CoreExpr[], reads: ReadsArgument, path: readonly string[]): Constants {
  const found: Constants = { values: [], globs: [], regexes: [], parts: [], factors: [], sizes: [] };
  for (const guard of guards) collect(guard, reads, path.join('.'), found);
  return found;
}

/**
 * Whether a test changes right at a constant that the argument is compared with as it is, so that nobody need be asked where. `currency`: of
 * the argument, when it is money; a constant in another one is met somewhere else, if at all.
 */
export function changesAtConstant(expr: CoreExpr, reads: ReadsArgument, currency: string): boolean {
  const isPlain = (side: CoreExpr): boolean => side.op === 'read' && reads(side.slot);
  const isMet = (value: Value): boolean =>
    typeof value !== 'object' || !('currency' in value) || value.currency === currency;
  if (expr.op === 'member') return isPlain(expr.operand) && expr.values.every(isMet);
  if (expr.op !== 'compare') return false;
  const [plain, constant] = expr.left.op === 'const' ? [expr.right, expr.left] : [expr.left, expr.right];
  return isPlain(plain) && constant.op === 'const' && isMet(constant.value);
}

function collect(expr: CoreExpr, reads: ReadsArgument, path: string, found: Constants): void {
  switch (expr.op) {
    case 'and':
    case 'or':
    case 'not':
    case 'if':
    case 'or_else':
      for (const child of childrenOf(expr)) collect(child, reads, path, found);
      break;
    case 'since':
      collect(expr.holds, reads, path, found);
      break;
    case 'sum':
      if (expr.own && expr.field.join('.') === path) found.values.push(expr.bound);
      break;
    default:
      if (mentions(expr, reads)) gather(expr, found, null);
  }
}

/** Whether an expression looks at the argument. */
export function mentions(expr: CoreExpr, reads: ReadsArgument): boolean {
  if (expr.op === 'read' || expr.op === 'has') return reads(expr.slot);
  return childrenOf(expr).some((child) => mentions(child, reads));
}

/** Takes every constant of a test: which side of it the argument stands on does not matter, since each is tried. */
function gather(expr: CoreExpr, found: Constants, part: string | null): void {
  const inside =
    part ??
    childrenOf(expr)
      .map(partOf)
      .find((name) => name !== null) ??
    null;
  switch (expr.op) {
    case 'const':
      addValue(expr.value, found, part);
      return;
    case 'member':
      for (const value of expr.values) addValue(value, found, inside);
      break;
    case 'rank':
      for (const value of expr.order) addValue(value, found, inside);
      break;
    case 'like':
      found.globs.push(expr.pattern);
      break;
    case 'matches':
      found.regexes.push(expr.pattern);
      break;
    case 'under':
      addValue(expr.directory, found, inside);
      found.globs.push(`${escapeGlob(expr.directory)}/*`);
      break;
    case 'in_range':
      addValue(expr.range.replace(/\/.*/, ''), found, inside);
      break;
    case 'mul':
      for (const side of [expr.left, expr.right])
        if (side.op === 'const' && typeof side.value === 'number') found.factors.push(side.value);
      break;
    case 'compare':
      for (const [side, other] of [
        [expr.left, expr.right],
        [expr.right, expr.left],
      ] as const) {
        if (side.op === 'size' && other.op === 'const' && typeof other.value === 'number')
          found.sizes.push(other.value);
      }
      break;
    default:
  }
  for (const child of childrenOf(expr)) gather(child, found, inside);
}

function partOf(expr: CoreExpr): string | null {
  return expr.op === 'part' ? expr.part : null;
}

function addValue(value: Value, found: Constants, part: string | null): void {
  if (part === null) found.values.push(value);
  else if (typeof value !== 'object') found.parts.push({ part, value: String(value) });
}
