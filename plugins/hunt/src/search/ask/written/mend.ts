import { preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import type { HistoryCondition, HistoryExpr, PolicyTree } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';

/** A stretch of the text, and what is to stand there. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with some stretches of it changed, none of which overlap. */
export const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((left, edit) => `${left.slice(0, edit.start)}${edit.text}${left.slice(edit.end)}`, text);

/** The policy with some stretches changed; null where that is no policy. */
export const mended = ({ policy }: Hunt, edits: readonly Edit[]): PreparedPolicy | null =>
  preparedAs(policy, applied(policy.text, edits));

/** Another text over the catalogue of a policy; null where that is no policy. */
export function preparedAs(policy: PreparedPolicy, text: string): PreparedPolicy | null {
  const catalogue = givenCatalogue(policy);
  const result = preparePolicy({ text, dialect: policy.core.dialect }, catalogue === null ? {} : { catalogue });
  return result.ok ? result.policy : null;
}

/** The catalogue that was given, without what the text declares. */
function givenCatalogue({ catalogue, catalogueDigest, tree }: PreparedPolicy): unknown {
  if (!catalogue || catalogueDigest === null) return null;
  const declared = tree.items.flatMap((item) => (item.kind === 'tool' ? [item.name.text] : []));
  const roots = tree.items.flatMap((item) => (item.kind === 'attributes' ? [item.root] : []));
  const groups = tree.items.flatMap((item) => (item.kind === 'group' ? [item.name.text] : []));
  return Object.fromEntries(
    Object.entries({
      ...catalogue,
      tools: catalogue.tools.filter(({ name }) => !declared.includes(name)),
      ...(catalogue.groups && {
        groups: Object.fromEntries(Object.entries(catalogue.groups).filter(([name]) => !groups.includes(name))),
      }),
    }).filter(([name]) => !roots.some((root) => root === name)),
  );
}

type Node<Kind extends HistoryExpr['kind']> = Extract<HistoryExpr, { kind: Kind }>;
type ConditionNode = Node<'formerly' | 'previous' | 'since' | 'count' | 'sum'>;

/** How a condition on the history is written. */
export class WrittenCondition {
  private constructor(
    private readonly text: string,
    private readonly node: ConditionNode,
  ) {}

  static of({ policy }: Hunt, { span }: HistoryCondition): WrittenCondition | null {
    const node = historyOf(policy.tree).find((each) => each.span.start === span.start && each.span.end === span.end);
    return node && 'event' in node ? new WrittenCondition(policy.text, node) : null;
  }

  /** The event in another state. */
  inState(state: string): Edit {
    const { tools, span } = this.node.event;
    const start = this.text.indexOf('.', tools.span.end) + 1;
    const word = /^\s*\w+/u.exec(this.text.slice(start, span.end))?.[0] ?? '';
    return { start, end: start + word.length, text: state };
  }

  /** The event with more fields that it shares with the call: arguments of the same name. */
  sharing(names: readonly string[]): Edit {
    const { span, fields } = this.node.event;
    const added = names.map((name) => `${word(name)}: ${path(name)}`).join(', ');
    if (fields.length === 0 && this.text[span.end - 1] !== '}')
      return { start: span.end, end: span.end, text: `{ ${added} }` };
    const inside = this.text.lastIndexOf('}', span.end);
    const end = this.text.slice(0, inside).trimEnd().length;
    return { start: end, end, text: `${fields.length === 0 ? ' ' : ', '}${added}` };
  }

  /** A field of the event against the argument of that name. */
  ofSameName(name: string): Edit | null {
    const value = this.node.event.fields.find((field) => field.name.text === name)?.value;
    return value && value !== '*' ? { ...value.span, text: path(name) } : null;
  }

  /** Whose events are meant. */
  by(key: string): Edit {
    if (this.node.key) return { ...this.node.key.span, text: key };
    const at = this.node.event.span.start;
    return { start: at, end: at, text: `by ${key} ` };
  }

  /** How far back. */
  within(window: string): Edit | null {
    const { start } = this.node.span;
    const end = this.node.key?.span.start ?? this.node.span.end;
    const found = /\bwithin\s+(session|\w+)/u.exec(this.text.slice(start, end));
    const [, old] = found ?? [];
    if (!found || old === undefined) return null;
    const at = start + found.index + found[0].length - old.length;
    return { start: at, end: at + old.length, text: window };
  }

  /** The events of a tool besides; null: they are of a class of tools. */
  alsoOf(tool: string): Edit | null {
    const { tools } = this.node.event;
    if (tools.kind !== 'tools') return null;
    return { ...tools.span, text: `[${[...tools.names.map((each) => each.text), tool].map(toolName).join(', ')}]` };
  }

  /** A sum with the present call in it. */
  includingThis(): Edit | null {
    if (this.node.kind !== 'sum' || this.node.includingThis) return null;
    const { end } = this.node.key.span;
    return { start: end, end, text: ' including this' };
  }

  /** How far back, and whose events, as it is written: ` by anyone`, or nothing. */
  get said(): { readonly window: string; readonly key: string } {
    const { window, key } = this.node;
    return {
      window: window.kind === 'session' ? 'session' : window.text,
      key: key ? ` by ${this.text.slice(key.span.start, key.span.end)}` : '',
    };
  }

  /** The whole of it in other words. */
  replaced(change: (text: string, window: string) => string): Edit {
    const { start, end } = this.node.span;
    const { window } = this.node;
    return {
      start,
      end,
      text: change(this.text.slice(start, end), window.kind === 'session' ? 'session' : window.text),
    };
  }
}

const toolName = (name: string): string => (isWord(name) ? name : JSON.stringify(name));
const isWord = (name: string): boolean => /^[A-Za-z_]\w*$/u.test(name);
const word = (name: string): string => (isWord(name) && name !== 'by' ? name : JSON.stringify(name));
const path = (name: string): string => (isWord(name) ? `args.${name}` : `args[${JSON.stringify(name)}]`);

function historyOf(tree: PolicyTree): readonly HistoryExpr[] {
  return tree.items.flatMap((item) =>
    item.kind === 'rule'
      ? item.clauses.flatMap((clause) => (clause.over === 'history' ? [...allIn(clause.body)] : []))
      : [],
  );
}

function* allIn(expr: HistoryExpr): Generator<HistoryExpr> {
  yield expr;
  if (expr.kind === 'h_logic') {
    yield* allIn(expr.left);
    yield* allIn(expr.right);
  } else if (expr.kind === 'h_not') yield* allIn(expr.operand);
  else if (expr.kind === 'h_quantifier') yield* allIn(expr.body);
  else if (expr.kind === 'since') yield* allIn(expr.holds);
}
