import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { findMilder, pairOf, type Shown, triedOf } from '../ask/calls/milder.js';
import { type PathSpelling, spellings, WINDING } from '../ask/texts/path-spellings.js';
import { withoutStrays } from '../ask/texts/spellings.js';
import { named, words } from '../ask/hunt/text.js';
import { isPlainText, type TextTest, textTests } from '../ask/calls/text-tests.js';
import { carrying } from '../ask/calls/values.js';
import { variedCalls } from '../ask/calls/varied-calls.js';
import type { Bound } from '../model/finding.js';

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

/** Null: the test is about no path. */
async function askOf(hunt: Hunt, tool: string, test: TextTest): Promise<Answered | null> {
  const ways = spellings(test);
  if (ways.length === 0) return null;
  const questions = hunt.questions(tool, 1);
  const pairs = ways.map((way) => {
    const [plain, winding] = variedCalls(hunt, questions, carrying(test, way.path), carrying(test, way.raw));
    return pairOf(plain, winding, way);
  });
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [test.rule], attribute: `args.${test.name}` },
    labels: () => [
      words('the path written plainly', 'o caminho escrito de forma simples'),
      words('the same path, written differently', 'o mesmo caminho, escrito de outra forma'),
    ],
  });
  return found.kind === 'answered' ? found.answered : told(hunt, tool, test, found, bound);
}

function told(hunt: Hunt, tool: string, test: TextTest, found: Shown<PathSpelling>, bound: Bound): Answered {
  const { name, rule } = test;
  const { raw, path } = found.about;
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `${named([rule], 'en')} compares the path in \`${name}\` as text`,
        `${named([rule], 'pt')} compara o caminho em \`${name}\` como texto`,
      ),
      detail: words(
        `\`${raw}\` is the same file as \`${path}\`. The second spelling gets \`${found.strict.answer}\`, the first \`${found.mild.answer}\`. Declare \`${name}\` as \`path\` and test it with \`under\`.`,
        `\`${raw}\` é o mesmo ficheiro que \`${path}\`. A segunda grafia recebe \`${found.strict.answer}\`, a primeira \`${found.mild.answer}\`. Declare \`${name}\` como \`path\` e teste com \`under\`.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      ...withoutStrays(hunt, tool, test, WINDING),
    },
  };
}
