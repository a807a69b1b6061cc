import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { z } from 'zod';
import { RESULT_KIND } from '../../artefacts/declared-kind.js';
import { HOST_FIELDS } from '../../jobs/http/solve-request.js';
import { membersOf } from '../../unstored/take-out.js';
import { LARGEST_UPLOAD } from '../../plugins/purposes.js';
import { CommandForm } from './command-form.js';
import { callable, constructible, definition, injectable, schema, text, word } from './form.js';

/**
 * The form of what `definePlugin` was given. Types say the same to who writes TypeScript; a plugin may be written in
 * JavaScript, or against another version of the api. Names that other plugins could have too are looked at in `checks/`.
 */

const range = z
  .string()
  .refine((value) => semver.validRange(value) !== null, 'must be a range of versions, such as ^1.0.0');

/** Types of events are the plugin's own: the host's begin with these. */
const eventType = z
  .string()
  .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, 'an event is named <word>.<word>, in lower case')
  .refine((name) => !/^(job|artifact)\./.test(name), "events that begin with job. and artifact. are the host's");

const Limits = z.strictObject({ inlineBytes: z.int().min(1), seconds: z.number().positive() });

const Body = {
  title: z.string().min(1),
  request: schema.refine(
    (value) => !fieldsOf(value).some((name) => HOST_FIELDS.has(name)),
    `must not have a field of the host's own: ${[...HOST_FIELDS].join(', ')}`,
  ),
  result: schema,
  progress: z.record(eventType, schema).optional(),
  prepare: callable.optional(),
  units: callable.optional(),
  summary: callable.optional(),
  atOnce: callable.optional(),
  solve: callable,
  solvers: z.array(z.string()).optional(),
  endRows: word('a table').optional(),
  neverStored: z.array(z.string()).min(1).optional(),
  part: z
    .strictObject({ $type: definition('part', 'definePart'), request: schema, result: schema, solve: callable })
    .optional(),
  ended: callable.optional(),
  details: z.strictObject({ alsoNeeds: word('a grant'), cut: callable }).optional(),
};

/** Values that are never stored are texts, in objects: whatever else would leave parts of them behind. */
const neverStoredIsText = (
  { request, neverStored = [] }: { readonly request: z.ZodType; readonly neverStored?: readonly string[] | undefined },
  context: z.RefinementCtx,
): void => {
  for (const [index, pointer] of neverStored.entries()) {
    if (isTextAt(request, membersOf(pointer))) continue;
    const message = 'must be a JSON pointer to a text of the request, through objects alone';
    context.addIssue({ code: 'custom', path: ['neverStored', index], message });
  }
};

function isTextAt(kind: z.ZodType, [name, ...rest]: readonly string[]): boolean {
  const inner = bare(kind);
  if (name === undefined) return inner instanceof z.ZodString;
  const member =
    inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType | undefined>)[name] : undefined;
  return member !== undefined && isTextAt(member, rest);
}

/** A schema without what only says that its value may be absent. */
function bare(kind: z.ZodType): z.ZodType {
  return kind instanceof z.ZodOptional || kind instanceof z.ZodNullable ? bare(kind.unwrap() as z.ZodType) : kind;
}

const kind = word('a kind of artefact').refine((name) => name !== RESULT_KIND);
const Artefact = z.union([kind, z.strictObject({ kind, alsoNeeds: word('a grant') })], {
  error: `must be a kind (lower case letters, digits and _, but not ${RESULT_KIND}, the host's own), or { kind, alsoNeeds } with a grant`,
});

const Mode = z
  .strictObject({
    ...Body,
    $type: definition('mode', 'defineMode'),
    name: word('a name'),
    grant: word('a grant'),
    visible: z.boolean().optional(),
    limits: Limits,
    artefacts: z.array(Artefact).optional(),
    example: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ request, example }) => example === undefined || request.safeParse(example).success, {
    path: ['example'],
    error: 'must be what the request schema takes: it is shown to be copied',
  })
  .superRefine(neverStoredIsText);

const Variant = z
  .strictObject({
    ...Body,
    $type: definition('variant', 'defineVariant'),
    mode: z.string(),
    selector: word('a field'),
    limits: Limits.optional(),
    artefacts: z.array(Artefact).optional(),
  })
  .refine(({ selector }) => !HOST_FIELDS.has(selector), { path: ['selector'], error: "is a field of the host's own" })
  .refine(({ request, selector }) => !(request instanceof z.ZodObject) || fieldsOf(request).includes(selector), {
    path: ['selector'],
    error: 'must be a field of the request schema',
  })
  .superRefine(neverStoredIsText);

const Solver = z.strictObject({
  $type: definition('solver', 'defineSolver'),
  id: z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be an id: lower case letters, digits, _ and -'),
  entry: z
    .instanceof(URL, { error: 'must be a URL: new URL("./worker.js", import.meta.url)' })
    .refine(
      (entry) => entry.protocol === 'file:' && existsSync(fileURLToPath(entry)),
      'there is no such file; is it built and packed?',
    ),
  memoryMb: z.int().min(16),
  warm: z.int().min(0),
  recycleAfter: z.int().min(1),
  engine: z.strictObject({ name: z.string().min(1), version: z.string().min(1) }),
});

const mediaType = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/,
    'must be a media type in lower case, without parameters',
  );

const Purpose = z.strictObject({
  maxBytes: z.int().min(1).max(LARGEST_UPLOAD),
  mediaTypes: z.array(mediaType).min(1),
  recognise: callable.optional(),
});

const Problem = z.strictObject({
  status: z.int().min(400).max(599),
  title: text,
  detail: text,
  help: text,
  retryable: z.boolean(),
});

const ServiceReference = z.looseObject({ $type: definition('service', 'defineService'), name: z.string() });

const Storage = z.strictObject({
  schema: word('a name of Postgres').refine(
    (name) => !name.startsWith('pg_'),
    'names that begin with pg_ are those of Postgres',
  ),
  entities: z.array(
    z.custom<object>((value) => typeof value === 'function' || typeof value === 'object', 'must be an entity'),
  ),
  migrations: z.array(z.strictObject({ name: z.string(), class: constructible })),
});

const StaticFiles = z.strictObject({
  path: z.string().regex(/^(\/[a-z0-9_-]+)+$/, 'must be a path: /console'),
  directory: z
    .instanceof(URL, { error: 'must be a URL: new URL("./pages/", import.meta.url)' })
    .refine(
      (directory) => directory.protocol === 'file:' && statSync(directory, { throwIfNoEntry: false })?.isDirectory(),
      'there is no such folder; is it built and packed?',
    ),
});

const Chore = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be a name: lower case letters, digits, _ and -'),
  everyMs: z.int().min(100),
  on: z.enum(['one', 'each'], { error: 'must be "one" (one process of the deployment) or "each"' }),
  run: callable,
});

/** The whole declaration. See docs/adr/0066. */
export const DeclarationForm = z
  .strictObject({
    $type: z.literal('ostiary.plugin'),
    api: z.string(),
    id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be an id: lower case letters, digits and -'),
    requires: z.record(z.string(), range).optional(),
    config: schema.optional(),
    grants: z.array(word('a grant')).optional(),
    modes: z.array(Mode).optional(),
    variants: z.array(Variant).optional(),
    solvers: z.array(Solver).optional(),
    purposes: z.record(word('a purpose'), Purpose).optional(),
    problems: z.record(word('a slug'), Problem).optional(),
    http: z
      .strictObject({
        controllers: z.array(constructible),
        serves: z.array(z.enum(['hosted', 'router'])).optional(),
        assets: z.array(StaticFiles).optional(),
      })
      .optional(),
    storage: Storage.optional(),
    provides: z.array(z.strictObject({ service: ServiceReference, implementation: constructible })).optional(),
    consumes: z.array(ServiceReference).optional(),
    consumesOptional: z.array(ServiceReference).optional(),
    slots: z
      .array(z.strictObject({ slot: z.looseObject({ name: z.string() }), implementation: constructible }))
      .optional(),
    areas: z.array(z.strictObject({ name: z.string().min(1), title: text, description: text })).optional(),
    chores: z.array(Chore).optional(),
    commands: z.array(CommandForm).optional(),
    health: z.array(z.looseObject({ name: z.string().min(1), check: callable })).optional(),
    accountErased: callable.optional(),
    translations: z.strictObject({ pt: z.record(z.string(), z.string().min(1)) }).optional(),
    providers: z.array(injectable).optional(),
  })
  .superRefine(({ id, provides = [], chores = [], commands = [] }, context) => {
    for (const [index, { name }] of commands.entries()) {
      if (commands.findIndex((other) => other.name === name) < index)
        context.addIssue({ code: 'custom', path: ['commands', index, 'name'], message: 'is declared twice' });
      if (commands.some((other) => other.name.startsWith(`${name} `)))
        context.addIssue({
          code: 'custom',
          path: ['commands', index, 'name'],
          message: 'is the first word of another',
        });
    }
    for (const [index, { name }] of chores.entries()) {
      if (chores.findIndex((other) => other.name === name) < index)
        context.addIssue({ code: 'custom', path: ['chores', index, 'name'], message: 'is declared twice' });
    }
    const names = provides.map(({ service }) => service.name);
    for (const [index, name] of names.entries()) {
      const path = ['provides', index, 'service', 'name'];
      if (!name.startsWith(`${id}.`))
        context.addIssue({ code: 'custom', path, message: `must begin with the plugin's id: ${id}.<name>` });
      if (names.indexOf(name) < index) context.addIssue({ code: 'custom', path, message: 'is offered twice' });
    }
  });

function fieldsOf(request: z.ZodType): readonly string[] {
  return request instanceof z.ZodObject ? Object.keys(request.shape) : [];
}
