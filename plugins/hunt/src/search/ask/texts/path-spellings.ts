import { globSegments, readValue, regexNode } from '@ostiary/policy';
import { type Language, shortestWord } from '@ostiary/policy/symbolic';
import { like, or } from '../calls/attribute-terms.js';
import { words } from '../hunt/text.js';
import { type Strays } from './spellings.js';
import { closes, opens, type TextTest, wordsOf } from '../calls/text-tests.js';

/** A path, and the path that it comes to. */
export interface PathSpelling {
  readonly raw: string;
  readonly path: string;
}

/** Ways to write a path that the test is true of, and what is meant; or, where it closes, to write what it names in another way. */
export function spellings(test: TextTest): readonly PathSpelling[] {
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

const WINDING_GLOBS = ['*/../*', '*/..', '*/./*', '*//*'];

/** Paths of which a part is empty, a dot or two: the same file has a plainer path. */
export const WINDING: Strays = {
  id: 'winding',
  title: words('Stop paths that are not written plainly', 'Bloquear caminhos que não estão escritos de forma simples'),
  tests: WINDING_GLOBS.map((glob) => `like ${JSON.stringify(glob)}`),
  condition: (operand) => or(...WINDING_GLOBS.map((glob) => like(glob)(operand))),
};
