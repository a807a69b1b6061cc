export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A value in words: a string as it is, anything else as JSON; what is not there is empty. */
export function inWords(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Json, i) => same(item, b[i] as Json));
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) ||
    Array.isArray(b)
  )
    return false;
  const [left, right] = [a as JsonObject, b as JsonObject];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]))
  );
}

/** Follows `$ref` into the document; siblings of the reference stay. */
export function resolve(value: Json | undefined, document: JsonObject): JsonObject {
  let node = asObject(value);
  for (let hops = 0; typeof node['$ref'] === 'string'; hops += 1) {
    if (hops > 50) throw new Error(`${node['$ref']} refers to itself`);
    const { $ref, ...siblings } = node as { readonly $ref: string } & JsonObject;
    node = { ...lookup($ref, document), ...siblings };
  }
  return node;
}

function lookup(reference: string, document: JsonObject): JsonObject {
  if (!reference.startsWith('#/')) throw new Error(`${reference} is not in the document`);
  return asObject(
    reference
      .slice(2)
      .split('/')
      .reduce<Json | undefined>(
        (node, name) => asObject(node)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      ),
  );
}
