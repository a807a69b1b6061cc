import { type Draft, type Setting, settingsOf } from './draft.js';
import type { SessionStep } from './play.js';

const START = Date.UTC(2026, 2, 2, 9);
const MINUTE = 60_000;
const OPEN = { labels: { session: true, args: true }, now: false, confirmed: false, history: false };

/**
 * Makes a session locally minimal: no step can be left out, and no argument or attribute, without `keeps` failing. Times are a minute
 * apart where that does as well, calls that ran go on or else end well, and values are familiar ones.
 *
 * @param keeps plays the steps and says whether they still show what they are to show
 */
export function minimalSession(
  steps: readonly SessionStep[],
  keeps: (next: readonly SessionStep[]) => boolean,
): readonly SessionStep[] {
  let least = steps;
  const attempt = (next: readonly SessionStep[]): boolean => {
    if (!keeps(next)) return false;
    least = next;
    return true;
  };
  const drop = (): void => {
    for (let i = least.length - 1; i >= 0; i--) attempt(least.toSpliced(i, 1));
  };
  drop();
  const spread = (gap: number): readonly SessionStep[] => least.map((step, i) => at(step, START + i * gap));
  const shift = START - (least[0]?.context.now ?? START);
  if (!attempt(spread(MINUTE))) attempt(least.map((step) => at(step, (step.context.now ?? START) + shift)));
  for (const [i, step] of least.entries()) {
    if (step.ending !== null && !attempt(least.with(i, { ...step, ending: null })) && step.ending !== 'ok')
      attempt(least.with(i, { ...step, ending: 'ok' }));
    if (step.agreed) attempt(least.with(i, { ...(least[i] ?? step), agreed: false }));
  }
  withLess();
  for (let i = 0; i < least.length; i++)
    for (const setting of settingsAt(least, i))
      setting
        .familiar(least[i] ?? EMPTY)
        .some((_, at) => attempt(changed(least, i, setting, (each) => setting.familiar(each)[at])));
  withLess();
  drop();
  return least;

  function withLess(): void {
    for (let i = 0; i < least.length; i++)
      for (const setting of settingsAt(least, i)) {
        const step = least[i] ?? EMPTY;
        if (setting.removable && attempt(changed(least, i, setting, (each) => setting.remove(each)))) continue;
        for (let at = 0; at < setting.smaller(least[i] ?? step).length;)
          if (!attempt(changed(least, i, setting, (each) => setting.smaller(each)[at]))) at++;
      }
  }
}

const EMPTY: SessionStep = { call: { tool: '', args: {} }, context: {}, agreed: false, ending: null, attributes: [] };

const at = (step: SessionStep, now: number): SessionStep => ({ ...step, context: { ...step.context, now } });

/** Names of the caller and the session stay: they tie the steps together. */
const settingsAt = (steps: readonly SessionStep[], i: number): readonly Setting[] => {
  const step = steps[i];
  return step
    ? settingsOf(step, step.attributes, OPEN, undefined).filter(
        ({ path }) => !/^(principal|session)\.(id|customer)$/.test(path),
      )
    : [];
};

/**
 * The steps with one of them changed, and alike all those that have the same there: the caller is one, and what a call and
 * an event share stays shared.
 */
function changed(
  steps: readonly SessionStep[],
  index: number,
  { path }: Setting,
  change: (from: Draft) => Draft | undefined,
): readonly SessionStep[] {
  const valueIn = (step: SessionStep | undefined): string => JSON.stringify(readAt(step, path.split('.'))) ?? '';
  const value = valueIn(steps[index]);
  return steps.map((step, i) => {
    if (i !== index && (valueIn(step) !== value || value === '')) return step;
    const next = change(step);
    return next ? { ...step, call: next.call, context: next.context } : step;
  });
}

function readAt(step: SessionStep | undefined, [root, ...path]: readonly string[]): unknown {
  let value: unknown = root === 'args' ? step?.call.args : step?.context[root as 'principal'];
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
