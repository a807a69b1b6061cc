import type { Tool, Type } from '@ostiary/catalogue';
import { type CoreRule, globSegments, regexNode, type StringPart } from '@ostiary/policy';
import { shortestWord } from '@ostiary/policy/symbolic';
import { type AttributeTest, attributeTests } from '../guards/attribute-tests.js';
import type { Hunt } from '../hunt/hunt.js';

/** A test of a text, and the rule it stands in. */
export interface TextTest extends AttributeTest {
  readonly rule: CoreRule;
}

/** Tests of arguments that are strings, or of a part of them, by the rules about a tool. */
export function textTests(hunt: Hunt, tool: string, part: StringPart | null = null): readonly TextTest[] {
  return hunt.rulesOf(tool).flatMap((rule): TextTest[] => {
    const guard = hunt.guardOf(rule, tool);
    const tests = guard ? attributeTests(hunt.policy.core, guard, part) : [];
    return tests.filter(({ type }) => type.kind === 'string').map((test) => ({ ...test, rule }));
  });
}

/** Whether the rule speaks of calls for which the test is false. */
export const isTurned = ({ negated, cmp }: TextTest): boolean => negated !== (cmp === '!=');

/** Whether calls may get a milder answer where the test is true; of a confirmation it depends on the other rules. */
export const opens = (test: TextTest): boolean =>
  test.rule.effect === 'confirm' || (test.rule.effect === 'refuse') === isTurned(test);

/** Whether calls may get a stricter answer where the test is true; of a confirmation it depends on the other rules. */
export const closes = (test: TextTest): boolean =>
  test.rule.effect === 'confirm' || (test.rule.effect === 'allow') === isTurned(test);

/** Whether it is a text of a format, any of which is allowed. */
export const isFree = (type: Type, format: 'text' | 'keyword'): boolean =>
  type.kind === 'string' && type.format === format && type.enum === undefined;

/** Whether it is compared as it stands, with any text allowed. */
export const isPlainText = (type: Type): boolean => isFree(type, 'text');

const MOST_WORDS = 3;

/** Texts that the constants of a test speak of: themselves, and of a pattern the shortest. */
export function wordsOf({ test, literals }: AttributeTest): readonly string[] {
  if (test.op === 'like') {
    const word = globSegments(test.pattern)
      .map((segment) => (segment.kind === 'star' ? '' : segment.text))
      .join('');
    return word === '' ? [] : [word];
  }
  if (test.op === 'matches') {
    const word = shortestWord({ inside: [{ kind: 'regex', node: regexNode(test.pattern) }] });
    return typeof word === 'string' && word !== '' ? [word] : [];
  }
  return literals.filter((literal) => typeof literal === 'string' && literal !== '').slice(0, MOST_WORDS) as string[];
}

/** Whether the catalogue shows that a tool takes two spellings of a text for one: by an example, or by what it says of the same name elsewhere. */
export function isKnownToFold(hunt: Hunt, tool: Tool | null, name: string, word: string): boolean {
  const examples = [
    ...(tool?.args.fields[name]?.examples ?? []),
    ...(tool?.examples ?? []).map((example) => example[name]),
  ].flat();
  const others = hunt.policy.catalogue?.tools.filter((each) => each !== tool) ?? [];
  return (
    examples.some(
      (each) => typeof each === 'string' && each !== word && each.trim().toLowerCase() === word.trim().toLowerCase(),
    ) ||
    others.some(({ args }) => {
      const type = args.fields[name]?.type;
      const item = type?.kind === 'list' ? type.of : type;
      return item?.kind === 'string' && item.format !== 'text';
    })
  );
}
