import type { Type } from '@ostiary/catalogue';
import { type CoreRule, equalValues, type Value } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions, Draft, VariedCall } from '@ostiary/policy/symbolic';
import type { Repair, Step } from '../../model/finding.js';
import { type AttributeTest, attributeTests } from '../guards/attribute-tests.js';
import { edited } from '../written/edits.js';
import type { CallsAsked, Decisions } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { isMilder } from '../calls/milder.js';
import { named, words } from '../hunt/text.js';
import { Untied } from '../calls/tied.js';
import { wireOf } from '../calls/values.js';

interface BoundTest extends AttributeTest {
  readonly rule: CoreRule;
}

/** A constant that rules order an attribute against. */
export interface BoundValue {
  readonly name: string;
  readonly type: Type;
  readonly value: Value;
  /** Those that have it as a bound. */
  readonly tests: readonly BoundTest[];
}

/** The constants that an attribute is ordered against, and never held equal to: an exact value is meant. */
export function boundsOf(hunt: Hunt, tool: string): readonly BoundValue[] {
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

/** Where the value itself is answered stricter than both sides, or milder. */
export type Holes = Readonly<Record<Hole, BoolTerm>>;
type Hole = 'stricter' | 'milder';

/** Which of the two the decisions of a call and of those around a bound show. */
export function holeIn([, below, exactly, above]: Decisions): Hole | null {
  if (isMilder(below, exactly) && isMilder(above, exactly)) return 'stricter';
  return isMilder(exactly, below) && isMilder(exactly, above) ? 'milder' : null;
}

/** Three calls that differ in one number: just below a bound, at it, and just above. */
export class AroundBound {
  /** Below, at and above. */
  readonly answers: readonly [AnswerTerms, AnswerTerms, AnswerTerms];
  private readonly untied: Untied;
  private readonly free: readonly BoolTerm[];
  private readonly byBound: readonly BoolTerm[];

  private constructor(
    hunt: Hunt,
    private readonly questions: CallQuestions,
    private readonly name: string,
    /** Those that have the bound. */
    private readonly rules: ReadonlySet<CoreRule>,
    private readonly varied: readonly VariedCall[],
  ) {
    const [below, exactly, above] = varied.map((call) => questions.answer(hunt.policy.core, call));
    if (!below || !exactly || !above) throw new RangeError('less than three calls');
    this.answers = [below, exactly, above];
    this.untied = new Untied(hunt, questions.tool, name);
    this.free = this.untied.terms(questions, this.answers);
    this.byBound = [below, above].map((answer) =>
      questions.factory.or(...answer.rules.filter(({ rule }) => rules.has(rule)).map(({ fires }) => fires)),
    );
  }

  /** Null: the value has no neighbours on both sides. */
  static of(hunt: Hunt, questions: CallQuestions, { name, type, value, tests }: BoundValue): AroundBound | null {
    const raws = [-1, 0, 1].map((by) => {
      const moved = shifted(type, value, by);
      return moved === null ? null : wireOf(type, moved);
    });
    if (raws.some((raw) => raw === null)) return null;
    const varied = raws.map((each) => questions.vary({ args: { [name]: each?.raw } }));
    return new AroundBound(hunt, questions, name, new Set(tests.map(({ rule }) => rule)), varied);
  }

  /**
   * Calls that show some hole. On both sides it is a rule with the bound that decides: else the value only happens to be one where something
   * else changes.
   */
  calls(holes: Holes, kinds: readonly Hole[]): CallsAsked {
    const { questions, varied, rules, name } = this;
    const { factory } = questions;
    const isByBound = (decision: Decisions[number] | undefined): boolean =>
      !!decision?.deciding.some(({ rule }) => [...rules].some(({ id }) => id === rule));
    return {
      questions,
      goal: factory.and(...this.free, ...this.byBound, factory.or(...kinds.map((kind) => holes[kind]))),
      varied,
      shows: (decisions) =>
        kinds.some((kind) => kind === holeIn(decisions)) &&
        decisions.every((decision) => this.untied.has(decision)) &&
        isByBound(decisions[1]) &&
        isByBound(decisions[3]),
      at: { rules: [...rules], attribute: `args.${name}` },
    };
  }
}

/** The three as steps. @param drafts the call that is varied comes first */
export function stepsAround(hunt: Hunt, drafts: readonly Draft[]): readonly Step[] {
  const labels = [
    words('just below', 'logo abaixo'),
    words('exactly', 'exatamente'),
    words('just above', 'logo acima'),
  ];
  return drafts.slice(1).map((draft, index) => hunt.step(draft, labels[index] ?? null));
}

/** The value some of its smallest units on; null of a type without one. */
function shifted(type: Type, value: Value, by: number): Value | null {
  if (type.kind === 'int' || (type.kind === 'decimal' && type.scale !== undefined))
    return typeof value === 'number' ? value + by : null;
  if (type.kind !== 'money' || typeof value !== 'object' || !('minor' in value)) return null;
  return { ...value, minor: Number(value['minor']) + by };
}

/** The text with a bound made to include its value. */
export function included(hunt: Hunt, { test, rule }: BoundTest, at: string): readonly Repair[] {
  const text = edited(hunt, test.span, (written) => written.replace(/([<>])(?!=)/, '$1='));
  if (text === hunt.policy.text) return [];
  const title = words(`Make ${named([rule], 'en')} include ${at}`, `Fazer ${named([rule], 'pt')} incluir ${at}`);
  return [{ title, text }];
}
