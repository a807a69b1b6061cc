import { setImmediate as turn } from 'node:timers/promises';
import type { SolveContext } from '@ostiary/plugin-api';
import { HYGIENE_CODES, type Rule, VERDICT_WORDS } from '../model/index.js';
import type { NamedHygiene, NamedVerdict, Verified, VerifyStep } from '../verify/index.js';

type Listener = Pick<SolveContext, 'event' | 'progress'>;

/**
 * Verifies step by step, and tells of each: which property is at work and how many rules are decided, what came of a property, and each verdict that is broken
 * or possible as soon as its property is decided. What is told leaves this process before the next property is begun.
 * @param found tells of one verdict that is broken or possible
 */
export async function toldOf(
  steps: Generator<VerifyStep, Verified>,
  ctx: Listener,
  found: (verdict: NamedVerdict | NamedHygiene, rules: readonly Rule[]) => Promise<void>,
): Promise<Verified> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const { next, done, total, decided } = step.value;
    ctx.progress({ phase: next ?? 'fixes', done, total, unit: 'rules' });
    if (decided !== null) {
      const { property, rules, verdicts } = decided;
      for (const verdict of verdicts) if (isFound(verdict)) await found(verdict, rules);
      await ctx.event('property.checked', { property, ...countsOf(decided) });
    }
    await turn();
  }
}

function countsOf({ property, verdicts }: NonNullable<VerifyStep['decided']>): Readonly<Record<string, number>> {
  const counts = VERDICT_WORDS.map((word) => [word, verdicts.filter(({ verdict }) => verdict === word).length]);
  const told = new Set(verdicts.map(({ kind }) => kind));
  return {
    ...Object.fromEntries(counts),
    // Of hygiene only what is amiss is told.
    ...(property === 'P6' && { proved: HYGIENE_CODES.filter((code) => !told.has(code)).length }),
  };
}

/** An error of ours is nothing that was found in the graph. */
const isFound = ({ verdict, deciders }: NamedVerdict | NamedHygiene): boolean =>
  (verdict === 'broken' || verdict === 'possible') && !deciders?.some(({ code }) => code === 'engine_mismatch');
