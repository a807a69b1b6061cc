import { normalForm } from './formats.mjs';
import { isAbsent } from './wire.mjs';
import { pathOf } from './values.mjs';

const carries = (labels, wanted) =>
  labels.some((label) => normalForm('keyword', label) === normalForm('keyword', wanted));

export function sessionLabelTruth(context, text) {
  const labels = context.labels?.session;
  return isAbsent(labels) ? undefined : carries(labels, text);
}

function stepsOf(key) {
  if (key.startsWith('/'))
    return key
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return key.replace(/^args\./, '').split('.');
}

/** A label on a part taints the whole, and one on the whole every part. */
export function labelTruth(evaluation, node) {
  const labels = evaluation.context.labels?.args;
  const path = pathOf(evaluation, node.a);
  if (isAbsent(labels) || path === null) return undefined;
  return Object.entries(labels).some(([key, given]) => {
    const steps = stepsOf(key);
    const shared = Math.min(steps.length, path.length);
    return steps.slice(0, shared).every((step, index) => step === path[index]) && carries(given, node.text);
  });
}
