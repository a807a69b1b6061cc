import { readText } from '../gate/index.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/**
 * The MCP annotations that an export carries beside its tools, by the name of the tool: of each object with a `name` and `annotations` that state a hint. Of two with
 * one name the first in the document is taken. What does not read has none: whoever reads the graph says why.
 *
 * @param source parsed JSON, or the text of a document; bytes are UTF-8
 */
export function annotationsIn(source: unknown): ReadonlyMap<string, unknown> {
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return annotationsOf(source);
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  if (!HINTS.some((hint) => text.includes(hint))) return new Map();
  const read = readText(source);
  return read.ok && read.form !== 'xml' ? annotationsOf(read.tree) : new Map();
}

function annotationsOf(tree: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const todo: unknown[] = [tree];
  while (todo.length > 0) {
    const value = todo.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      // One by one: a spread of a million nodes is more than a call takes.
      for (let at = value.length - 1; at >= 0; at -= 1) todo.push(value[at]);
      continue;
    }
    const { name, annotations } = value as { readonly name?: unknown; readonly annotations?: unknown };
    if (typeof name === 'string' && !found.has(name) && statesHint(annotations)) found.set(name, annotations);
    for (const member of Object.values(value).toReversed()) todo.push(member);
  }
  return found;
}

const statesHint = (annotations: unknown): boolean =>
  typeof annotations === 'object' &&
  annotations !== null &&
  HINTS.some((hint) => Object.hasOwn(annotations, hint) && typeof Reflect.get(annotations, hint) === 'boolean');
