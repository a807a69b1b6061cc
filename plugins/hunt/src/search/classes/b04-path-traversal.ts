import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder, triedOf } from '../ask/milder.js';
import { withoutStrays } from '../ask/spellings.js';
import { named, words } from '../ask/text.js';
import { isPlainText, type TextTest, textTests } from '../ask/text-tests.js';
import { carried } from '../ask/values.js';
import { spellings, WINDING } from '../ask/path-spellings.js';

/** A path that is compared as text: sat D(raw) < D(canonical), where both name one file. */
export const pathTraversal: BugClass = {
  id: 'B04',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const test of textTests(hunt, tool)) {
        if (!isPlainText(test.type)) continue;
        const answered = await askOf(hunt, tool, test);
        if (answered) yield answered;
      }
  },
};

async function askOf(hunt: Hunt, tool: string, test: TextTest): Promise<Answered | null> {
  const { name, rule } = test;
  const { core } = hunt.policy;
  const ways = spellings(test);
  if (ways.length === 0) return null;
  const questions = hunt.questions(tool, 1);
  const pairs = ways.map(({ raw, path }) => {
    const [strict, mild] = [path, raw].map((text) => questions.vary({ args: { [name]: carried(test, text) } }));
    if (!strict || !mild) throw new RangeError('a pair of less than two');
    const goal = questions.answer(core, mild).milderThan(questions.answer(core, strict));
    return { strict, mild, goal, about: { raw, path } };
  });
  const attribute = `args.${name}`;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], tool, attribute },
    labels: () => [
      words('the path as it is', 'o caminho tal como é'),
      words('the same path, written otherwise', 'o mesmo caminho, escrito de outra forma'),
    ],
  });
  if (found.kind === 'answered') return found.answered;
  const { raw, path } = found.about;
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute,
      title: words(
        `${named([rule], 'en')} reads the path in \`${name}\` as text`,
        `${named([rule], 'pt')} lê o caminho em \`${name}\` como texto`,
      ),
      detail: words(
        `\`${raw}\` is \`${path}\`. Written that way it is answered ${found.strict.answer}, written the first way ${found.mild.answer}. Declare \`${name}\` as \`path\` and ask with \`under\`.`,
        `\`${raw}\` é \`${path}\`. Escrito assim recebe ${found.strict.answer}, escrito da primeira forma ${found.mild.answer}. Declare \`${name}\` como \`path\` e pergunte com \`under\`.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      ...withoutStrays(hunt, tool, test, WINDING),
    },
  };
}
