import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreExpr, type CoreRule } from '@ostiary/policy';
import { repairOf } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { withoutStretches } from '../written/rule-edits.js';
import { words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';
import type { Repair } from '../../model/finding.js';

/** A value in a list of a rule. */
export interface Value {
  readonly rule: CoreRule;
  readonly test: Member;
  readonly at: number;
}

/** A test for membership of a list. */
export type Member = Extract<CoreExpr, { op: 'member' }>;

/** The text without a definition or list. */
export function withoutDefinition({ tree, text }: PreparedPolicy, name: string): readonly Repair[] {
  const found = tree.items.find((item) => (item.kind === 'define' || item.kind === 'list') && item.name.text === name);
  if (!found) return [];
  return [{ title: words(`Remove \`${name}\``, `Remover \`${name}\``), text: withoutStretches(text, [found.span]) }];
}

/** The text in which an attribute is not declared. */
export function withoutAttribute({ tree, text }: PreparedPolicy, root: string, name: string): readonly Repair[] {
  const fields = tree.items.flatMap((item) =>
    item.kind === 'attributes' && item.root === root ? item.record.fields : [],
  );
  const at = fields.findIndex((field) => field.name.text === name);
  const [before, field, after] = [fields[at - 1], fields[at], fields[at + 1]];
  if (!field) return [];
  const start = after || !before ? field.span.start : before.span.end;
  const end = after?.span.start ?? field.span.end;
  const title = words(
    `Remove \`${root}.${name}\` from the declarations`,
    `Remover \`${root}.${name}\` das declarações`,
  );
  return [{ title, text: `${text.slice(0, start)}${text.slice(end)}` }];
}

/** The list as it stands in the rule, without one of its values. */
export function withoutValue(hunt: Hunt, { rule, test, at }: Value): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule)?.replaced(test, (source) => {
    const [, before, items, after] = /^([^[]*\[)([^[\]]*)(\].*)$/su.exec(source) ?? [];
    const listed = items?.split(',') ?? [];
    if (before === undefined || listed.length !== test.values.length || listed.length < 2) return null;
    return `${before}${listed.toSpliced(at, 1).join(',').trim()}${after ?? ''}`;
  });
  return repairOf(hunt, words('Remove the value', 'Remover o valor'), [written]);
}
