import type { CoreExpr } from '../../core/ir.js';
import { childrenOf } from '../../core/walk.js';

/**
 * How far back from the present, in milliseconds, the history conditions in an expression look; 0 without one, infinite
 * with one `within session`, which ends with its session and not with a time.
 *
 * `A since within W B` judges A at every moment since a B, so A looks back from as early as W ago.
 */
export function reachOf(expr: CoreExpr): number {
  const below = childrenOf(expr).reduce((most, child) => Math.max(most, reachOf(child)), 0);
  switch (expr.op) {
    case 'since':
      return windowOf(expr) + below;
    case 'formerly':
    case 'previous':
    case 'count':
    case 'sum':
      return Math.max(windowOf(expr), below);
    default:
      return below;
  }
}

/** The window in milliseconds; infinite for `within session`. */
export const windowOf = ({ windowMs }: { readonly windowMs: number | null }): number => windowMs ?? Infinity;
