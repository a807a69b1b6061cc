import type { StringPart } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import { not } from '../ask/calls/attribute-terms.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { leadingThere, Meant } from '../ask/texts/meant-domain.js';
import { findMilder, pairOf, type Shown, triedOf } from '../ask/calls/milder.js';
import { concerning } from '../ask/texts/spellings.js';
import { CONTROL, type Disguise, disguisesOf, type Leading, leadingOf } from '../ask/texts/strangers.js';
import { listed, named, words } from '../ask/hunt/text.js';
import { opens, type TextTest, textTests } from '../ask/calls/text-tests.js';
import { carrying } from '../ask/calls/values.js';
import { variedCalls } from '../ask/calls/varied-calls.js';
import type { Bound } from '../model/finding.js';

/**
 * A pattern over an address, a URL or a domain that holds more than its author had in mind: sat D(x) < D(x'), where both lead to a
 * domain that the pattern does not name, and only x looks like it.
 */
export const overMatching: BugClass = {
  id: 'B03',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const test of PARTS.flatMap((part) => textTests(hunt, tool, part))) {
        const answered = opens(test) ? await askOf(hunt, tool, test) : null;
        if (answered) yield answered;
      }
  },
};

/** What of an argument says where it leads: all of it, or a part. */
const PARTS: readonly (StringPart | null)[] = [null, 'domain', 'host'];

/** Null: the pattern names no domain, or nothing looks like it. */
async function askOf(hunt: Hunt, tool: string, test: TextTest): Promise<Answered | null> {
  const leading = leadingOf(test);
  if (!leading) return null;
  const { name, rule } = test;
  const questions = hunt.questions(tool, 1);
  const [stranger] = variedCalls(hunt, questions, carrying(test, CONTROL[leading.kind]));
  const pairs = disguisesOf(test, leading).map((disguise) => {
    const [disguised] = variedCalls(hunt, questions, carrying(test, disguise.raw));
    return pairOf(stranger, disguised, disguise);
  });
  if (pairs.length === 0) return null;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], attribute: `args.${name}` },
    labels: () => [
      words('a stranger', 'um desconhecido'),
      words('a stranger in disguise', 'um desconhecido disfarçado'),
    ],
  });
  return found.kind === 'answered' ? found.answered : told(hunt, tool, test, leading, found, bound);
}

function told(
  hunt: Hunt,
  tool: string,
  test: TextTest,
  { kind, intended }: Leading,
  found: Shown<Disguise>,
  bound: Bound,
): Answered {
  const { name, rule } = test;
  const { raw, strangers } = found.about;
  const meant = new Meant(test, kind, intended);
  const by = (language: 'en' | 'pt') =>
    listed(
      strangers.map((domain) => `\`${domain}\``),
      language,
    );
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `The pattern of ${named([rule], 'en')} lets \`${name}\` lead to places other than \`${intended}\``,
        `O padrão de ${named([rule], 'pt')} deixa \`${name}\` levar a outros lugares além de \`${intended}\``,
      ),
      detail: words(
        `\`${raw}\` leads to ${by('en')} and gets \`${found.mild.answer}\`; the same stranger without the disguise gets \`${found.strict.answer}\`. Compare the whole domain (\`.domain\`, \`.host\`), without a pattern.`,
        `\`${raw}\` leva a ${by('pt')} e recebe \`${found.mild.answer}\`; o mesmo desconhecido, sem disfarce, recebe \`${found.strict.answer}\`. Compare o domínio inteiro (\`.domain\`, \`.host\`), sem padrão.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      repairs: leadingThere(hunt, test, meant),
      ...concerning(hunt, test, (operand) => not(meant.condition(operand))),
    },
  };
}
