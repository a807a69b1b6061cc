import type { Words } from '@ostiary/guard';
import { type CoreExpr, globSegments } from '@ostiary/policy';
import type { BoolTerm } from '@ostiary/policy/symbolic';
import type { Repair } from '../../model/finding.js';
import type { Mending } from '../hunt/answered.js';
import { isGiven, matching, not, onAttribute } from '../calls/attribute-terms.js';
import type { AskedOfTool } from '../hunt/call-region.js';
import { allOf, holding, isSamePlace, notHolding, someOf } from '../calls/calls-where.js';
import { argPath, repairOf, toolWord, withRules } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { words } from '../hunt/text.js';
import { isTurned, type TextTest, textTests } from '../calls/text-tests.js';
import { WrittenRule } from '../written/written-rule.js';
import { contraryOf, quotedRegex, writtenTest } from '../written/written-test.js';

/** The tests of a rule about one text, asked of every spelling of what they name. @param spellings an expression of those of a text */
export function askedOfSpellings(
  hunt: Hunt,
  tests: readonly TextTest[],
  spellings: (word: string) => string | null,
): Mending {
  const [first] = tests;
  const written = first && WrittenRule.of(hunt, first.rule);
  const patterns = tests.map((test) => patternOf(test, spellings));
  if (!first || !written || patterns.some((pattern) => pattern === null)) return {};
  const edits = tests.map((test, at) =>
    written.replacedWhereSaid(test.test, (source) =>
      asPattern(source, test, patterns[at] ?? '', hunt.policy.core.dialect),
    ),
  );
  const all = [...new Set(patterns)].map((pattern) => `(?:${pattern ?? ''})`).join('|');
  return {
    repairs: [
      ...repairOf(hunt, words('Test every spelling', 'Testar todas as grafias'), edits),
      ...(first.rule.effect === 'confirm' ? refusedSpellings(hunt, written, tests, patterns) : []),
    ],
    ...concerning(hunt, first, matching(all)),
  };
}

/**
 * A rule that confirms, once more beneath itself and refusing other spellings of what it names: where it did not apply a call may have been
 * refused, and a person would be asked about it.
 */
function refusedSpellings(
  hunt: Hunt,
  written: WrittenRule,
  tests: readonly TextTest[],
  patterns: readonly (string | null)[],
): readonly Repair[] {
  const [first] = tests;
  const { dialect } = hunt.policy.core;
  const edits = tests.map((test, at) =>
    written.replaced(test.test, (source) => {
      const [pattern, contrary] = [asPattern(source, test, patterns[at] ?? '', dialect), contraryOf(dialect, source)];
      if (pattern === null || contrary === null || isTurned(test)) return null;
      return dialect === 1 ? `${pattern} and ${contrary}` : `${pattern} && ${contrary}`;
    }),
  );
  const made = edits.filter((edit) => edit !== null);
  if (!first || made.length < edits.length) return [];
  const copy = written.copy(`${first.rule.id}-spelt-otherwise`, [...made, written.effect('refuse')]);
  return repairOf(hunt, words('Refuse other spellings', 'Recusar outras grafias'), [copy]);
}

/**
 * Calls that give an argument of which a condition is true, or has no truth since the text is too long to be looked at. Who mends a test
 * mends it for every tool and every argument of which it is asked there: such calls of theirs are among these.
 */
export function concerning(
  hunt: Hunt,
  test: TextTest,
  condition: (operand: CoreExpr) => CoreExpr,
): Pick<Mending, 'concerns'> {
  const parts = new Map(
    hunt.tools.map((tool) => [
      tool,
      askedThere(hunt, tool, test).flatMap((one) => {
        const [there, concerned] = [isGiven(hunt, one.name), onAttribute(hunt, one, condition)];
        return there && concerned ? [allOf(holding(hunt, there), notHolding(hunt, not(concerned)))] : [];
      }),
    ]),
  );
  const tools = hunt.tools.filter((tool) => parts.get(tool)?.length !== 0);
  const where = (asked: AskedOfTool): BoolTerm => someOf(...(parts.get(asked.questions.tool) ?? []))(asked);
  return tools.length === 0 ? {} : { concerns: { tools, where, milder: false } };
}

/** What stands in the same place of the text, asked of a tool: of several arguments where a definition says it. */
function askedThere(hunt: Hunt, tool: string, { test, type }: TextTest): readonly TextTest[] {
  const part = 'operand' in test && test.operand.op === 'part' ? test.operand.part : null;
  return textTests(hunt, tool, part).filter(
    (each) => isSamePlace(each.test, test) && JSON.stringify(each.type) === JSON.stringify(type),
  );
}

/** An expression of all spellings of what a test names; null where there is none. */
function patternOf({ test, literals }: TextTest, spellings: (word: string) => string | null): string | null {
  if (test.op === 'matches') return null;
  if (test.op === 'like') {
    const parts = globSegments(test.pattern).map((part) => (part.kind === 'star' ? '.*' : spellings(part.text)));
    return parts.includes(null) ? null : parts.join('');
  }
  const parts = literals.map((literal) => (typeof literal === 'string' ? spellings(literal) : null));
  return parts.length === 0 || parts.includes(null) ? null : parts.join('|');
}

function asPattern(source: string, { test }: TextTest, pattern: string, dialect: 1 | 2): string | null {
  const parts = writtenTest(source);
  if (!parts) return null;
  const { subject, negated } = parts;
  if (test.op !== 'contains') return `${subject}${negated ? ' not' : ''} matches ${quotedRegex(pattern)}`;
  return dialect === 1 ? null : `${negated ? '!' : ''}${subject}.any(each, each matches ${quotedRegex(pattern)})`;
}

/** Texts that a rule did not think of: all that one of its tests would have to name as well. */
export interface Strays {
  readonly id: string;
  readonly title: Words;
  /** Tests of them as they are written after what is tested: `like "*/ /*"`. */
  readonly tests: readonly string[];
  readonly condition: (operand: CoreExpr) => CoreExpr;
}

/** A rule that does not let strays through; or one more for each test of them, which stops them. */
export function withoutStrays(
  hunt: Hunt,
  tool: string,
  test: TextTest,
  { id, title, tests, condition }: Strays,
): Mending {
  const { name, rule } = test;
  const { dialect } = hunt.policy.core;
  const own = WrittenRule.of(hunt, rule)?.replacedWhereSaid(test.test, (source) => {
    const subject = writtenTest(source)?.subject;
    if (subject === undefined) return null;
    if (rule.effect === 'allow')
      return [source, ...tests.map((each) => `${subject} not ${each}`)].join(dialect === 1 ? ' and ' : ' && ');
    return dialect === 1 ? null : `(${[source, ...tests.map((each) => `${subject} ${each}`)].join(' || ')})`;
  });
  const effects = rule.effect === 'confirm' ? (['confirm', 'refuse'] as const) : (['refuse'] as const);
  const path = argPath(name);
  const more = effects.map((effect) => ({
    title,
    text: withRules(
      hunt,
      `${rule.id}-${id}-${name}`,
      tests.map((each) =>
        dialect === 1
          ? `${effect} ${toolWord(tool)} when ${path} ${each};`
          : `${effect} (tool == ${JSON.stringify(tool)}) when { ${path} ${each} };`,
      ),
    ),
  }));
  return {
    repairs: [...repairOf(hunt, title, [own]), ...(test.ofItem ? [] : more)],
    ...concerning(hunt, test, condition),
  };
}
