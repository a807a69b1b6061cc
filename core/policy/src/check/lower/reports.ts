import type { StringType } from '@ostiary/catalogue';
import type { Name, PathExpr } from '../../syntax/ast.js';
import { pathText } from '../../syntax/print/expressions.js';
import { MAX_CANDIDATES, nearestNames } from '../../text/nearest.js';
import type { ReadRoot } from '../environment.js';
import { listNames, rename } from '../rename.js';
import { namesIn } from '../scope.js';
import { typeTerm } from '../../values/types.js';
import type { Lowering, Names } from './context.js';
import { STRING_PARTS } from '../../values/parts.js';

/** Reports a part that strings of this format do not have. */
export function reportPart(l: Lowering, path: PathExpr, type: StringType): null {
  const part = path.segments.at(-1)?.text ?? '';
  const parts = Object.keys(STRING_PARTS[type.format]);
  const term = typeTerm({ kind: 'string', format: type.format });
  return l.sink.reject('part_unknown', path.span, { path: pathText(path), type: term, part, parts: parts.join(', ') });
}

/** Reports a path no tool, or neither principal nor session nor now, has; nearest names come from the same level. */
export function reportUnknown(l: Lowering, path: PathExpr, root: ReadRoot, tools: readonly string[] = [l.tool]): void {
  if (l.sink.isFull) return;
  const segments = path.segments.map(({ text }) => text);
  const names = new Set<string>();
  let wrong = path.segments.length - 1;
  for (const tool of tools) {
    let depth = segments.length - 1;
    while (depth > 0 && l.environment.typeOf(tool, root, segments.slice(0, depth))?.type.kind !== 'record') depth--;
    wrong = Math.min(wrong, depth);
    if (names.size < MAX_CANDIDATES)
      for (const name of fieldNames(l, tool, root, segments.slice(0, depth))) names.add(name);
  }
  const name: Name | undefined = path.segments[wrong];
  if (!name) return;
  const nearest = nearestNames(name.text, names);
  const [best] = nearest;
  const params = { path: pathText(path), nearest: listNames(nearest) };
  if (root === 'args') l.sink.report('argument_unknown', path.span, params, rename(name, best));
  else l.sink.report('attribute_unknown', path.span, { where: `#where.${root}`, ...params }, rename(name, best));
}

function fieldNames(l: Lowering, tool: string, root: ReadRoot, path: readonly string[]): readonly string[] {
  const at = path.length === 0 ? l.environment.record(tool, root) : l.environment.typeOf(tool, root, path)?.type;
  return at?.kind === 'record' ? Object.keys(at.fields) : [];
}

/** Reports a name that is no variable, parameter, definition or named list. */
export function reportName(l: Lowering, name: Name, names: Names): null {
  if (l.sink.isFull) return null;
  if (l.lists.has(name.text)) return l.sink.reject('list_as_value', name.span, { name: name.text });
  const args = fieldNames(l, l.tool, 'args', []);
  const bound = [...namesIn(names)];
  const alike = nearestNames(name.text, [...bound, ...l.defines.keys(), ...l.lists.keys()]);
  const fix = args.includes(name.text) ? `args.${name.text}` : alike[0];
  // Where an item has a name, another one is likely a slip.
  const nearest = alike.length > 0 ? alike : bound.slice(0, MAX_CANDIDATES);
  const edit = fix === undefined ? undefined : { span: name.span, text: fix };
  return l.sink.reject('name_unknown', name.span, { name: name.text, nearest: listNames(nearest) }, edit);
}

/** The first few tools, and how many more there are. */
export function shortList(tools: readonly string[]): string {
  const shown = listNames(tools.slice(0, 5));
  return tools.length > 5 ? `${shown} (+${String(tools.length - 5)})` : shown;
}
