import { type CoreExpr, globSegments, regexNode } from '@ostiary/policy';
import { shortestWord } from '@ostiary/policy/symbolic';
import { like, matching, NOWHERE, or } from '../calls/attribute-terms.js';
import { repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { words } from '../hunt/text.js';
import type { TextTest } from '../calls/text-tests.js';
import { WrittenRule } from '../written/written-rule.js';
import { quotedRegex, regexOf, writtenTest } from '../written/written-test.js';
import type { Repair } from '../../model/finding.js';
import type { Kind } from './strangers.js';

/** The part of a value that says where it leads; null of a domain, which is all of it. */
const PART = { email: 'domain', url: 'host', domain: null } as const;

/** Where a test is meant to lead: to a domain, and to those below it where its pattern holds them, too. */
export class Meant {
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
      ? words(`Require \`${this.own}\``, `Exigir \`${this.own}\``)
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
export function leadingThere(hunt: Hunt, { rule, test }: TextTest, meant: Meant): readonly Repair[] {
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
