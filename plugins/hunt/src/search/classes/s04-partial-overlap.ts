import { placeText, type Slot } from '@ostiary/policy';
import type { BoolTerm, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { named, words } from '../ask/hunt/text.js';
import { type Pair, touching } from '../ask/numbers/range-repairs.js';
import { rangeOf } from '../ask/calls/ranges.js';
import type { Step } from '../model/finding.js';

/**
 * Ranges of one attribute that overlap in part under different effects: sat T(i) and T(j), sat T(i) and not T(j), sat not T(i) and T(j).
 * Rules that look at different things overlap by design, since the strictest answer wins: that is no finding.
 */
export const partialOverlap: BugClass = {
  id: 'S04',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const ranges = hunt.rulesOf(tool).flatMap((rule) => {
        const slot = rangeOf(hunt, rule, tool);
        return slot ? [{ rule, slot }] : [];
      });
      for (const [at, one] of ranges.entries())
        for (const other of ranges.slice(at + 1))
          if (one.slot === other.slot && one.rule.effect !== other.rule.effect)
            yield await askOf(hunt, tool, [one.rule, other.rule], one.slot);
    }
  },
};

async function askOf(hunt: Hunt, tool: string, pair: Pair, slot: Slot): Promise<Answered> {
  const about = hunt.about(tool);
  const { factory } = about.questions;
  const [one, other] = pair;
  const [own, its] = [about.ofRule(one).holds, about.ofRule(other).holds];
  const truths = (draft: Draft): string => pair.map((rule) => String(hunt.truth(rule, draft) === true)).join();
  const asks = (goal: BoolTerm, wanted: string) =>
    about.questions.exists(goal, (draft) => hunt.decide(draft) !== null && truths(draft) === wanted);
  const found = await about.questions.find(
    factory.and(own, its),
    ([draft]) => hunt.decide(draft) !== null && truths(draft) === 'true,true',
  );
  const sides = [
    await asks(factory.and(own, factory.not(its)), 'true,false'),
    await asks(factory.and(its, factory.not(own)), 'false,true'),
  ];
  if (found.kind === 'never' || sides.some(({ kind }) => kind === 'never')) return CLEAR;
  const open = [found, ...sides].find(({ kind }) => kind === 'undecided');
  if (open?.kind === 'undecided') return notFound(open, { rules: pair, tool, severity: 'low' });
  return found.kind === 'found' ? told(hunt, pair, slot, hunt.step(found.drafts[0])) : CLEAR;
}

function told(hunt: Hunt, pair: Pair, slot: Slot, step: Step): Answered {
  const { tool } = step.call;
  const attribute = placeText(slot);
  return {
    kind: 'found',
    bug: {
      severity: 'low',
      rules: pair,
      tool,
      attribute,
      title: words(
        `${named(pair, 'en')} overlap in \`${attribute}\``,
        `${named(pair, 'pt')} sobrepõem-se em \`${attribute}\``,
      ),
      detail: words(
        `Both rules apply to this call, and each also applies to calls of its own: their ranges overlap in part. The stricter rule decides there. If the ranges are meant to touch, make one begin where the other ends.`,
        `As duas regras aplicam-se a esta chamada, e cada uma também se aplica a chamadas só suas: os intervalos sobrepõem-se em parte. Aí decide a mais severa. Se os intervalos deviam apenas tocar-se, faça com que um comece onde o outro termina.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      repairs: touching(hunt, tool, pair),
    },
  };
}
