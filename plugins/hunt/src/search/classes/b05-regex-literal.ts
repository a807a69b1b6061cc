import { type CoreExpr, regexNode, parseRegex, readValue } from '@ostiary/policy';
import { shortestWord } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import { and, matching, not } from '../ask/attribute-terms.js';
import type { BugClass } from '../ask/bug-class.js';
import { edited } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder, triedOf } from '../ask/milder.js';
import { concerning } from '../ask/spellings.js';
import { named, words } from '../ask/text.js';
import { opens, type TextTest, textTests } from '../ask/text-tests.js';
import { carried } from '../ask/values.js';
import { NO_LINE_FEED, SLIPS, SAID, STRANGERS, literal } from '../ask/regex-slips.js';

/** An expression that holds more than its text says: sat L(r) \ L(literal reading), and the text in it gets a milder answer. */
export const regexLiteral: BugClass = {
  id: 'B05',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const test of textTests(hunt, tool)) {
        const answered =
          test.test.op === 'matches' && opens(test)
            ? await askOf(hunt, tool, test, test.test.pattern.replaceAll(NO_LINE_FEED, '.'))
            : null;
        if (answered) yield answered;
      }
  },
};

/** Null: it means what it says. */
async function askOf(hunt: Hunt, tool: string, test: TextTest, pattern: string): Promise<Answered | null> {
  const { name, rule, type } = test;
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const own = regexNode(pattern);
  const strict = STRANGERS.map((raw) => questions.vary({ args: { [name]: carried(test, raw) } }));
  const strictly = strict.map((call) => questions.answer(core, call));
  const pairs = SLIPS.flatMap(({ name: slip, reading }) => {
    const meant = reading(pattern);
    const node = meant === pattern ? null : parseRegex(meant);
    if (!node?.ok) return [];
    const inside = [{ kind: 'regex', node: own }] as const;
    const prefer = slip === 'dot' ? [literal(pattern)] : [];
    const word = shortestWord({ inside, outside: [{ kind: 'regex', node: node.node }], prefer });
    if (typeof word !== 'string' || !readValue(type, word).ok) return [];
    const mild = questions.vary({ args: { [name]: carried(test, word) } });
    const mildly = questions.answer(core, mild);
    return strict.flatMap((call, index) => {
      const other = strictly[index];
      if (!other) return [];
      const pair = { strict: call, mild, goal: mildly.milderThan(other), about: { word, slip, meant } };
      // What is allowed weighs more than what a person is asked for.
      return [{ ...pair, goal: questions.factory.and(pair.goal, mildly.allow), only: 'allow' as const }, pair];
    });
  });
  if (pairs.length === 0) return null;
  const attribute = `args.${name}`;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], tool, attribute },
    labels: () => [
      words('any other text', 'qualquer outro texto'),
      words('what the expression also holds', 'o que a expressão também contém'),
    ],
  });
  if (found.kind === 'answered') return found.answered;
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
      attribute,
      title: words(
        `The expression of ${named([rule], 'en')} holds more than it seems to`,
        `A expressão de ${named([rule], 'pt')} contém mais do que parece`,
      ),
      detail: words(
        `\`${pattern}\` holds \`${word}\` too, which is answered ${found.mild.answer}; other texts are answered ${found.strict.answer}. ${SAID[slip]?.en ?? ''} \`${meant}\` says what seems to be meant.`,
        `\`${pattern}\` contém também \`${word}\`, que recebe ${found.mild.answer}; outros textos recebem ${found.strict.answer}. ${SAID[slip]?.pt ?? ''} \`${meant}\` diz o que parece ser o sentido.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      ...(text !== hunt.policy.text && {
        repairs: [{ title: words(`Write \`${meant}\``, `Escreva \`${meant}\``), text }],
      }),
      ...concerning(hunt, test, more),
    },
  };
}
