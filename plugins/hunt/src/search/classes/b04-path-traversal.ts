import { globSegments, readValue, regexNode } from '@ostiary/policy';
import { type Language, shortestWord } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import { like, or } from '../ask/attribute-terms.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder, triedOf } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { type Strays, withoutStrays } from '../ask/spellings.js';
import { closes, isPlainText, opens, type TextTest, textTests, wordsOf } from '../ask/text-tests.js';
import { carried } from '../ask/values.js';

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

/** Ways to write a path that the test is true of, and what is meant; or, where it closes, to write what it names in another way. */
function spellings(test: TextTest): readonly { readonly raw: string; readonly path: string }[] {
  const raws = [...(opens(test) ? climbing(test) : []), ...(closes(test) ? wordsOf(test).flatMap(disguised) : [])];
  return raws.flatMap((raw) => {
    const read = readValue({ kind: 'string', format: 'path' }, raw);
    return read.ok && typeof read.value === 'string' && read.value !== raw ? [{ raw, path: read.value }] : [];
  });
}

const CLIMBING: Language = { kind: 'regex', node: regexNode('/.*/\\.\\./.*') };

/** Words of the pattern that lead out of where they begin. */
function climbing({ test }: TextTest): readonly string[] {
  if (test.op === 'matches') {
    const word = shortestWord({ inside: [{ kind: 'regex', node: regexNode(test.pattern) }, CLIMBING] });
    return typeof word === 'string' ? [word] : [];
  }
  if (test.op !== 'like') return [];
  const segments = globSegments(test.pattern);
  const [first, second] = segments;
  if (first?.kind !== 'literal' || second?.kind !== 'star' || !first.text.startsWith('/')) return [];
  const rest = segments.slice(2).map((segment) => (segment.kind === 'star' ? '' : segment.text));
  const inside = first.text.endsWith('/') ? first.text : `${first.text}/`;
  const up = '../'.repeat(inside.split('/').length - 2);
  // One of them is not a file that is meant.
  return ['etc/passwd', 'root/x'].map((elsewhere) => `${inside}${up}${elsewhere}${rest.join('')}`);
}

/** A path written as no test would expect it. */
function disguised(word: string): readonly string[] {
  if (!word.startsWith('/')) return [];
  const path = word.endsWith('/') ? `${word}x` : word;
  return [`/.${path}`, `/tmp/..${path}`, path.replace(/\/(?=[^/]*$)/, '//')];
}

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

const WINDING_GLOBS = ['*/../*', '*/..', '*/./*', '*//*'];

/** Paths of which a part is empty, a dot or two: the same file has a plainer path. */
const WINDING: Strays = {
  id: 'winding',
  title: words('Stop paths that are not written plainly', 'Travar caminhos que não são escritos de forma simples'),
  tests: WINDING_GLOBS.map((glob) => `like ${JSON.stringify(glob)}`),
  condition: (operand) => or(...WINDING_GLOBS.map((glob) => like(glob)(operand))),
};
