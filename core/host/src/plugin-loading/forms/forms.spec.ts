import {
  defineCommand,
  defineService,
  defineMode,
  definePlugin,
  defineSolver,
  defineVariant,
  provide,
  secret,
} from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DeclarationForm } from './declaration-form.js';
import { formProblems } from './form.js';
import { RouteForm } from './route-form.js';

const body = {
  title: 't',
  request: z.strictObject({ n: z.int() }),
  result: z.strictObject({}),
  solve: () => Promise.resolve({}),
};
const limits = { inlineBytes: 1_000, seconds: 1 };
const mode = defineMode({
  ...body,
  name: 'm',
  grant: 'g',
  limits,
  example: { n: 1 },
  artefacts: ['report', { kind: 'witness', alsoNeeds: 'g' }],
  details: { alsoNeeds: 'g', cut: (result) => result },
  summary: () => ({ answer: null }),
  progress: { 'm.step': z.strictObject({}) },
});
const variant = defineVariant({ ...body, mode: 'm', selector: 'n' });
const solver = defineSolver({
  id: 'slow-solver',
  entry: new URL('./form.ts', import.meta.url),
  memoryMb: 64,
  warm: 1,
  recycleAfter: 10,
  engine: { name: 'slow', version: '1' },
});
const problem = {
  status: 400,
  title: { en: 'a', pt: 'b' },
  detail: { en: 'a', pt: 'b' },
  help: { en: 'a', pt: 'b' },
  retryable: false,
};
class Thing {}
const service = provide(defineService<Thing>('all.thing'), Thing);

const command = defineCommand({
  name: 'thing make',
  summary: 'Make a thing.',
  usage: '--size 3',
  options: z.strictObject({
    size: z.int().default(1).describe('how large'),
    ends: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional()
      .describe('when it ends'),
    colour: z.enum(['red', 'blue']).describe('which'),
    parts: z.array(z.string().min(1)).describe('what of'),
    dry: z.boolean().describe('whether'),
    key: secret().optional().describe('by what'),
  }),
  run: () => Promise.resolve({}),
});

const everything = {
  id: 'all',
  requires: { other: '^1.0.0' },
  config: z.strictObject({}),
  grants: ['g'],
  modes: [mode],
  variants: [variant],
  solvers: [solver],
  purposes: { model: { maxBytes: 10, mediaTypes: ['application/x-model'], recognise: () => true } },
  problems: { odd_number: problem },
  http: {
    controllers: [Thing],
    serves: ['hosted' as const],
    assets: [{ path: '/all', directory: new URL('./', import.meta.url) }],
  },
  areas: [{ name: 'All', title: { en: 'a', pt: 'b' }, description: { en: 'a', pt: 'b' } }],
  consumesOptional: [defineService('maybe.there')],
  storage: { schema: 'all_things', entities: [Thing], migrations: [{ name: 'all/001_x', class: Thing }] },
  provides: [service],
  consumes: [defineService('other.service')],
  chores: [{ name: 'tidy', everyMs: 1_000, on: 'one' as const, run: () => Promise.resolve() }],
  commands: [command],
  health: [{ name: 'pulse', check: () => Promise.resolve(true) }],
  translations: { pt: { a: 'b' } },
  providers: [Thing, { provide: 'x', useValue: 1 }],
};

/** What is wrong with a declaration that has all of `everything` but for what is given. */
const problems = (over: object): readonly string[] =>
  formProblems(DeclarationForm, { ...definePlugin(everything), ...over });
const places = (over: object): readonly string[] => problems(over).map((told) => told.slice(0, told.indexOf(': ')));

describe('the form of a declaration', () => {
  it('takes one with every field, and one with none but the id', () => {
    expect(problems({})).toEqual([]);
    expect(formProblems(DeclarationForm, definePlugin({ id: 'a' }))).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ['an id that could not begin the name of a migration', { id: 'No Id' }, ['/id', '/provides/0/service/name']],
    ['fields there are not', { mode: [], grant: [] }, ['/mode', '/grant']],
    ['one mode where a list belongs', { modes: mode }, ['/modes']],
    ['a mode that is not made with defineMode', { modes: [{ ...mode, $type: undefined }] }, ['/modes/0/$type']],
    ['a mode that solves nothing', { modes: [{ ...mode, solve: undefined }] }, ['/modes/0/solve']],
    ['a mode whose name is no word', { modes: [{ ...mode, name: '__proto__' }] }, ['/modes/0/name']],
    ['a request that is JSON Schema', { modes: [{ ...mode, request: { type: 'object' } }] }, ['/modes/0/request']],
    [
      "a field of the host's in a request",
      { modes: [{ ...mode, request: z.strictObject({ label: z.string() }), example: undefined }] },
      ['/modes/0/request'],
    ],
    ['an example its own schema refuses', { modes: [{ ...mode, example: { n: 'x' } }] }, ['/modes/0/example']],
    [
      'limits of nothing',
      { modes: [{ ...mode, limits: { inlineBytes: 0, seconds: 0 } }] },
      ['/modes/0/limits/inlineBytes', '/modes/0/limits/seconds'],
    ],
    ['a kind of artefact that is no word', { modes: [{ ...mode, artefacts: ['A poem'] }] }, ['/modes/0/artefacts/0']],
    [
      "a kind of artefact that is the host's",
      { modes: [{ ...mode, artefacts: ['result'] }] },
      ['/modes/0/artefacts/0'],
    ],
    [
      'an artefact that needs no word',
      { modes: [{ ...mode, artefacts: ['log', { kind: 'proof', alsoNeeds: 'No Grant' }] }] },
      ['/modes/0/artefacts/1/alsoNeeds'],
    ],
    ['details that are not cut', { modes: [{ ...mode, details: { alsoNeeds: 'g' } }] }, ['/modes/0/details/cut']],
    [
      "an event of the host's",
      { modes: [{ ...mode, progress: { 'job.progress': z.strictObject({}) } }] },
      ['/modes/0/progress/job.progress'],
    ],
    [
      'an event without a prefix',
      { modes: [{ ...mode, progress: { step: z.strictObject({}) } }] },
      ['/modes/0/progress/step'],
    ],
    [
      'values never stored that are no texts, or in lists',
      {
        modes: [
          {
            ...mode,
            example: undefined,
            request: z.strictObject({
              n: z.int(),
              o: z.strictObject({ k: z.string().optional() }),
              l: z.array(z.string()),
            }),
            neverStored: ['/n', '/o/k', '/o', '/l/0', '/gone', 'o'],
          },
        ],
      },
      [0, 2, 3, 4, 5].map((at) => `/modes/0/neverStored/${at}`),
    ],
    [
      'a selector that no request can carry',
      { variants: [{ ...variant, selector: 'never' }] },
      ['/variants/0/selector'],
    ],
    [
      "a selector that is the host's field",
      { variants: [{ ...variant, request: z.looseObject({ label: z.string() }), selector: 'label' }] },
      ['/variants/0/request', '/variants/0/selector'],
    ],
    [
      'a solver whose file is not there',
      { solvers: [{ ...solver, entry: new URL('./gone.js', import.meta.url) }] },
      ['/solvers/0/entry'],
    ],
    [
      'static files that are nowhere, or at no path',
      { http: { controllers: [], assets: [{ path: 'x', directory: new URL('./gone/', import.meta.url) }] } },
      ['/http/assets/0/path', '/http/assets/0/directory'],
    ],
    [
      'a heading in one language',
      { areas: [{ name: 'A', title: { en: 'a' }, description: { en: 'a' } }] },
      ['/areas/0/title/pt', '/areas/0/description/pt'],
    ],
    [
      'chores that cannot be told apart, or never pause',
      {
        chores: [
          { ...everything.chores[0], everyMs: 0 },
          { ...everything.chores[0], on: 'some' },
        ],
      },
      ['/chores/0/everyMs', '/chores/1/on'],
    ],
    ['a chore that is declared twice', { chores: [everything.chores[0], everything.chores[0]] }, ['/chores/1/name']],
    [
      'commands of one name, or whose name is the first word of another',
      { commands: [command, command, { ...command, name: 'thing' }] },
      ['/commands/1/name', '/commands/2/name'],
    ],
    [
      'a command that cannot be typed',
      {
        commands: [
          { ...command, name: 'Make Thing now' },
          { ...command, name: 'things', options: z.strictObject({ at: z.date().describe('when') }) },
          {
            ...command,
            name: 'other',
            options: z.strictObject({ json: z.string().describe('what'), bare: z.string() }),
          },
        ],
      },
      ['/commands/0/name', '/commands/1/options/at', '/commands/2/options/json', '/commands/2/options/bare'],
    ],
    ['a solver named by a path', { solvers: [{ ...solver, entry: './worker.js' }] }, ['/solvers/0/entry']],
    [
      'a solver on the web',
      { solvers: [{ ...solver, entry: new URL('https://example.com/a.js') }] },
      ['/solvers/0/entry'],
    ],
    [
      'a purpose of no bytes and no media types',
      { purposes: { model: { maxBytes: 0, mediaTypes: [] } } },
      ['/purposes/model/maxBytes', '/purposes/model/mediaTypes'],
    ],
    [
      'a media type with a parameter, and one in capitals',
      { purposes: { table: { maxBytes: 1, mediaTypes: ['text/csv; header=present', 'Text/CSV'] } } },
      ['/purposes/table/mediaTypes/0', '/purposes/table/mediaTypes/1'],
    ],
    [
      'a purpose that is no word',
      { purposes: { 'A Model': { maxBytes: 1, mediaTypes: ['a/b'] } } },
      ['/purposes/A Model'],
    ],
    ['a problem in one language', { problems: { odd: { ...problem, title: 'odd' } } }, ['/problems/odd/title']],
    ['a problem that is a success', { problems: { odd: { ...problem, status: 200 } } }, ['/problems/odd/status']],
    ['a slug that is no word', { problems: { 'Odd Slug': problem } }, ['/problems/Odd Slug']],
    ['a range that is none', { requires: { other: 'banana' } }, ['/requires/other']],
    ['a grant that no key could be given on a command line', { grants: ['Not A Grant'] }, ['/grants/0']],
    [
      'a schema that would have to be quoted',
      { storage: { ...everything.storage, schema: 'a; drop' } },
      ['/storage/schema'],
    ],
    ['a schema of Postgres', { storage: { ...everything.storage, schema: 'pg_toast' } }, ['/storage/schema']],
    [
      'a migration without a class',
      { storage: { ...everything.storage, migrations: [{ name: 'all/001_x' }] } },
      ['/storage/migrations/0/class'],
    ],
    [
      "a service in another plugin's name",
      { provides: [provide(defineService<Thing>('other.thing'), Thing)] },
      ['/provides/0/service/name'],
    ],
    ['a service offered twice', { provides: [service, service] }, ['/provides/1/service/name']],
    ['a check that is no function', { health: [{ name: 'pulse' }] }, ['/health/0/check']],
    [
      'translations without a language',
      { translations: { Hello: 'Olá' } },
      ['/translations/pt', '/translations/Hello'],
    ],
    ['a provider that Nest could not make', { providers: [{ useValue: 1 }] }, ['/providers/0']],
  ])('refuses %s', (_, over, expected) => {
    expect(places(over)).toEqual(expected);
  });
});

const ok = { status: 200, when: 'Fine.', body: z.strictObject({}) };
const no = (status: number) => ({ status, when: 'No.', slugs: ['no'] });
const route = { operationId: 'doThat', summary: 'Do that', access: { kind: 'public' }, answers: [ok] };

describe('the form of a route', () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing wrong', {}, []],
    ['an operation id with a space', { operationId: 'do that' }, ['/operationId: must be a name in camelCase']],
    ['no access', { access: undefined }, ['/access: Invalid input: expected object, received undefined']],
    [
      'no grant to choose from',
      { access: { kind: 'grants', anyOf: [] }, answers: [ok, no(401), no(403)] },
      ['/access/anyOf: Too small: expected array to have >=1 items'],
    ],
    ['a key, and no 401', { access: { kind: 'any_key' } }, ['/answers: must list 401: the route asks for a key']],
    [
      'a grant, and no 403',
      { access: { kind: 'grants', anyOf: ['g'] }, answers: [ok, no(401)] },
      ['/answers: must list 403: the route asks for a grant'],
    ],
    ['a body, and no 400', { body: z.strictObject({}) }, ['/answers: must list 400: a body can be refused']],
    [
      'parameters, and neither 400 nor 404',
      { params: z.strictObject({}) },
      ['/answers: must list 400 or 404: parameters of the path can be refused'],
    ],
    ['parameters, and 404', { params: z.strictObject({}), answers: [ok, no(404)] }, []],
    [
      'a place where it is served, and nothing to answer elsewhere',
      { serves: ['router'] },
      ['/elsewhere: goes with "serves": where it is served, and what it answers elsewhere'],
    ],
    [
      'an answer elsewhere that is not listed',
      { serves: ['router'], elsewhere: 'gone' },
      ['/answers: must list gone, which it answers where it is not served'],
    ],
    ['a field there is not', { responses: {} }, ['/responses: there is no such field']],
  ])('with %s', (_, over, expected) => {
    expect(formProblems(RouteForm, { ...route, ...over })).toEqual(expected);
  });
});
