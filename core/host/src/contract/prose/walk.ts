import { fromMembers, isObject, type Json, type JsonObject } from '../json.js';

/** Members that carry text for people wherever an OpenAPI object or a schema stands. */
const PROSE = new Set(['title', 'summary', 'description', 'x-displayName']);

/** Members that hold data, in which nothing is prose. */
const LITERAL = new Set(['default', 'const', 'enum', 'example', 'security', 'required']);

/** Members whose own members are named by us or by a customer, so that a name such as `title` means nothing there. */
const MAPS = new Set([
  'paths',
  'content',
  'responses',
  'headers',
  'schemas',
  'parameters',
  'securitySchemes',
  'requestBodies',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
]);

/** Members of a problem object (RFC 9457) that are prose. */
const PROBLEM_TEXTS = new Set(['title', 'detail']);

/** Called for each prose string with where it stands, a JSON pointer. */
export type ProseVisitor = (text: string, pointer: string) => string;

/** A copy of an OpenAPI document, or of a part of one, with every prose string replaced by what `visit` answers. */
export function mapProse(node: Json, visit: ProseVisitor, pointer = ''): Json {
  if (Array.isArray(node)) return node.map((item: Json, i) => mapProse(item, visit, `${pointer}/${i}`));
  if (!isObject(node)) return node;
  return mapMembers(node, pointer, (name, child, at) => {
    if (PROSE.has(name) && typeof child === 'string') return visit(child, at);
    // A map holds Example Objects; a list is the data of a schema's examples.
    if (name === 'examples')
      return isObject(child) ? mapMembers(child, at, (_, example, inner) => mapExample(example, visit, inner)) : child;
    if (LITERAL.has(name)) return child;
    if (MAPS.has(name) && isObject(child)) return mapMembers(child, at, (_, one, inner) => mapProse(one, visit, inner));
    return mapProse(child, visit, at);
  });
}

/** Every prose string of a document with its place, in the document's order. */
export function proseOf(document: Json): { readonly text: string; readonly pointer: string }[] {
  const found: { text: string; pointer: string }[] = [];
  mapProse(document, (text, pointer) => {
    found.push({ text, pointer });
    return text;
  });
  return found;
}

/** What stands in an example is data, but for the texts of a problem object, which the service answers in either language too. */
function mapExample(example: Json, visit: ProseVisitor, pointer: string): Json {
  if (!isObject(example)) return example;
  return mapMembers(example, pointer, (name, child, at) => {
    if (PROSE.has(name) && typeof child === 'string') return visit(child, at);
    if (name !== 'value' || !isObject(child) || typeof child['slug'] !== 'string') return child;
    return mapMembers(child, at, (member, text, inner) =>
      PROBLEM_TEXTS.has(member) && typeof text === 'string' ? visit(text, inner) : text,
    );
  });
}

function mapMembers(
  object: JsonObject,
  pointer: string,
  change: (name: string, child: Json, at: string) => Json,
): JsonObject {
  return fromMembers(
    Object.entries(object).map(([name, child]) => [
      name,
      change(name, child, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}
