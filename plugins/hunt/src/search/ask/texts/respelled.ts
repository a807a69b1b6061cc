import type { Words } from '@ostiary/guard';
import { readValue } from '@ostiary/policy';
import type { ClassId } from '../../model/class-id.js';
import type { Bound, Severity } from '../../model/finding.js';
import type { Answered, Mending } from '../hunt/answered.js';
import type { BugClass } from '../hunt/bug-class.js';
import { decides } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { findMilder, pairOf, type Shown, triedOf } from '../calls/milder.js';
import { named, words } from '../hunt/text.js';
import { closes, isFree, isKnownToFold, isTurned, type TextTest, textTests, wordsOf } from '../calls/text-tests.js';
import { carrying } from '../calls/values.js';
import { variedCalls } from '../calls/varied-calls.js';

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
        for (const [first, ...others] of groups.values()) {
          const answered = first ? await askOf(hunt, kind, tool, [first, ...others]) : null;
          if (answered) yield answered;
        }
      }
    },
  };
}

/** What was said in another way, and how. */
interface Respelt {
  readonly word: string;
  readonly raw: unknown;
  readonly label: Words;
}

/** Null: there is nothing to say in another way. */
async function askOf(
  hunt: Hunt,
  kind: RespelledClass,
  tool: string,
  tests: readonly [TextTest, ...TextTest[]],
): Promise<Answered | null> {
  const { respellings, concerns = () => true, plainer } = kind;
  const [first] = tests;
  const { name, rule, type } = first;
  const questions = hunt.questions(tool, 1);
  // What a rule leaves out is answered by others.
  const mustDecide = rule.effect !== 'allow' && !tests.some(isTurned);
  const pairs = tests
    .flatMap(wordsOf)
    .filter((word) => concerns(word) && readValue(type, word).ok)
    .flatMap((word) => {
      const [said] = variedCalls(hunt, questions, carrying(first, word));
      return respellings.flatMap((respelling) => {
        const raw = respelling.of(word);
        // Without a catalogue nothing is refused for its type, so that other types are sent as well.
        const isSent = typeof raw === 'string' ? readValue(type, raw).ok : hunt.policy.catalogue === null;
        if (raw === null || raw === word || !isSent) return [];
        const [respelt] = variedCalls(hunt, questions, carrying(first, raw));
        const pair = pairOf(said, respelt, { word, raw, label: respelling.label });
        const own = mustDecide ? said.answer.rules.find((each) => each.rule === rule) : undefined;
        return own ? [{ ...pair, goal: questions.factory.and(pair.goal, said.answer.decidedBy(own)) }] : [pair];
      });
    });
  if (pairs.length === 0) return null;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], attribute: `args.${name}` },
    shows: (strict) => !mustDecide || decides(rule, strict),
    labels: ({ label }) => [words('as the rule writes it', 'como a regra o escreve'), label],
  });
  if (found.kind === 'answered') return found.answered;
  const { word } = found.about;
  const twin = plainer && (await passes(hunt, tool, tests, word, plainer.respellings)) ? plainer.id : null;
  return told(hunt, kind, tool, tests, found, twin, bound);
}

/** @param twin the class by whose plainer spellings the same is passed */
function told(
  hunt: Hunt,
  { id, unknown, why, format, mend }: RespelledClass,
  tool: string,
  tests: readonly [TextTest, ...TextTest[]],
  found: Shown<Respelt>,
  twin: ClassId | null,
  bound: Bound,
): Answered {
  const [{ name, rule }] = tests;
  const { word, raw } = found.about;
  const folds = isKnownToFold(hunt, hunt.entry(tool), name, word);
  const more = twin
    ? {
        en: ` A simpler spelling passes as well (${twin}): one change may fix both.`,
        pt: ` Uma grafia mais simples também passa (${twin}): uma só alteração pode corrigir as duas.`,
      }
    : { en: '', pt: '' };
  const [was, is] = [`\`${JSON.stringify(word)}\``, `\`${JSON.stringify(raw)}\``];
  return {
    kind: 'found',
    bug: {
      severity: twin ? 'low' : folds ? 'high' : unknown,
      rules: [rule],
      tool,
      attribute: `args.${name}`,
      title: words(
        `${named([rule], 'en')} stops ${was} but not ${escaped(is)}`,
        `${named([rule], 'pt')} bloqueia ${was}, mas não ${escaped(is)}`,
      ),
      detail: words(
        `\`${name}\` is compared letter by letter. ${was} gets \`${found.strict.answer}\`, ${escaped(is)} gets \`${found.mild.answer}\`. ${why.en} ${id === 'B06' ? 'Compare it as a number or as a Boolean.' : `Declare \`${name}\` as \`${format}\`: then different spellings of a word are equal.`}${more.en}`,
        `\`${name}\` é comparado letra a letra. ${was} recebe \`${found.strict.answer}\`, ${escaped(is)} recebe \`${found.mild.answer}\`. ${why.pt} ${id === 'B06' ? 'Compare-o como número ou como booleano.' : `Declare \`${name}\` como \`${format}\`: assim, grafias diferentes de uma palavra são iguais.`}${more.pt}`,
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
  [first]: readonly [TextTest, ...TextTest[]],
  word: string,
  respellings: readonly Respelling[],
): Promise<boolean> {
  const { name, rule } = first;
  const questions = hunt.questions(tool, 1);
  const [said] = variedCalls(hunt, questions, carrying(first, word));
  const pairs = respellings.flatMap(({ of }) => {
    const raw = of(word);
    if (raw === null || raw === word) return [];
    const [respelt] = variedCalls(hunt, questions, carrying(first, raw));
    return [pairOf(said, respelt, null)];
  });
  const at = { rules: [rule], attribute: `args.${name}` };
  return pairs.length > 0 && (await findMilder(hunt, questions, pairs, { at })).kind === 'shown';
}

/** Characters that are not seen, or look like others, as escapes. */
const escaped = (text: string): string =>
  text.replace(/[^ -~]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
