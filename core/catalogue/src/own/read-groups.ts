import { nameFault } from '../names.js';
import type { Findings } from '../report/findings.js';
import { isObject, kindOf } from '../report/json.js';
import { child } from '../report/pointer.js';
import type { Fields } from './fields.js';

/** Which group of principals lies in which: `"groups": {"clerks": ["staff"]}`. */
export type GroupsOf = Readonly<Record<string, readonly string[]>>;

/** Reads `groups`; reports names that no group can have, and groups that lie in themselves. */
export function readGroups(fields: Fields, findings: Findings): GroupsOf | undefined {
  const value = fields.raw('groups');
  if (value === undefined) return undefined;
  const at = fields.at('groups');
  if (!isObject(value)) {
    findings.error(at, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return undefined;
  }
  const groups = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, parents] of Object.entries(value)) {
    const pointer = child(at, name);
    if (!checkName(name, pointer, findings)) continue;
    if (!Array.isArray(parents)) {
      findings.error(pointer, 'wrong_type', { expected: 'array', found: kindOf(parents) });
      continue;
    }
    parents.forEach((parent: unknown, index) => {
      if (typeof parent === 'string') checkName(parent, child(pointer, index), findings);
      else findings.error(child(pointer, index), 'wrong_type', { expected: 'string', found: kindOf(parent) });
    });
    groups[name] = parents.filter((parent): parent is string => typeof parent === 'string');
  }
  const folded = new Map(Object.entries(groups).map(([name, parents]) => [fold(name), parents.map(fold)]));
  const [circular] = circleOfGroups(folded);
  const written = Object.keys(groups).find((name) => fold(name) === circular);
  if (written !== undefined) findings.error(child(at, written), 'group_cycle', { group: written });
  return groups;
}

/** Groups are keywords, so these spellings are one. */
const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

function checkName(name: string, pointer: string, findings: Findings): boolean {
  const fault = nameFault(name);
  if (fault === null) return true;
  if (fault === 'reserved') findings.error(pointer, 'name_reserved', { name });
  else findings.error(pointer, 'name_invalid', { name, why: fault });
  return false;
}

/** Groups that lie in one another in a circle; empty when there are none. Iterative: chains may be long. */
export function circleOfGroups(groups: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  for (const start of groups.keys()) {
    if (done.has(start)) continue;
    const stack: { readonly name: string; readonly rest: string[] }[] = [
      { name: start, rest: [...(groups.get(start) ?? [])] },
    ];
    const onStack = new Set([start]);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        stack.pop();
        onStack.delete(top.name);
        done.add(top.name);
      } else if (onStack.has(next)) {
        const names = stack.map(({ name }) => name);
        return names.slice(names.indexOf(next));
      } else if (!done.has(next)) {
        stack.push({ name: next, rest: [...(groups.get(next) ?? [])] });
        onStack.add(next);
      }
    }
  }
  return [];
}
