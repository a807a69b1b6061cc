import type { Words } from '@ostiary/guard';
import { readValue } from '@ostiary/policy';
import type { VariedCall } from '@ostiary/policy/symbolic';
import type { ClassId } from '../model/class-id.js';
import type { Severity } from '../model/finding.js';
import type { Answered } from './answered.js';
import type { BugClass } from './bug-class.js';
import type { Hunt } from './hunt.js';
import type { Mending } from './spellings.js';
import { findMilder, triedOf } from './milder.js';
import { named, words } from './text.js';
import { closes, isFree, isKnownToFold, isTurned, type TextTest, textTests, wordsOf } from './text-tests.js';
import { carried } from './values.js';

/** Another way to say what a text says. */
export interface Respelling {
  /** What is done to it: "in capitals". */
  readonly label: Words;
  /** Null: the text has no spelling of this kind. */
  readonly of: (word: string) => unknown;
}

interface RespelledClass {
  readonly id: ClassId;
  /** Of which texts it is asked; the catalogue allows for any. */
  readonly formats: readonly ('text' | 'keyword')[];
  readonly respellings: readonly Respelling[];
  /** Texts it concerns; all unless given. */
  readonly concerns?: (word: string) => boolean;
  readonly unknown: Severity;
  /** A class that tells of the same comparison by plainer means: where those do as well, this one adds little. */
  readonly plainer?: { readonly id: ClassId; readonly respellings: readonly Respelling[] };
  /** What the finding says of the two spellings. */
  readonly why: Words;
  /** The format that makes them one. */
  readonly format: string;
  /** How tests of one rule are mended where the text alone can be changed. */
  readonly mend: (hunt: Hunt, tool: string, tests: readonly TextTest[]) => Mending;
}

/**
 * A text that a confirmation or a refusal names, said in another way, gets a milder answer: sat fold(x) = fold(x') and D(x') < D(x).
 * Most formats make the spellings equal before anything is compared.
 */
export function respelledClass(kind: RespelledClass): BugClass {
  return {
    id: kind.id,
    each: 'tool',
    async *ask(hunt, { tools }) {
      for (const tool of tools) {
        const groups = Map.groupBy(
          textTests(hunt, tool).filter((test) => kind.formats.some((each) => isFree(test.type, each)) && closes(test)),
          ({ name, rule }) => `${rule.id} ${name}`,
        );
        for (const tests of groups.values()) {
          const answered = await askOf(hunt, kind, tool, tests);
          if (answered) yield answered;
        }
      }
    },
  };
}

/** Null: there is nothing to say in another way. */
async function askOf(
  hunt: Hunt,
  { id, respellings, concerns = () => true, unknown, plainer, why, format, mend }: RespelledClass,
  tool: string,
  tests: readonly TextTest[],
): Promise<Answered | null> {
  const [first] = tests;
  if (!first) return null;
  const { name, rule, type } = first;
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const calling = (raw: unknown): VariedCall => questions.vary({ args: { [name]: carried(first, raw) } });
  // What a rule leaves out is answered by others.
  const mustDecide = rule.effect !== 'allow' && !tests.some(isTurned);
  const pairs = tests
    .flatMap(wordsOf)
    .filter((word) => concerns(word) && readValue(type, word).ok)
    .flatMap((word) => {
      const strict = calling(word);
      const strictly = questions.answer(core, strict);
      return respellings.flatMap((respelling) => {
        const raw = respelling.of(word);
        // Without a catalogue nothing is refused for its type, so that other types are sent as well.
        const isSent = typeof raw === 'string' ? readValue(type, raw).ok : hunt.policy.catalogue === null;
        if (raw === null || raw === word || !isSent) return [];
        const mild = calling(raw);
        const milder = questions.answer(core, mild).milderThan(strictly);
        const own = mustDecide ? strictly.rules.find((each) => each.rule === rule) : undefined;
        const goal = own ? questions.factory.and(milder, strictly.decidedBy(own)) : milder;
        return [{ strict, mild, goal, about: { word, raw, label: respelling.label } }];
      });
    });
  if (pairs.length === 0) return null;
  const attribute = `args.${name}`;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], tool, attribute },
    shows: (strict) => !mustDecide || strict.deciding.some((each) => each.rule === rule.id),
    labels: ({ label }) => [words('as the rule says it', 'como a regra o diz'), label],
  });
  if (found.kind === 'answered') return found.answered;
  const { word, raw } = found.about;
  const folds = isKnownToFold(hunt, hunt.entry(tool), name, word);
  const twin = plainer && (await passes(hunt, tool, tests, word, plainer.respellings)) ? plainer.id : null;
  const more = twin
    ? {
        en: ` A plainer spelling passes as well (${twin}): one change may mend both.`,
        pt: ` Uma grafia mais simples também passa (${twin}): uma só alteração pode corrigir ambas.`,
      }
    : { en: '', pt: '' };
  const [was, is] = [`\`${JSON.stringify(word)}\``, `\`${JSON.stringify(raw)}\``];
  return {
    kind: 'found',
    bug: {
      severity: twin ? 'low' : folds ? 'high' : unknown,
      rules: [rule],
      tool,
      attribute,
      title: words(
        `${named([rule], 'en')} stops ${was} and not ${escaped(is)}`,
        `${named([rule], 'pt')} trava ${was} e não ${escaped(is)}`,
      ),
      detail: words(
        `\`${name}\` is compared as it stands. ${was} is answered ${found.strict.answer}, ${escaped(is)} ${found.mild.answer}. ${why.en} ${id === 'B06' ? 'Compare it as a number or as true and false.' : `Declare \`${name}\` as \`${format}\`, and spellings are made equal before they are compared.`}${more.en}`,
        `\`${name}\` é comparado tal como está. ${was} recebe ${found.strict.answer}, ${escaped(is)} recebe ${found.mild.answer}. ${why.pt} ${id === 'B06' ? 'Compare-o como número ou como verdadeiro e falso.' : `Declare \`${name}\` como \`${format}\`, e as grafias são igualadas antes de comparadas.`}${more.pt}`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      ...mend(hunt, tool, tests),
    },
  };
}

/** Whether some call that carries a word gets a milder answer with the word said in one of these ways. */
async function passes(
  hunt: Hunt,
  tool: string,
  [first]: readonly TextTest[],
  word: string,
  respellings: readonly Respelling[],
): Promise<boolean> {
  if (!first) return false;
  const { name, rule } = first;
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const calling = (raw: unknown): VariedCall => questions.vary({ args: { [name]: carried(first, raw) } });
  const strict = calling(word);
  const strictly = questions.answer(core, strict);
  const pairs = respellings.flatMap(({ of }) => {
    const raw = of(word);
    if (raw === null || raw === word) return [];
    const mild = calling(raw);
    return [{ strict, mild, goal: questions.answer(core, mild).milderThan(strictly), about: null }];
  });
  const at = { rules: [rule], tool, attribute: `args.${name}` };
  return pairs.length > 0 && (await findMilder(hunt, questions, pairs, { at })).kind === 'shown';
}

/** Characters that are not seen, or look like others, as escapes. */
const escaped = (text: string): string =>
  text.replace(/[^ -~]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
