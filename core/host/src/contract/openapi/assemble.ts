import { ContractError } from '../contract-error.js';
import { equal, fromMembers, isObject, type Json, type JsonObject, sorted } from '../json.js';
import { exampleReference } from './fragment.js';
import type { Fragment, ModeEntry } from './fragment-data.js';
import { SOLVE_EVENT, SOLVE_REQUEST, SOLVE_RESULT } from '../../jobs/http/mode-slots.js';
import { referencesIn } from './references.js';
import { checkTypeNames } from './type-names.js';

/**
 * One OpenAPI 3.1.1 document from the fragments of all parts; the first one brings what is said once (`info` and so on).
 * A part that is not given leaves nothing behind.
 * @throws ContractError when two parts claim one path, operation id, heading, component or name of a type, or a reference
 * leads nowhere
 * See docs/adr/0060.
 */
export function assemble(fragments: readonly Fragment[]): JsonObject {
  const modes = fragments.flatMap((fragment) => fragment.modes);
  const paths = mergedPaths(fragments, (operation) => withModes(operation, modes, fragments));
  const tags = headings(fragments);
  checkNames(paths, tags);
  const document: JsonObject = {
    openapi: '3.1.1',
    info: fragments[0]?.info ?? {},
    servers: fragments[0]?.servers ?? [],
    tags: tags.map((tag) => ({ ...tag })),
    paths,
    components: {
      schemas: withAlternatives(
        merged(fragments, 'schema', ({ components }) => components.schemas),
        modes,
      ),
      examples: merged(fragments, 'problem', ({ components }) => components.examples),
      headers: merged(fragments, 'header field', ({ components }) => components.headers),
      securitySchemes: merged(fragments, 'scheme', ({ components }) => components.securitySchemes),
    },
  };
  checkReferences(document);
  checkTypeNames(document);
  return document;
}

/** The headings of all parts. Operations of any part may stand under one of the first: that part names it, and describes nothing. */
function headings([first, ...others]: readonly Fragment[]): Fragment['tags'] {
  const known = new Set(first?.tags.map(({ name }) => name));
  const own = others.flatMap(({ tags }) => tags.filter((tag) => 'description' in tag || !known.has(tag.name)));
  return [...(first?.tags ?? []), ...own];
}

type Paths = Record<string, Record<string, JsonObject>>;

function mergedPaths(fragments: readonly Fragment[], change: (operation: JsonObject) => JsonObject): Paths {
  const merge = merged(fragments, 'path', ({ paths }) => paths) as Paths;
  return Object.fromEntries(
    Object.entries(merge).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
    ]),
  );
}

/** The members all fragments have at a place, in the order of their names. The same member twice is fine, two different ones are not. */
function merged(
  fragments: readonly Fragment[],
  kind: string,
  place: (fragment: Fragment) => JsonObject | undefined,
): JsonObject {
  const result = new Map<string, { readonly value: Json; readonly owner: string }>();
  for (const fragment of fragments) {
    const { owner } = fragment;
    for (const [name, value] of Object.entries(place(fragment) ?? {})) {
      const known = result.get(name);
      if (known !== undefined && !equal(known.value, value)) {
        throw new ContractError(`${known.owner} and ${owner} both bring the ${kind} ${name}, and not the same`);
      }
      result.set(name, { value, owner });
    }
  }
  return sorted([...result].map(([name, { value }]) => [name, value] as const));
}

function withAlternatives(schemas: JsonObject, modes: readonly ModeEntry[]): JsonObject {
  // A deployment without any mode keeps the placeholders: a mode must be named, and there is none.
  if (modes.length === 0) return schemas;
  const [request, result, event] = [schemas[SOLVE_REQUEST], schemas[SOLVE_RESULT], schemas[SOLVE_EVENT]];
  const events = modes.flatMap((mode) => mode.events ?? []);
  return {
    ...schemas,
    ...(isObject(request) && {
      [SOLVE_REQUEST]: { ...describedOnly(request), oneOf: modes.map((mode) => mode.request) },
    }),
    ...(isObject(result) && {
      [SOLVE_RESULT]: { ...result, anyOf: [...modes.map((mode) => mode.result), { type: 'null' }] },
    }),
    ...(isObject(event) && events.length > 0 && withEvents(event, events)),
  };
}

/** Name of the host's own events where modes have further ones. */
const OWN_EVENT = 'SolveStateEvent';

/** An event of the host's, or one of a mode's. */
function withEvents(schema: JsonObject, events: readonly JsonObject[]): JsonObject {
  return {
    [SOLVE_EVENT]: { ...describedOnly(schema), anyOf: [...events, { $ref: `#/components/schemas/${OWN_EVENT}` }] },
    [OWN_EVENT]: schema,
  };
}

function describedOnly(schema: JsonObject): JsonObject {
  return schema['description'] === undefined ? {} : { description: schema['description'] };
}

/** The operation that takes the modes' requests gets their examples and the problems they answer. Others stay as they are. */
function withModes(operation: JsonObject, modes: readonly ModeEntry[], fragments: readonly Fragment[]): JsonObject {
  const { requestBody } = operation;
  if (!isObject(requestBody) || !referencesIn(requestBody).some(([, name]) => name === SOLVE_REQUEST)) return operation;
  const examples = modes.flatMap(({ mode, title, example }) =>
    example === undefined ? [] : [[mode, { summary: title, value: example }] as const],
  );
  const slugs = fragments.flatMap(({ problems }) => Object.entries(problems));
  return {
    ...operation,
    requestBody: examples.length === 0 ? requestBody : withExamples(requestBody, fromMembers(examples)),
    responses: slugs.reduce(withSlugs, operation['responses'] as JsonObject),
  };
}

function withExamples(body: JsonObject, examples: JsonObject): JsonObject {
  return {
    ...body,
    content: fromMembers(
      Object.entries(body['content'] as JsonObject).map(([type, content]) => [
        type,
        { ...(content as JsonObject), examples },
      ]),
    ),
  };
}

/** What the operation does not list is folded into 400, as the service does. */
function withSlugs(responses: JsonObject, [status, slugs]: readonly [string, readonly string[]]): JsonObject {
  const at = Object.hasOwn(responses, status) ? status : '400';
  const response = responses[at] as JsonObject | undefined;
  const content = response?.['content'] as JsonObject | undefined;
  if (!content)
    throw new ContractError(
      `the operation that takes jobs has no answer for the problems ${slugs.join(', ')} (${status})`,
    );
  const extended = Object.entries(content).map(([type, one]): readonly [string, Json] => {
    const examples = (one as JsonObject)['examples'] as JsonObject;
    return [
      type,
      {
        ...(one as JsonObject),
        examples: sorted([
          ...Object.entries(examples),
          ...slugs.map((slug) => [slug, exampleReference(slug)] as const),
        ]),
      },
    ];
  });
  return { ...responses, [at]: { ...response, content: fromMembers(extended) } };
}

function checkNames(paths: Paths, tags: Fragment['tags']): void {
  const id = firstTwice(
    Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
  );
  if (id !== undefined) throw new ContractError(`the operation id ${JSON.stringify(id)} is taken twice`);
  const tag = firstTwice(tags.map(({ name }) => name));
  if (tag !== undefined) throw new ContractError(`the heading ${JSON.stringify(tag)} is taken twice`);
}

function firstTwice<T>(values: readonly T[]): T | undefined {
  return values.find((value, i) => values.indexOf(value) !== i);
}

function checkReferences(document: JsonObject): void {
  const components = document['components'] as Record<string, JsonObject>;
  const lost = referencesIn(document).find(([kind, name]) => !Object.hasOwn(components[kind] ?? {}, name));
  if (lost) throw new ContractError(`a reference leads nowhere: ${lost.join('/')}`);
}
