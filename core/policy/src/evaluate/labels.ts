import { ABSENT } from '../values/outcome.js';
import type { Truth } from './kleene.js';
import type { Context } from './types.js';

export function sessionLabel({ labels }: Context, label: string): Truth {
  return labels?.session === undefined ? ABSENT : labels.session.includes(label);
}

/**
 * Whether an argument carries a label. A label on a part (`to.0`) taints the whole, one on the whole taints every part.
 * An argument the labels do not mention has none; labels not given at all are unknown.
 */
export function argumentLabel({ labels }: Context, path: readonly string[], label: string): Truth {
  if (labels?.args === undefined) return ABSENT;
  const wanted = path.join('.');
  return Object.entries(labels.args).some(
    ([labelled, names]) =>
      names.includes(label) && (`${labelled}.`.startsWith(`${wanted}.`) || `${wanted}.`.startsWith(`${labelled}.`)),
  );
}
