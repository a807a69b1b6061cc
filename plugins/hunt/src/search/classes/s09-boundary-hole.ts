import type { Type } from '@ostiary/catalogue';
import type { BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import { type CoreRule, equalValues, showValue, strictness, type Value } from '@ostiary/policy';
import type { Repair } from '../model/finding.js';
import type { Answered } from '../ask/answered.js';
import { type AttributeTest, attributeTests } from '../ask/attribute-tests.js';
import { NOWHERE, onAttribute } from '../ask/attribute-terms.js';
import type { BugClass } from '../ask/bug-class.js';
import { holding } from '../ask/calls-where.js';
import { edited } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { type CallsAsked, type Decisions, findCalls, isMilder } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { isTied } from '../ask/tied.js';
import { wireOf } from '../ask/values.js';

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

interface BoundTest extends AttributeTest {
  readonly rule: CoreRule;
}

interface BoundValue {
  readonly name: string;
  readonly type: Type;
  readonly value: Value;
  /** Those that have it as a bound. */
  readonly tests: readonly BoundTest[];
}

/** The constants that an attribute is ordered against, and never held equal to: an exact value is meant. */
function boundsOf(hunt: Hunt, tool: string): readonly BoundValue[] {
  const tests = hunt.rulesOf(tool).flatMap((rule): BoundTest[] => {
    const guard = hunt.guardOf(rule, tool);
    return guard ? attributeTests(hunt.policy.core, guard).map((test) => ({ ...test, rule })) : [];
  });
  const bounds: BoundValue[] = [];
  for (const { name, type, literals, ofItem } of tests) {
    const [value] = literals;
    if (value === undefined || ofItem) continue;
    const alike = tests.filter(
      (each) => each.name === name && !each.ofItem && each.literals.some((literal) => equalValues(literal, value)),
    );
    const ordered = alike.every(({ cmp }) => cmp !== null && cmp !== '==' && cmp !== '!=');
    const known = bounds.some((each) => each.name === name && equalValues(each.value, value));
    // One bound alone has the same answer on its own as on one of its sides.
    if (ordered && alike.length > 1 && !known) bounds.push({ name, type, value, tests: alike });
  }
  return bounds;
}

/** Null: the value has no neighbours on both sides. */
function questionOf(hunt: Hunt, questions: CallQuestions, bound: BoundValue): (() => Promise<Answered>) | null {
  const { name, type, value, tests } = bound;
  const { core } = hunt.policy;
  const { tool } = questions;
  const raws = [-1, 0, 1].map((by) => {
    const moved = shifted(type, value, by);
    return moved === null ? null : wireOf(type, moved);
  });
  if (raws.some((raw) => raw === null)) return null;
  const { factory } = questions;
  const varied = raws.map((each) => questions.vary({ args: { [name]: each?.raw } }));
  const [below, exactly, above] = varied.map((call) => questions.answer(core, call));
  if (!below || !exactly || !above) throw new RangeError('less than three calls');
  // One amount of three is that of an earlier call, which says nothing about bounds.
  const tied = hunt.rulesOf(tool).filter((rule) => isTied(hunt, rule, tool, name));
  const free = [below, exactly, above].flatMap((answer) =>
    answer.rules.filter(({ rule }) => tied.includes(rule)).map(({ fires }) => factory.not(fires)),
  );
  const isFree = (decision: Decisions[number] | undefined): boolean =>
    !decision?.deciding.some(({ rule }) => tied.some(({ id }) => id === rule));
  // On both sides it is a rule with the bound that decides: else the value only happens to be one where something else changes.
  const bounded = new Set(tests.map(({ rule }) => rule));
  const byBound = [below, above].map(({ rules }) =>
    factory.or(...rules.filter(({ rule }) => bounded.has(rule)).map(({ fires }) => fires)),
  );
  const isByBound = (decision: Decisions[number] | undefined): boolean =>
    !!decision?.deciding.some(({ rule }) => [...bounded].some(({ id }) => id === rule));
  const asked = (kinds: readonly Kind[]): CallsAsked => ({
    questions,
    goal: factory.and(...free, ...byBound, factory.or(...kinds.map((kind) => holes[kind]))),
    varied,
    shows: (decisions) =>
      kinds.some((kind) => kind === shown(decisions)) &&
      decisions.every(isFree) &&
      isByBound(decisions[1]) &&
      isByBound(decisions[3]),
    at: { rules: [...bounded], tool, attribute: `args.${name}` },
  });
  const holes: Readonly<Record<Kind, BoolTerm>> = {
    stricter: factory.and(below.milderThan(exactly), above.milderThan(exactly)),
    milder: factory.and(exactly.milderThan(below), exactly.milderThan(above)),
  };
  return async () => {
    const any = await askOf(hunt, bound, asked(['stricter', 'milder']));
    if (any.kind !== 'found' || any.bug.subkind === 'milder') return any;
    // Beside other things it may be the other way round, which is graver.
    const graver = await askOf(hunt, bound, asked(['milder']));
    return graver.kind === 'found' ? graver : any;
  };
}

type Kind = 'stricter' | 'milder';

async function askOf(hunt: Hunt, { name, type, value, tests }: BoundValue, asked: CallsAsked): Promise<Answered> {
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') return found.answered;
  const { questions } = asked;
  const { tool } = questions;
  const kind = shown(found.decisions) ?? 'stricter';
  const labels = [
    words('just below', 'logo abaixo'),
    words('exactly', 'exatamente'),
    words('just above', 'logo acima'),
  ];
  const steps = found.drafts.slice(1).map((draft, index) => hunt.step(draft, labels[index] ?? null));
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
        `Exatamente ${at} cai entre os intervalos de \`${name}\``,
      ),
      detail: words(
        `\`${tool}\` is answered ${one} just below ${at}, ${two} at it, and ${three} just above: neither range of ${named(rules, 'en')} holds it. Let one of them include its bound.`,
        `\`${tool}\` recebe ${one} logo abaixo de ${at}, ${two} nele e ${three} logo acima: nenhum intervalo de ${named(rules, 'pt')} o contém. Faça um deles incluir o seu limite.`,
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

function shown([, below, exactly, above]: Decisions): Kind | null {
  if (isMilder(below, exactly) && isMilder(above, exactly)) return 'stricter';
  return isMilder(exactly, below) && isMilder(exactly, above) ? 'milder' : null;
}

/** The value some of its smallest units on; null of a type without one. */
function shifted(type: Type, value: Value, by: number): Value | null {
  if (type.kind === 'int' || (type.kind === 'decimal' && type.scale !== undefined))
    return typeof value === 'number' ? value + by : null;
  if (type.kind !== 'money' || typeof value !== 'object' || !('minor' in value)) return null;
  return { ...value, minor: Number(value['minor']) + by };
}

/** The text with a bound made to include its value. */
function included(hunt: Hunt, { test, rule }: BoundTest, at: string): readonly Repair[] {
  const text = edited(hunt, test.span, (written) => written.replace(/([<>])(?!=)/, '$1='));
  if (text === hunt.policy.text) return [];
  const title = words(`Let ${named([rule], 'en')} include ${at}`, `Faça ${named([rule], 'pt')} incluir ${at}`);
  return [{ title, text }];
}
