import { pointerTokens } from '@ostiary/catalogue';
import { ABSENT, ILL_TYPED } from '../values/outcome.js';
import { normaliseString } from '../values/strings.js';
import type { CorePolicy } from '../core/ir.js';
import { nearestNames } from '../text/nearest.js';
import { or, type Truth } from './kleene.js';
import type { Call, Context } from './types.js';

/** Whether the session carries a label; labels not given at all are unknown. */
export function sessionLabel({ labels }: Context, label: string): Truth {
  return labels?.session ? carries(labels.session, label) : ABSENT;
}

/**
 * Whether an argument carries a label. A label on a part (`to.0`) taints the whole, one on the whole taints every part.
 * An argument the labels do not mention has none; labels not given at all are unknown.
 */
export function argumentLabel({ labels }: Context, path: readonly string[], label: string): Truth {
  if (!labels?.args) return ABSENT;
  let truth: Truth = false;
  for (const [key, names] of Object.entries(labels.args)) {
    const labelled = labelPath(key);
    const shared = Math.min(labelled.length, path.length);
    if (path.slice(0, shared).every((step, index) => step === labelled[index]))
      truth = or(truth, carries(names, label));
  }
  return truth;
}

/** The steps a key of the labels names: `body`, `args.body`, `to.0`, or a JSON pointer. */
function labelPath(key: string): readonly string[] {
  if (key.startsWith('/')) return pointerTokens(key) ?? [];
  const steps = key.split('.');
  return steps.length > 1 && steps[0] === 'args' ? steps.slice(1) : steps;
}

/** Labels are keywords; a text that is not a keyword may or may not be the one that is asked for. */
function carries(names: readonly string[], label: string): Truth {
  let truth: Truth = false;
  for (const name of names) {
    const form = normaliseString('keyword', name);
    truth = or(truth, form === null ? ILL_TYPED : form === label);
  }
  return truth;
}

/** A key of the labels that names no argument: neither one of the tool nor one that the call carries. */
export interface UnknownLabel {
  readonly key: string;
  /** Names it may stand for, the likeliest first. */
  readonly nearest: readonly string[];
}

/** The keys of the labels that would label nothing. A slip there would take a label off without a word. */
export function unknownLabels(
  { catalogue, inferred }: CorePolicy,
  call: Call,
  { labels }: Context,
): readonly UnknownLabel[] {
  const declared =
    catalogue?.tools.find(({ name }) => name === call.tool)?.args ?? inferred?.tools[call.tool] ?? inferred?.other;
  const names = new Set([...Object.keys(declared?.fields ?? {}), ...Object.keys(call.args), ...(call.unknown ?? [])]);
  return Object.keys(labels?.args ?? {}).flatMap((key) => {
    const [first = ''] = labelPath(key);
    return names.has(first) ? [] : [{ key, nearest: nearestNames(first, names) }];
  });
}
