import { type CoreExpr, type CoreRule, strictness } from '@ostiary/policy';
import type { TestTerms } from '../hunt/about-tool.js';
import { repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf } from '../guards/tests.js';
import { named, words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';
import { writtenTest } from '../written/written-test.js';
import type { Repair } from '../../model/finding.js';

/** Two rules with different effects. */
export type Pair = readonly [CoreRule, CoreRule];

const BEYOND: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** The milder rule ends where the stricter one begins: the stricter one decides there anyway. */
export function touching(hunt: Hunt, tool: string, pair: Pair): readonly Repair[] {
  const [milder, stricter] = pair.toSorted((a, b) => strictness[a.effect] - strictness[b.effect]);
  const written = milder && WrittenRule.of(hunt, milder);
  if (!written || !stricter) return [];
  const title = words(
    `Make ${named([milder], 'en')} end where ${named([stricter], 'en')} begins`,
    `Fazer com que ${named([milder], 'pt')} termine onde ${named([stricter], 'pt')} começa`,
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

/** Two bounds of one number, each in the place of the other: `n > 9 and n < 3` is `n > 3 and n < 9`. */
export function exchanged(hunt: Hunt, rule: CoreRule, tests: readonly TestTerms[]): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  const parts = tests.map(({ test }) => writtenTest(written?.source(test) ?? ''));
  const [one, other, ...more] = parts;
  if (!written || !one || !other || more.length > 0 || one.subject !== other.subject) return [];
  if (![one, other].every(({ operator }) => /^[<>]=?$/u.test(operator))) return [];
  const edits = tests.map(({ test }, at) =>
    written.replaced(test, () => `${one.subject} ${parts[at]?.operator ?? ''} ${parts[1 - at]?.against ?? ''}`),
  );
  return repairOf(hunt, words('Swap the two bounds', 'Trocar os dois limites'), edits);
}
