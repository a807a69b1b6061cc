import { TOOL_CLASSES, type ToolClass } from './model.js';
import type { ToolRoles } from './roles.js';

/** Sorted in the order of TOOL_CLASSES, without repeats; what cannot be undone is also a write. */
export function normalClasses(classes: Iterable<ToolClass>): readonly ToolClass[] {
  const set = new Set(classes);
  if (set.has('irreversible')) set.add('write');
  return TOOL_CLASSES.filter((name) => set.has(name));
}

/** Whether a value names a class of tools: `read`, `write`, ... */
export function isToolClass(text: unknown): text is ToolClass {
  return (TOOL_CLASSES as readonly unknown[]).includes(text);
}

/** What stands in a role has its class, so that nobody states it twice. */
export function classesOfRoles(roles: ToolRoles): readonly ToolClass[] {
  return [
    ...(roles.checks ? (['check'] as const) : []),
    ...(roles.confirms ? (['confirmation'] as const) : []),
    ...(roles.compensates === undefined ? [] : (['compensation'] as const)),
    ...(roles.idempotencyKey === undefined ? [] : (['idempotent'] as const)),
  ];
}
