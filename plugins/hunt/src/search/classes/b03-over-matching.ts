import type { Type } from '@ostiary/catalogue';
import { type CoreExpr, globSegments, partOf, readValue, regexNode, type StringPart } from '@ostiary/policy';
import { shortestWord } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import { like, matching, not, NOWHERE, or } from '../ask/attribute-terms.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { findMilder, triedOf } from '../ask/milder.js';
import { concerning } from '../ask/spellings.js';
import { listed, named, words } from '../ask/text.js';
import { opens, type TextTest, textTests } from '../ask/text-tests.js';
import { carried } from '../ask/values.js';
import { WrittenRule } from '../ask/written-rule.js';
import { quotedRegex, regexOf, writtenTest } from '../ask/written-test.js';
import type { Repair } from '../model/finding.js';

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

type Kind = 'email' | 'url' | 'domain';

/** What stands in no pattern of anybody. */
const STRANGER = 'attacker.example';
const CONTROL: Readonly<Record<Kind, string>> = {
  email: `eve@${STRANGER}`,
  url: `https://${STRANGER}/`,
  domain: STRANGER,
};

/** What looks as if it led to `own` and does not. */
const LOOKS_LIKE: Readonly<Record<Kind, (own: string) => readonly string[]>> = {
  email: (own) => [
    `eve@${STRANGER},ann@${own}`,
    `ann@${own},eve@${STRANGER}`,
    `eve@not${own}`,
    `eve@${own}.${STRANGER}`,
  ],
  url: (own) => [
    `https://${own}.${STRANGER}/`,
    `https://${own}@${STRANGER}/`,
    `https://not${own}/`,
    `https://${STRANGER}/${own}`,
    `https://${STRANGER}/.${own}/`,
    `https://${STRANGER}/?${own}`,
    `https://${STRANGER}/?https://${own}/`,
  ],
  domain: (own) => [`not${own}`, `${own}.${STRANGER}`],
};

async function askOf(hunt: Hunt, tool: string, test: TextTest): Promise<Answered | null> {
  const intended = test.test.op === 'like' || test.test.op === 'matches' ? domainIn(test.test.pattern) : null;
  const kind = kindOf(test);
  if (intended === null || kind === null) return null;
  const { name, rule, type } = test;
  const { core } = hunt.policy;
  const questions = hunt.questions(tool, 1);
  const strict = questions.vary({ args: { [name]: carried(test, CONTROL[kind]) } });
  const strictly = questions.answer(core, strict);
  const pairs = LOOKS_LIKE[kind](intended).flatMap((raw) => {
    const strangers = domainsOf(kind, raw).filter((domain) => domain !== intended && !domain.endsWith(`.${intended}`));
    if (strangers.length === 0 || !readValue(type, raw).ok) return [];
    const mild = questions.vary({ args: { [name]: carried(test, raw) } });
    return [{ strict, mild, goal: questions.answer(core, mild).milderThan(strictly), about: { raw, strangers } }];
  });
  if (pairs.length === 0) return null;
  const attribute = `args.${name}`;
  const bound = triedOf(pairs);
  const found = await findMilder(hunt, questions, pairs, {
    bound,
    at: { rules: [rule], tool, attribute },
    labels: () => [words('a stranger', 'um estranho'), words('a stranger in disguise', 'um estranho disfarçado')],
  });
  if (found.kind === 'answered') return found.answered;
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
      attribute,
      title: words(
        `The pattern of ${named([rule], 'en')} lets \`${name}\` lead elsewhere than \`${intended}\``,
        `O padrão de ${named([rule], 'pt')} deixa \`${name}\` levar a outro lugar que não \`${intended}\``,
      ),
      detail: words(
        `\`${raw}\` leads to ${by('en')} and is answered ${found.mild.answer}; said plainly, a stranger is answered ${found.strict.answer}. Compare the whole domain (\`.domain\`, \`.host\`), without a pattern.`,
        `\`${raw}\` leva a ${by('pt')} e recebe ${found.mild.answer}; dito abertamente, um estranho recebe ${found.strict.answer}. Compare o domínio inteiro (\`.domain\`, \`.host\`), sem padrão.`,
      ),
      witness: { kind: 'calls', steps: [found.strict, found.mild] },
      bound,
      repairs: repairsOf(hunt, test, meant),
      ...concerning(hunt, test, (operand) => not(meant.condition(operand))),
    },
  };
}

/** The domain that a pattern speaks of; null when it speaks of none. Without a scheme or an `@` before it, it may be the name of a file. */
function domainIn(pattern: string): string | null {
  const plain = pattern.replaceAll('\\.', '.').toLowerCase();
  const found = /[a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,})/.exec(plain);
  if (!found) return null;
  const [domain, top = ''] = found;
  return /:\/\/|@/.test(plain) || TOP_LEVELS.has(top) ? domain : null;
}

/** Those by which the language, too, takes a text for a domain. */
const TOP_LEVELS: ReadonlySet<string> = new Set(
  'com org net edu gov int mil info biz io dev app ai cloud eu example test local internal'.split(' '),
);

function kindOf({ type, test }: TextTest): Kind | null {
  if (type.kind !== 'string') return null;
  if (type.format === 'email' || type.format === 'url' || type.format === 'domain') return type.format;
  if (type.format !== 'text' || !('pattern' in test)) return null;
  if (test.pattern.includes('://')) return 'url';
  return test.pattern.includes('@') ? 'email' : null;
}

/** Where a text leads: the domain of each address, or the host behind a userinfo. */
function domainsOf(kind: Kind, raw: string): readonly string[] {
  if (kind === 'email') return raw.split(',').flatMap((each) => partOfText('email', each, 'domain'));
  if (kind === 'url') return partOfText('url', raw.replace(/^(https:\/\/)[^/?#]*@/, '$1'), 'host');
  return [raw];
}

function partOfText(format: 'email' | 'url', raw: string, part: 'domain' | 'host'): readonly string[] {
  const type: Type = { kind: 'string', format };
  const read = readValue(type, raw);
  const found = read.ok && typeof read.value === 'string' ? partOf(format, read.value, part) : null;
  return typeof found === 'string' ? [found] : [];
}

/** The part of a value that says where it leads; null of a domain, which is all of it. */
const PART = { email: 'domain', url: 'host', domain: null } as const;

/** Where a test is meant to lead: to a domain, and to those below it where its pattern holds them, too. */
class Meant {
  readonly below: boolean;

  constructor(
    private readonly test: TextTest,
    private readonly kind: Kind,
    private readonly own: string,
  ) {
    const below = `www.${own}`;
    const inner = { email: `ann@${below}`, url: `https://${below}/`, domain: below }[this.isOfPart ? 'domain' : kind];
    this.below = 'pattern' in test.test && isHeld(test.test, inner);
  }

  /** Of a text, which has no parts, an expression says it. */
  private get isText(): boolean {
    return this.test.type.kind === 'string' && this.test.type.format === 'text';
  }

  /** An expression of one address or URL of the domain. */
  private get expression(): string {
    const domain = `${this.below ? '([^.@/:?#,; ]+\\.)*' : ''}${regexOf(this.own)}`;
    return this.kind === 'email' ? `[^@,; ]+@${domain}` : `https?://${domain}(:[0-9]+)?([/?#].*)?`;
  }

  /** That a value leads there. */
  readonly condition = (operand: CoreExpr): CoreExpr => {
    if (this.isText) return matching(this.expression)(operand);
    const [part, type] = [PART[this.kind], { kind: 'string', format: 'domain' } as const];
    const domain: CoreExpr = part === null ? operand : { op: 'part', operand, part, type };
    const itself: CoreExpr = { op: 'member', operand: domain, values: [this.own], type, span: NOWHERE };
    return this.below ? or(itself, like(`*.${this.own}`)(domain)) : itself;
  };

  /** Whether what is tested is the part already that says where it leads. */
  private get isOfPart(): boolean {
    return 'operand' in this.test.test && this.test.test.operand.op === 'part';
  }

  /** The part of what is tested that says where it leads; null where there is none. */
  private get part(): (typeof PART)[Kind] {
    return this.isText || this.isOfPart ? null : PART[this.kind];
  }

  /** The same as tests of a subject, of which one must hold. */
  written(subject: string): readonly string[] {
    if (this.isText) return [`${subject} matches ${quotedRegex(this.expression)}`];
    const domain = this.part === null ? subject : `${subject}.${this.part}`;
    const itself = `${domain} == ${JSON.stringify(this.own)}`;
    return this.below ? [itself, `${domain} like ${JSON.stringify(`*.${this.own}`)}`] : [itself];
  }

  get title() {
    return this.part === null
      ? words(`Ask for \`${this.own}\``, `Pedir \`${this.own}\``)
      : words(`Compare \`.${this.part}\``, `Comparar \`.${this.part}\``);
  }
}

function isHeld(test: TextTest['test'], text: string): boolean {
  if (test.op === 'like')
    return new RegExp(
      `^${globSegments(test.pattern)
        .map((each) => (each.kind === 'star' ? '.*' : regexOf(each.text)))
        .join('')}$`,
      'su',
    ).test(text);
  const word =
    test.op === 'matches'
      ? shortestWord({
          inside: [
            { kind: 'regex', node: regexNode(test.pattern) },
            { kind: 'regex', node: regexNode(regexOf(text)) },
          ],
        })
      : null;
  return typeof word === 'string';
}

/**
 * A test of where it leads in the place of the pattern, or beside it, in the rule or in the definition that says it. In dialect 1 each of two
 * tests has a rule of its own.
 */
function repairsOf(hunt: Hunt, { rule, test }: TextTest, meant: Meant): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  const isFirst = hunt.policy.core.dialect === 1;
  return [
    (_: string, each: string) => each,
    (source: string, each: string) => `${source}${isFirst ? ' and ' : ' && '}${each}`,
  ].flatMap((said) => {
    const as =
      (which: number) =>
      (source: string): string | null => {
        const parts = writtenTest(source);
        // What is turned would have to be an alternative beside the pattern.
        if (!parts || parts.negated) return null;
        const tests = meant.written(parts.subject);
        const each = isFirst || tests.length === 1 ? tests[which] : `(${tests.join(' || ')})`;
        return each === undefined ? null : said(source, each);
      };
    const other = isFirst && meant.below ? written?.replaced(test, as(1)) : undefined;
    return repairOf(hunt, meant.title, [
      written?.replacedWhereSaid(test, as(0)),
      ...(other === undefined ? [] : [other && written?.copy(`${rule.id}-below`, [other])]),
    ]);
  });
}
