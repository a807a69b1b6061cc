import { type CoreExpr, type CoreRule, placeText, type Slot, strictness, within } from '@ostiary/policy';
import type { BoolTerm, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { conjunctsOf, slotsOf } from '../ask/tests.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';
import { writtenTest } from '../ask/written-test.js';
import type { Repair } from '../model/finding.js';

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

const ORDERED: ReadonlySet<Slot['type']['kind']> = new Set(['int', 'decimal', 'money', 'duration', 'time']);

/**
 * The one thing that a rule looks at, when it is an attribute that has an order; null of a rule that is an exception by its own word. What came
 * before, a label and a person's consent are other things: a limit over a day is no range of the amount.
 */
function rangeOf(hunt: Hunt, rule: CoreRule, tool: string): Slot | null {
  const guard = hunt.guardOf(rule, tool);
  const slots = new Set(guard ? slotsOf(hunt.policy.core, guard) : []);
  const [slot] = slots;
  const isException = Object.hasOwn(rule.annotations, 'exception');
  const looksElsewhere = [...within(guard ?? NOTHING)].some(
    (expr) => 'event' in expr || expr.op === 'label' || expr.op === 'confirmed',
  );
  if (looksElsewhere) return null;
  return slot && slots.size === 1 && !isException && ORDERED.has(slot.type.kind) ? slot : null;
}

const NOTHING: CoreExpr = { op: 'const', value: true, type: { kind: 'bool' } };

type Pair = readonly [CoreRule, CoreRule];

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
    ([draft]) => !!draft && hunt.decide(draft) !== null && truths(draft) === 'true,true',
  );
  const sides = [
    await asks(factory.and(own, factory.not(its)), 'true,false'),
    await asks(factory.and(its, factory.not(own)), 'false,true'),
  ];
  if (found.kind === 'never' || sides.some(({ kind }) => kind === 'never')) return CLEAR;
  const open = [found, ...sides].find(({ kind }) => kind === 'undecided');
  if (open?.kind === 'undecided') return { ...open, rules: pair, tool, severity: 'low' };
  const draft = found.kind === 'found' ? found.drafts[0] : undefined;
  if (!draft) return CLEAR;
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
        `Both are true of this call, and each has calls of its own: the ranges overlap in part. The stricter one decides there. If the ranges are meant to touch, let one begin where the other ends.`,
        `Ambas são verdadeiras nesta chamada, e cada uma tem chamadas próprias: os intervalos sobrepõem-se em parte. Aí decide a mais estrita. Se os intervalos devem apenas tocar-se, faça um começar onde o outro acaba.`,
      ),
      witness: { kind: 'call', steps: [hunt.step(draft)] },
      bound: EXACT,
      repairs: touching(hunt, tool, pair),
    },
  };
}

const BEYOND: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** The milder rule ends where the stricter one begins: the stricter one decides there anyway. */
function touching(hunt: Hunt, tool: string, pair: Pair): readonly Repair[] {
  const [milder, stricter] = pair.toSorted((a, b) => strictness[a.effect] - strictness[b.effect]);
  const written = milder && WrittenRule.of(hunt, milder);
  if (!written || !stricter) return [];
  const title = words(
    `Let ${named([milder], 'en')} end where ${named([stricter], 'en')} begins`,
    `Fazer ${named([milder], 'pt')} acabar onde ${named([stricter], 'pt')} começa`,
  );
  return boundsOf(hunt, stricter, tool).flatMap((edge) => {
    const beyond = BEYOND[edge.operator] ?? '';
    return boundsOf(hunt, milder, tool).flatMap(({ test, subject, operator }) => {
      if (operator[0] !== beyond[0]) return [];
      return repairOf(hunt, title, [written.replaced(test, () => `${subject} ${beyond} ${edge.against}`)]);
    });
  });
}

/** The bounds that a rule has, as they are written in it. */
const boundsOf = (hunt: Hunt, rule: CoreRule, tool: string) => {
  const [guard, written] = [hunt.guardOf(rule, tool), WrittenRule.of(hunt, rule)];
  return (guard ? conjunctsOf(guard) : []).flatMap((test: CoreExpr) => {
    const parts = test.op === 'compare' ? writtenTest(written?.source(test) ?? '') : null;
    return parts && parts.operator in BEYOND ? [{ test, ...parts }] : [];
  });
};
