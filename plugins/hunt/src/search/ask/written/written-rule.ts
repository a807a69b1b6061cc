import type { CoreExpr, CoreRule, Effect, PolicyTree } from '@ostiary/policy';
import type { PreparedPolicy } from '@ostiary/guard';
import { freeId, toolWord } from './edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { applied, type Edit } from './mend.js';
import { spanOf } from '../guards/tests.js';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

type RuleNode = Extract<PolicyTree['items'][number], { kind: 'rule' }>;

/** How a rule is written, and what of it can be written otherwise. What is not edited stays as it is, to the byte. */
export class WrittenRule {
  private constructor(
    private readonly policy: PreparedPolicy,
    private readonly node: RuleNode,
  ) {}

  static of({ policy }: Hunt, { span }: CoreRule): WrittenRule | null {
    const node = policy.tree.items.find((item) => item.kind === 'rule' && item.span.start === span.start);
    return node?.kind === 'rule' ? new WrittenRule(policy, node) : null;
  }

  /** Whether it names its tools one by one. */
  get namesTools(): boolean {
    return this.node.target.kind === 'tools';
  }

  /** What it asks of the call, in one expression; null where it asks nothing, or something of the history or of who calls. */
  get condition(): string | null {
    const { clauses, principal } = this.node;
    const parts = clauses.map(({ kind, over, body }) => {
      return over === 'history' ? null : { kind, source: this.sourceOf(body) };
    });
    const isFirst = this.policy.core.dialect === 1;
    if (
      principal ||
      parts.length === 0 ||
      parts.includes(null) ||
      (isFirst && parts.some((part) => part?.kind !== 'when'))
    )
      return null;
    if (parts.length === 1 && parts[0]?.kind === 'when') return parts[0].source;
    return parts.map((part) => `${part?.kind === 'unless' ? '!' : ''}(${part?.source ?? ''})`).join(' && ');
  }

  /**
   * What says that another rule does not hold where this one does: `unless { args.n < 3 }`. Empty where it asks nothing; null where it
   * takes more than one clause, or asks who calls.
   */
  get exception(): string | null {
    const { clauses, principal } = this.node;
    const [only, ...more] = clauses;
    if (only?.over === 'history' && only.kind === 'when' && more.length === 0 && !principal)
      return ` unless history { ${this.sourceOf(only.body)} }`;
    const { condition } = this;
    if (condition === null) return null;
    return this.policy.core.dialect === 1 ? ` unless ${condition}` : ` unless { ${condition} }`;
  }

  /** The rule about all calls but some. @param but what `exception` gives of other rules */
  everywhereBut(but: readonly string[]): readonly Edit[] {
    const edits = this.unconditional();
    const [first, ...others] = edits;
    return first ? [{ ...first, text: but.join('') }, ...others] : [];
  }

  private sourceOf({ span }: { readonly span: Stretch }): string {
    return this.policy.text.slice(span.start, span.end);
  }

  /** The rule with another effect. */
  effect(effect: Effect): Edit {
    return { ...this.node.effectWord.span, text: effect };
  }

  /** The rule about these tools and no others. */
  about(tools: readonly string[]): Edit {
    return { ...this.node.target.span, text: targetOf(this.policy, tools) };
  }

  /** The rule without its conditions on the call and on the history. */
  unconditional(): readonly Edit[] {
    return this.node.clauses.map(({ span }) => {
      const before = this.policy.text.slice(0, span.start);
      return { start: before.trimEnd().length, end: span.end, text: '' };
    });
  }

  /** The rule only where another one applies as well; null where the two cannot be written in one. */
  alsoWhere(other: WrittenRule): Edit | null {
    const { text, core } = this.policy;
    const source = ({ span }: { readonly span: Stretch }): string => text.slice(span.start, span.end);
    const { clauses, target } = this.node;
    if (other.node.principal) return null;
    if (core.dialect === 2) return this.with(other.node.clauses.map((clause) => source(clause)).join(' '));
    if (other.node.clauses.some(({ kind }) => kind === 'unless')) return null;
    const [asked, when] = [other.node.clauses[0], clauses.find(({ kind }) => kind === 'when')];
    const end = (when ?? target).span.end;
    return { start: end, end, text: asked ? ` ${when ? 'and' : 'when'} ${source(asked.body)}` : '' };
  }

  /** The rule with one more clause, of dialect 2. */
  with(clause: string): Edit {
    const end = this.policy.text.lastIndexOf(';', this.node.span.end);
    return { start: end, end, text: ` ${clause}` };
  }

  /** A test as it is written; null where it does not stand in the rule. */
  source(test: CoreExpr): string | null {
    const span = this.placeOf(test);
    return span && this.policy.text.slice(span.start, span.end);
  }

  /** The rule with a test of it in other words; null where the test does not stand in the rule. */
  replaced(test: CoreExpr, change: (written: string) => string | null): Edit | null {
    return this.changed(this.placeOf(test), change);
  }

  /** The same, in the definition that the rule gets the test from where it does not stand in the rule itself. */
  replacedWhereSaid(test: CoreExpr, change: (written: string) => string | null): Edit | null {
    return this.changed(this.placeOf(test) ?? this.definedAt(test), change);
  }

  private changed(span: Stretch | null, change: (written: string) => string | null): Edit | null {
    const written = span && this.policy.text.slice(span.start, span.end);
    const text = written === null ? null : change(written);
    return span && text !== null && text !== written ? { ...span, text } : null;
  }

  /** The rule with some words in it exchanged; null where there are none of them. */
  reworded(change: (written: string) => string): Edit | null {
    const { start, end } = this.node.span;
    const written = this.policy.text.slice(start, end);
    const text = change(written);
    return text === written ? null : { start, end, text };
  }

  /** The rule once more beneath itself, under another name and with some edits of it. */
  copy(id: string, edits: readonly Edit[]): Edit {
    const { start, end } = this.node.span;
    const own = this.node.annotations.find(({ name }) => name.text === 'id');
    const name = `@id(${JSON.stringify(freeId(this.policy, id))})`;
    const named = own ? { ...own.span, text: name } : { start, end: start, text: `${name} ` };
    const text = applied(
      this.policy.text.slice(start, end),
      [named, ...edits].map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    );
    const note = /^[ \t]*(?:\/\/[^\n]*)?(?=\n|$)/u.exec(this.policy.text.slice(end))?.[0] ?? '';
    return { start: end + note.length, end: end + note.length, text: `\n${text}` };
  }

  private placeOf(test: CoreExpr): Stretch | null {
    const [span, { start, end }] = [spanOf(test), this.node.span];
    return span && span.start > start && span.end < end ? span : null;
  }

  private definedAt(test: CoreExpr): Stretch | null {
    const span = spanOf(test);
    const isIn = ({ start, end }: Stretch): boolean => !!span && span.start >= start && span.end <= end;
    return this.policy.tree.items.some((item) => item.kind === 'define' && isIn(item.body.span)) ? span : null;
  }
}

/** Some tools as the target of a rule. */
function targetOf({ core: { dialect } }: PreparedPolicy, tools: readonly string[]): string {
  const names = tools.map((tool) => (dialect === 1 ? toolWord(tool) : JSON.stringify(tool)));
  if (dialect === 1) return names.length === 1 ? (names[0] ?? '') : `[${names.join(', ')}]`;
  return names.length === 1 ? `tool == ${names[0] ?? ''}` : `tool in [${names.join(', ')}]`;
}
