import type { CallQuestions } from '@ostiary/policy/symbolic';
import { showValue, strictness } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import { NOWHERE, onAttribute } from '../ask/calls/attribute-terms.js';
import {
  AroundBound,
  type BoundValue,
  boundsOf,
  holeIn,
  type Holes,
  included,
  stepsAround,
} from '../ask/numbers/boundaries.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { holding } from '../ask/calls/calls-where.js';
import { type CallsAsked, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { named, words } from '../ask/hunt/text.js';
import type { Step } from '../model/finding.js';

/** A bound that falls between two ranges: D(c) is stricter than D(c - 1 unit) and D(c + 1 unit), or milder than both. */
export const boundaryHole: BugClass = {
  id: 'S09',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const bounds = boundsOf(hunt, tool);
      if (bounds.length === 0) continue;
      // All that is asked about a tool is said before anything is searched, so that one world serves it.
      const questions = hunt.questions(tool, 1);
      const asked = bounds.flatMap((bound) => questionOf(hunt, questions, bound) ?? []);
      for (const ask of asked) yield await ask();
    }
  },
};

/** Null: the value has no neighbours on both sides. */
function questionOf(hunt: Hunt, questions: CallQuestions, bound: BoundValue): (() => Promise<Answered>) | null {
  const three = AroundBound.of(hunt, questions, bound);
  if (!three) return null;
  const { factory } = questions;
  const [below, exactly, above] = three.answers;
  const holes: Holes = {
    stricter: factory.and(below.milderThan(exactly), above.milderThan(exactly)),
    milder: factory.and(exactly.milderThan(below), exactly.milderThan(above)),
  };
  return async () => {
    const any = await askOf(hunt, bound, three.calls(holes, ['stricter', 'milder']));
    if (any.kind !== 'found' || any.bug.subkind === 'milder') return any;
    // Beside other things it may be the other way round, which is graver.
    const graver = await askOf(hunt, bound, three.calls(holes, ['milder']));
    return graver.kind === 'found' ? graver : any;
  };
}

async function askOf(hunt: Hunt, bound: BoundValue, asked: CallsAsked): Promise<Answered> {
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') return found.answered;
  const kind = holeIn(found.decisions) ?? 'stricter';
  return told(hunt, asked.questions, bound, kind, stepsAround(hunt, found.drafts));
}

function told(
  hunt: Hunt,
  questions: CallQuestions,
  { name, type, value, tests }: BoundValue,
  kind: keyof Holes,
  steps: readonly Step[],
): Answered {
  const { tool } = questions;
  const rules = hunt.rulesOf(tool).filter((rule) => tests.some((each) => each.rule === rule));
  const at = showValue(type, value);
  const exact = onAttribute(hunt, { name, type, ofItem: false }, (left) => ({
    op: 'compare',
    cmp: '==',
    left,
    right: { op: 'const', value, type },
    type,
    span: NOWHERE,
  }));
  const [one, two, three] = steps.map(({ answer }) => answer);
  return {
    kind: 'found',
    bug: {
      subkind: kind,
      severity: kind === 'milder' ? 'high' : 'medium',
      rules,
      tool,
      attribute: `args.${name}`,
      title: words(
        `Exactly ${at} falls between the ranges of \`${name}\``,
        `Exatamente ${at} fica fora dos intervalos de \`${name}\``,
      ),
      detail: words(
        `\`${tool}\` gets \`${one}\` just below ${at}, \`${two}\` at it, and \`${three}\` just above: neither range of ${named(rules, 'en')} includes it. Make one of them include its bound.`,
        `\`${tool}\` recebe \`${one}\` logo abaixo de ${at}, \`${two}\` nesse valor e \`${three}\` logo acima: nenhum intervalo de ${named(rules, 'pt')} o inclui. Faça com que um deles inclua o limite.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      // The stricter answer first.
      repairs: tests
        .toSorted((a, b) => strictness[b.rule.effect] - strictness[a.rule.effect])
        .flatMap((test) => included(hunt, test, at)),
      ...(exact && {
        concerns: {
          tools: rules.flatMap((rule) => hunt.toolsOf(rule)),
          where: holding(hunt, exact),
          milder: kind === 'stricter',
        },
      }),
    },
  };
}
