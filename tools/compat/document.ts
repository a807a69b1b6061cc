import { breaking, type Change, compatible } from './change.ts';
import { asList, asObject, inWords, type Json, type JsonObject, resolve, same } from './json.ts';
import { compareSchemas, type Comparison } from './schema.ts';

/** What changed between two contracts, for clients written against the first. See docs/adr/0063. */
export function compareContracts(before: JsonObject, after: JsonObject): Change[] {
  const [was, is] = [operations(before), operations(after)];
  const kept = [...was].flatMap(([name, old]) => {
    const now = is.get(name);
    return now ? compareOperations(old, now, name, before, after) : [breaking(name, 'the operation was removed')];
  });
  const added = [...is.keys()]
    .filter((name) => !was.has(name))
    .map((name) => compatible(name, 'an operation was added'));
  return [...kept, ...added];
}

function operations(document: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
      Object.entries(asObject(item)).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, asObject(operation)] as const,
      ),
    ),
  );
}

function compareOperations(
  old: JsonObject,
  now: JsonObject,
  name: string,
  before: JsonObject,
  after: JsonObject,
): Change[] {
  const sent: Comparison = { before, after, travels: 'sent', open: new Set() };
  const answered: Comparison = { before, after, travels: 'answered', open: new Set() };
  return [
    ...(same(old['operationId'], now['operationId'])
      ? []
      : [
          breaking(
            name,
            `the operation id changed from ${inWords(old['operationId'])} to ${inWords(now['operationId'])}`,
          ),
        ]),
    ...compareSecurity(old, now, name),
    ...compareParameters(old, now, name, sent),
    ...compareBodies(old, now, name, sent),
    ...compareAnswers(old, now, name, answered),
  ];
}

/** A key that was enough must stay enough: every old alternative is still one. */
function compareSecurity(old: JsonObject, now: JsonObject, name: string): Change[] {
  const [was, is] = [asList(old['security']), asList(now['security'])];
  if (is.length === 0) return was.length === 0 ? [] : [compatible(name, 'needs no key any more')];
  if (was.length === 0) return [breaking(name, 'needs a key now')];
  return was
    .filter((one) => !is.some((other) => covers(asObject(other), asObject(one))))
    .map((one) => breaking(name, `a key is not enough any more: ${JSON.stringify(one)}`));
}

/** Whether who satisfies `old` satisfies `now`. */
function covers(now: JsonObject, old: JsonObject): boolean {
  return Object.entries(now).every(
    ([scheme, grants]) =>
      old[scheme] !== undefined && asList(grants).every((grant) => asList(old[scheme]).includes(grant)),
  );
}

function compareParameters(old: JsonObject, now: JsonObject, name: string, c: Comparison): Change[] {
  const [was, is] = [parameters(old, c.before), parameters(now, c.after)];
  const kept = [...was].flatMap(([key, one]) => {
    const other = is.get(key);
    const at = `${name}, ${key}`;
    if (!other) return [breaking(at, 'the parameter was removed')];
    const need =
      one['required'] !== true && other['required'] === true ? [breaking(at, 'the parameter is required now')] : [];
    return [...need, ...compareSchemas(one['schema'], other['schema'], at, c)];
  });
  const added = [...is]
    .filter(([key]) => !was.has(key))
    .map(([key, { required }]) =>
      (required === true ? breaking : compatible)(`${name}, ${key}`, 'a parameter was added'),
    );
  return [...kept, ...added];
}

function parameters(operation: JsonObject, document: JsonObject): Map<string, JsonObject> {
  return new Map(
    asList(operation['parameters'])
      .map((parameter) => resolve(parameter, document))
      .map((parameter) => [`${inWords(parameter['in'])} parameter ${inWords(parameter['name'])}`, parameter]),
  );
}

function compareBodies(old: JsonObject, now: JsonObject, name: string, c: Comparison): Change[] {
  const at = `${name}, body`;
  if (old['requestBody'] === undefined)
    return now['requestBody'] === undefined ? [] : [breaking(at, 'a body was added')];
  if (now['requestBody'] === undefined) return [breaking(at, 'the body was removed')];
  const [was, is] = [resolve(old['requestBody'], c.before), resolve(now['requestBody'], c.after)];
  const need = was['required'] !== true && is['required'] === true ? [breaking(at, 'the body is required now')] : [];
  return [...need, ...compareContent(was['content'], is['content'], at, c)];
}

function compareAnswers(old: JsonObject, now: JsonObject, name: string, c: Comparison): Change[] {
  const [was, is] = [asObject(old['responses']), asObject(now['responses'])];
  const kept = Object.entries(was).flatMap(([status, one]) => {
    const at = `${name}, answer ${status}`;
    if (!Object.hasOwn(is, status)) return [breaking(at, 'the answer was removed')];
    const [before, after] = [resolve(one, c.before), resolve(is[status], c.after)];
    const headers = missing(before['headers'], after['headers']).map((header) =>
      breaking(`${at}, header ${header}`, 'the header was removed'),
    );
    return [...headers, ...compareContent(before['content'], after['content'], at, c)];
  });
  const added = Object.keys(is)
    .filter((status) => !Object.hasOwn(was, status))
    .map((status) => compatible(`${name}, answer ${status}`, 'an answer was added'));
  return [...kept, ...added];
}

function compareContent(before: Json | undefined, after: Json | undefined, where: string, c: Comparison): Change[] {
  const [was, is] = [asObject(before), asObject(after)];
  return Object.entries(was).flatMap(([type, one]) => {
    const at = `${where}, ${type}`;
    if (!Object.hasOwn(is, type)) return [breaking(at, 'the media type was removed')];
    const [old, now] = [asObject(one), asObject(is[type])];
    // The named examples of an error are its slugs, which are part of the contract; those of a body are only examples.
    const slugs =
      type === 'application/problem+json'
        ? missing(old['examples'], now['examples']).map((slug) => breaking(at, `the slug ${slug} was removed`))
        : [];
    return [...slugs, ...compareSchemas(old['schema'], now['schema'], at, c)];
  });
}

function missing(before: Json | undefined, after: Json | undefined): string[] {
  return Object.keys(asObject(before)).filter((name) => !Object.hasOwn(asObject(after), name));
}
