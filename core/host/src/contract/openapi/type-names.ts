import { ContractError } from '../contract-error.js';
import { isObject, type Json, type JsonObject } from '../json.js';

/** Members whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

interface Named {
  readonly name: string;
  /** JSON pointer into the document. */
  readonly place: string;
}

/**
 * Looks for schemas that would get one name in a client made from the contract: generators name a type after its component
 * or its title, in a spelling of their own, and drop one of two that are alike.
 * @throws ContractError with the two places
 * See docs/adr/0124.
 */
export function checkTypeNames(document: JsonObject): void {
  const components = isObject(document['components']) ? document['components']['schemas'] : undefined;
  const named = [
    ...Object.keys(isObject(components) ? components : {}).map((name) => ({ name, place: componentAt(name) })),
    ...titlesIn(document['paths'], '/paths'),
    ...titlesIn(components, '/components/schemas'),
  ];
  const first = new Map<string, Named>();
  for (const one of named) {
    const spelling = one.name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
    const other = first.get(spelling) ?? one;
    if (other.place !== one.place)
      throw new ContractError(
        `two schemas would be one type of a client: ${other.name} at ${other.place}, and ${one.name} at ${one.place}`,
      );
    first.set(spelling, other);
  }
}

function componentAt(name: string): string {
  return `/components/schemas/${name}`;
}

function titlesIn(value: Json | undefined, place: string): readonly Named[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, at) => titlesIn(item, `${place}/${at}`));
  if (!isObject(value)) return [];
  // A field that is called `title` has a schema here, and a schema with a title has a text.
  const own = typeof value['title'] === 'string' ? [{ name: value['title'], place }] : [];
  const below = Object.entries(value).filter(([member]) => !DATA.has(member));
  return [...own, ...below.flatMap(([member, child]) => titlesIn(child, `${place}/${member.replaceAll('/', '~1')}`))];
}
