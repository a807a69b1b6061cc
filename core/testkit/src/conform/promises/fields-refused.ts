import type { ModeBody } from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { PluginPromise } from '../plugin-promise.js';
import type { Request } from '../runs.js';

const FOREIGN = 'conform_no_such_field';

export const fieldsRefused: PluginPromise = {
  id: 'fields_refused',
  says: 'A field that a request does not know is refused or kept, never dropped without a word.',
  appliesTo: ({ requests }) => requests.length > 0,
  look({ definition: { modes = [], variants = [] }, requests }) {
    const findings = requests.flatMap((request) => {
      const bodies = [
        ...modes.filter(({ name }) => name === request.mode),
        ...variants.filter(({ mode, selector }) => mode === request.mode && Object.hasOwn(request.body, selector)),
      ];
      // A variant is taken before the mode it varies.
      const body = bodies.at(-1);
      return body === undefined ? [] : droppedBy(body, request);
    });
    return [...new Set(findings)];
  },
};

/** Adds the field to each object of the request in turn. */
function droppedBy({ request: schema }: ModeBody<z.ZodType, z.ZodType>, { mode, body }: Request): readonly string[] {
  return objectsIn(body).flatMap((path) => {
    const result = schema.safeParse(withField(body, path));
    if (!result.success || JSON.stringify(result.data).includes(FOREIGN)) return [];
    return [`${mode} drops a field it does not know in ${path.length === 0 ? 'the request' : path.join('.')}`];
  });
}

function objectsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) => objectsIn(member, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

function withField(body: object, path: readonly string[]): unknown {
  const copy = structuredClone(body);
  let at: Record<string, unknown> = copy as Record<string, unknown>;
  for (const key of path) at = at[key] as Record<string, unknown>;
  at[FOREIGN] = true;
  return copy;
}
