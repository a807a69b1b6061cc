import type { TaintRule, ToolEffect } from '../../model/index.js';

/** The label that a rule follows (S11). */
export type Label = 'untrusted' | 'private';

export const labelOf = ({ form }: Pick<TaintRule, 'form'>): Label =>
  form === 'private_to_sink' ? 'private' : 'untrusted';

/** What a tool does to a label: its results carry it, are without it, have it from what the call was made with; or nobody knows. */
export type Role = 'source' | 'cleaner' | 'passes_on' | 'maybe_source' | 'maybe_cleaner' | 'unknown';

export function roleOf(tool: ToolEffect | undefined, label: Label): Role {
  if (tool === undefined) return 'unknown';
  const { classes, labels } = tool;
  const says = (role: 'source' | 'cleaner'): boolean | null =>
    classes.includes(role) ? (labels === undefined ? null : labels.includes(label)) : false;
  const source = says('source');
  if (source) return 'source';
  const cleaner = says('cleaner');
  if (source === null) return cleaner === false ? 'maybe_source' : 'unknown';
  return cleaner === null ? 'maybe_cleaner' : cleaner ? 'cleaner' : 'passes_on';
}
