import type { Field, Type } from '@ostiary/catalogue';
import type { Hunt } from '../hunt/hunt.js';

/** The arguments of a tool: declared, or found from use. */
export function fieldsOf(hunt: Hunt, tool: string): Readonly<Record<string, Field>> {
  const { inferred } = hunt.policy.core;
  return hunt.entry(tool)?.args.fields ?? inferred?.tools[tool]?.fields ?? {};
}

export const isNumber = ({ kind }: Type): boolean => kind === 'money' || kind === 'int' || kind === 'decimal';

/** What cannot be undone, or needs special rights. */
export const isGrave = (hunt: Hunt, tool: string): boolean =>
  (hunt.entry(tool)?.classes ?? []).some((each) => each === 'irreversible' || each === 'privileged');

/** Only looks. */
export const isRead = (hunt: Hunt, tool: string): boolean => {
  const classes = hunt.entry(tool)?.classes ?? [];
  return classes.includes('read') && !classes.some((each) => each !== 'read' && each !== 'source');
};
