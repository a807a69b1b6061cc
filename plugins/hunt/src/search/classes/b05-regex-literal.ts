import type { CoreExpr } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import { and, matching, not } from '../ask/calls/attribute-terms.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { edited } from '../ask/written/edits.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { findMilder, pairOf, type Shown, triedOf } from '../ask/calls/milder.js';
import { type Misread, misreadingsOf, patternOf, SAID, STRANGERS } from '../ask/texts/regex-slips.js';
import { concerning } from '../ask/texts/spellings.js';
import { named, words } from '../ask/hunt/text.js';
import { opens, type TextTest, textTests } from '../ask/calls/text-tests.js';
import { carrying } from '../ask/calls/values.js';
import { variedCalls } from '../ask/calls/varied-calls.js';
import type { Bound } from '../model/finding.js';

/** An expression that holds more than its text says: sat L(r) \ L(literal reading), and the text in it gets a milder answer. */
export const regexLiteral: BugClass = {
  id: 'B05',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const test of textTests(hunt, tool)) {
        const answered = opens(test) ? await askOf(hunt, tool, test) : null;
        if (answered) yield answered;
      }
  },
};

/** Null: there is no expression, or it means what it says. */
async function askOf(hunt: Hunt, tool: string, test: TextTest): Promise<Answered | null> {
  const misreadings = misreadingsOf(test);
  if (misreadings.length === 0) return null;
  const questions = hunt.questions(tool, 1);
  const others = variedCalls(hunt, questions, ...STRANGERS.map((raw) => carrying(test, raw)));
  const pairs = misreadings.flatMap((misread) => {
    const [held] = variedCalls(hunt, questions, carrying(test, misread.word));
    return others.flatMap((other) => {
      const pair = pairOf(other, held, misread);
      // What is allowed weighs more than what a person is asked for.
      return [{ ...pair, goal: questions.factory.and(pair.goal, held.answer.allow), only: 'allow' as const }, pair];
    });
  });
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [test.rule], attribute: `args.${test.name}` },
    labels: () => [
      words('any other text', 'qualquer outro texto'),
      words('what the regular expression also matches', 'o que a expressão regular também aceita'),
    ],
  });
  return found.kind === 'answered' ? found.answered : told(hunt, tool, test, found, bound);
}

function told(hunt: Hunt, tool: string, test: TextTest, found: Shown<Misread>, bound: Bound): Answered {
  const { name, rule } = test;
  const pattern = patternOf(test) ?? '';
  const { word, slip, meant } = found.about;
  const more = (operand: CoreExpr): CoreExpr => and(matching(pattern)(operand), not(matching(meant)(operand)));
  const written = (text: string): string => text.replaceAll('"', '\\"');
  const text = edited(hunt, test.test.span, (source) => source.replace(written(pattern), () => written(meant)));
  return {
    kind: 'found',
    bug: {
      subkind: slip,
      severity: slip === 'dot' && found.mild.answer === 'allow' ? 'high' : 'medium',
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `The regular expression of ${named([rule], 'en')} matches more than it seems to`,
        `A expressão regular de ${named([rule], 'pt')} aceita mais do que parece`,
      ),
      detail: words(
        `\`${pattern}\` also matches \`${word}\`, which gets \`${found.mild.answer}\`; other texts get \`${found.strict.answer}\`. ${SAID[slip]?.en ?? ''} \`${meant}\` is probably what was meant.`,
        `\`${pattern}\` também aceita \`${word}\`, que recebe \`${found.mild.answer}\`; outros textos recebem \`${found.strict.answer}\`. ${SAID[slip]?.pt ?? ''} \`${meant}\` é provavelmente o que se pretendia.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      ...(text !== hunt.policy.text && {
        repairs: [{ title: words(`Write \`${meant}\``, `Escrever \`${meant}\``), text }],
      }),
      ...concerning(hunt, test, more),
    },
  };
}
