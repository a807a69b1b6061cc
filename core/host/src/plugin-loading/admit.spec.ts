import { defineEntity, p } from '@mikro-orm/core';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  defineCommand,
  defineService,
  type HealthCheck,
  defineMode,
  definePlugin,
  defineSolver,
  defineVariant,
  fillSlot,
  input,
  type JobEnd,
  type PluginDeclaration,
  provide,
  Route,
  Slots,
} from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { admit } from './admit.js';
import type { Candidate } from './candidate.js';
import { PluginsRefused } from './refusal.js';

function candidate(declaration: PluginDeclaration, over: Partial<Candidate> = {}): Candidate {
  return {
    packageName: `@test/${declaration.id}`,
    version: '1.2.0',
    apiRange: '^1.0.0',
    definition: definePlugin(declaration),
    givenConfig: {},
    bootMs: 1,
    ...over,
  };
}

const host = { routes: [], problems: new Set(['not_found']), kind: 'embedded' as const };

/** The refusals of a set of plugins, as `code package`. */
function refusals(...candidates: readonly Candidate[]): readonly string[] {
  try {
    admit(candidates, host);
    return [];
  } catch (error) {
    if (error instanceof PluginsRefused) return error.refusals.map(({ code, plugin }) => `${code} ${plugin}`);
    throw error;
  }
}

const body = { request: z.strictObject({}), result: z.strictObject({}), solve: () => Promise.resolve({}) };
const mode = (name: string, grant: string, solvers?: readonly string[]) =>
  defineMode({
    ...body,
    name,
    grant,
    title: name,
    limits: { inlineBytes: 1, seconds: 1 },
    ...(solvers && { solvers }),
  });
const solver = (id: string, entry = 'file:///none.js') =>
  defineSolver({
    id,
    entry: new URL(entry),
    memoryMb: 1,
    warm: 0,
    recycleAfter: 1,
    engine: { name: id, version: '1' },
  });
const SAME = { maxBytes: 10, mediaTypes: ['a/b'], recognise: (start: Uint8Array) => start.length > 0 };
const migration = class {};
const problem = {
  status: 400,
  title: { en: '', pt: '' },
  detail: { en: '', pt: '' },
  help: { en: '', pt: '' },
  retryable: false,
};

function controller(path: string, operationId: string, anyOf?: readonly string[]) {
  @Controller(path)
  class Fixture {
    @Get(':id')
    @Route({
      operationId,
      summary: 'Get',
      access: anyOf ? { kind: 'grants', anyOf } : { kind: 'public' },
      answers: [200, 401, 403].map((status) => ({ status, when: 'x' })),
    })
    get(): void {}
  }
  return Fixture;
}

@Controller('v1/kept')
class Kept {
  @Post()
  @HttpCode(200)
  @Route({
    operationId: 'keep',
    summary: 'Keep',
    access: { kind: 'any_key' },
    idempotent: true,
    answers: [200, 400, 401].map((status) => ({ status, when: 'x' })),
  })
  keep(): void {}
}

@Controller('v1/silent')
class Undeclared {
  @Get()
  get(): void {}
}

@Controller('v1/unclear')
class Silent {
  @Get()
  @Route({ operationId: 'silent', summary: 'Get', access: { kind: 'any_key' }, answers: [] })
  get(): void {}
}

const SpySchema = defineEntity({
  name: 'Spy',
  schema: 'core',
  tableName: 'api_keys',
  properties: { id: p.text().primary() },
});
class Spy extends SpySchema.class {}
SpySchema.setClass(Spy);

class Greeter {}
const command = (name: string) =>
  defineCommand({ name, summary: 's', options: z.strictObject({}), run: () => Promise.resolve('') });
const pulse = (name: string): HealthCheck => ({ name, check: () => Promise.resolve(true) });
const service = defineService<Greeter>('a.greeter');

describe('admission', () => {
  it('takes what fits together, in the order in which plugins require each other', () => {
    const a = candidate({ id: 'a', requires: { b: '^1.0.0' }, grants: ['x'], modes: [mode('m', 'x')] });
    const b = candidate({ id: 'b', config: z.strictObject({ size: z.int().default(3) }) });
    const registry = admit([a, b], host);
    expect(registry.plugins.map(({ id, config }) => [id, config])).toEqual([
      ['b', { size: 3 }],
      ['a', {}],
    ]);
    expect(registry.mode('m')?.grant).toBe('x');
    expect(registry.problems.has('missing_key')).toBe(true);
  });

  it('leaves out a variant of a mode that is not enabled, and says so', () => {
    const variants = ['m', 'gone'].map((name) =>
      defineVariant({ ...body, mode: name, selector: 's', title: 't', request: z.strictObject({ s: z.string() }) }),
    );
    const registry = admit([candidate({ id: 'a', grants: ['x'], modes: [mode('m', 'x')], variants })], host);
    expect(registry.variantsOf('m')).toHaveLength(1);
    expect(registry.variantsOf('gone')).toEqual([]);
    expect(registry.plugins[0]?.leftOut).toEqual(['variant s of mode gone, which no enabled plugin brings']);
  });

  it('lets a variant ask for a grant of the plugin whose mode it is of, and lets the mode be told of its jobs', async () => {
    const told: string[] = [];
    const ended = (by: string) => async (): Promise<void> => void told.push(by);
    const request = z.strictObject({});
    const details = { alsoNeeds: 'y', cut: () => ({}) };
    const variant = { ...body, mode: 'm', title: 't', request, details, artefacts: [{ kind: 'w', alsoNeeds: 'y' }] };
    const own = { ...variant, selector: 'own', ended: ended('own') };
    const registry = admit(
      [
        candidate({ id: 'a', grants: ['x', 'y'], modes: [{ ...mode('m', 'x'), ended: ended('mode') }] }),
        candidate({ id: 'b', variants: [defineVariant({ ...variant, selector: 's' }), defineVariant(own)] }),
      ],
      host,
    );
    for (const selector of ['s', 'own', null, 'gone'])
      await registry.endedOf('m', selector)?.({} as JobEnd, undefined as never);
    expect(told).toEqual(['mode', 'own', 'mode']);
  });

  it('puts a plugin after those whose services it uses where they are there', () => {
    const user = candidate({ id: 'a', consumesOptional: [defineService('b.greeter'), defineService('gone.service')] });
    const offering = candidate({
      id: 'b',
      providers: [Greeter],
      provides: [provide(defineService('b.greeter'), Greeter)],
    });
    expect(admit([user, offering], host).plugins.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it.each<[string, readonly Candidate[], readonly string[]]>([
    [
      'a slot that another fills',
      [
        candidate({ id: 'a', providers: [Greeter], slots: [fillSlot(Slots.artefactSigner, Greeter as never)] }),
        candidate({ id: 'b', providers: [Greeter], slots: [fillSlot(Slots.artefactSigner, Greeter as never)] }),
      ],
      ['slot_taken @test/b'],
    ],
    [
      'a slot there is not, and one that none of its providers fills',
      [
        candidate({
          id: 'a',
          slots: [
            fillSlot(Slots.versionFacts, Greeter as never),
            { slot: { $type: 'ostiary.slot', name: 'x', many: true }, implementation: Greeter },
          ],
        }),
      ],
      ['slot_unbound @test/a', 'slot_unbound @test/a'],
    ],
    [
      'a service used where it is there that its plugin does not offer',
      [candidate({ id: 'a', consumesOptional: [defineService('b.other')] }), candidate({ id: 'b' })],
      ['service_unbound @test/a'],
    ],
    [
      'an id that another has',
      [candidate({ id: 'a' }), candidate({ id: 'a' }, { packageName: 'other' })],
      ['id_taken other'],
    ],
    [
      'an id that another has, and neither what they have in common nor who needs the other',
      [
        candidate({
          id: 'a',
          providers: [Greeter],
          provides: [provide(service, Greeter)],
          grants: ['x'],
          modes: [mode('m', 'x')],
        }),
        candidate({ id: 'b', requires: { a: '^1.0.0' }, consumes: [service] }),
        candidate({ id: 'a', grants: ['x'], modes: [mode('m', 'x')] }, { packageName: 'other', version: '0.0.1' }),
      ],
      ['id_taken other'],
    ],
    [
      'two health checks of one name, and one in the name of the host',
      [
        candidate({ id: 'a', health: [pulse('pulse')] }),
        candidate({ id: 'b', health: [pulse('pulse'), pulse('database')] }),
      ],
      ['health_taken @test/b', 'health_taken @test/b'],
    ],
    [
      "two commands that begin with one word, and one that begins as the host's do",
      [
        candidate({ id: 'a', commands: [command('stamp issue'), command('stamp list')] }),
        candidate({ id: 'b', commands: [command('stamp burn'), command('account close')] }),
      ],
      ['command_taken @test/b', 'command_taken @test/b'],
    ],
    ['an id of the host', [candidate({ id: 'core' })], ['id_taken @test/core']],
    [
      'a plugin that is required and not there',
      [candidate({ id: 'a', requires: { b: '*' } })],
      ['requires_missing @test/a'],
    ],
    [
      'a plugin that is required in another version',
      [candidate({ id: 'a', requires: { b: '^2.0.0' } }), candidate({ id: 'b' })],
      ['requires_missing @test/a'],
    ],
    [
      'plugins that require each other',
      [
        candidate({ id: 'a', requires: { b: '*' } }),
        candidate({ id: 'b', requires: { a: '*' } }),
        candidate({ id: 'c' }),
      ],
      ['requires_cycle @test/a', 'requires_cycle @test/b'],
    ],
    [
      'a plugin that requires itself, and not the one that requires it',
      [candidate({ id: 'a', requires: { a: '*' } }), candidate({ id: 'b', requires: { a: '*' } })],
      ['requires_cycle @test/a'],
    ],
    [
      'a mode that another has',
      [
        candidate({ id: 'a', grants: ['x'], modes: [mode('m', 'x')] }),
        candidate({ id: 'b', grants: ['y'], modes: [mode('m', 'y')] }),
      ],
      ['mode_taken @test/b'],
    ],
    [
      'a variant that another has',
      [
        candidate({
          id: 'a',
          grants: ['x'],
          modes: [mode('m', 'x')],
          variants: [defineVariant({ ...body, mode: 'm', selector: 's', title: '' })],
        }),
        candidate({ id: 'b', variants: [defineVariant({ ...body, mode: 'm', selector: 's', title: '' })] }),
      ],
      ['mode_taken @test/b'],
    ],
    [
      'a grant of a mode that nobody declares',
      [candidate({ id: 'a', modes: [mode('m', 'x')] })],
      ['grant_unknown @test/a'],
    ],
    [
      'a grant of an artefact that nobody declares',
      [
        candidate({
          id: 'a',
          grants: ['x'],
          modes: [{ ...mode('m', 'x'), artefacts: ['log', { kind: 'witness', alsoNeeds: 'y' }] }],
        }),
      ],
      ['grant_unknown @test/a'],
    ],
    [
      'a grant of details that nobody declares',
      [
        candidate({
          id: 'a',
          grants: ['x'],
          modes: [{ ...mode('m', 'x'), details: { alsoNeeds: 'y', cut: (result: unknown) => result } }],
        }),
      ],
      ['grant_unknown @test/a'],
    ],
    [
      'a grant of the details of a variant that neither plugin declares',
      [
        candidate({ id: 'a', grants: ['x'], modes: [mode('m', 'x')] }),
        candidate({
          id: 'b',
          variants: [
            defineVariant({
              ...body,
              mode: 'm',
              selector: 's',
              title: 't',
              request: z.strictObject({}),
              details: { alsoNeeds: 'y', cut: () => ({}) },
            }),
          ],
        }),
      ],
      ['grant_unknown @test/b'],
    ],
    [
      'a grant of a route that only a plugin declares that is not required',
      [
        candidate({ id: 'a', http: { controllers: [controller('v1/a', 'a', ['x'])] } }),
        candidate({ id: 'b', grants: ['x'] }),
      ],
      ['grant_unknown @test/a'],
    ],
    [
      'a route that another has',
      [
        candidate({ id: 'a', http: { controllers: [controller('v1/a', 'one')] } }),
        candidate({ id: 'b', http: { controllers: [controller('v1/a', 'two')] } }),
      ],
      ['route_taken @test/b'],
    ],
    [
      'a route that differs from that of another in case only',
      [
        candidate({ id: 'a', http: { controllers: [controller('v1/a', 'one')] } }),
        candidate({ id: 'b', http: { controllers: [controller('v1/A', 'two')] } }),
      ],
      ['route_taken @test/b'],
    ],
    [
      'an operation id that another has',
      [
        candidate({ id: 'a', http: { controllers: [controller('v1/a', 'one')] } }),
        candidate({ id: 'b', http: { controllers: [controller('v1/b', 'one')] } }),
      ],
      ['operation_id_taken @test/b'],
    ],
    [
      'a route that declares no access',
      [candidate({ id: 'a', http: { controllers: [Undeclared] } })],
      ['route_undeclared @test/a'],
    ],
    [
      'a route that a router serves and whose answers it would have to keep',
      [candidate({ id: 'a', http: { controllers: [Kept], serves: ['hosted', 'router'] } })],
      ['route_undeclared @test/a'],
    ],
    [
      'a class that is no controller',
      [candidate({ id: 'a', http: { controllers: [Greeter] } })],
      ['route_undeclared @test/a'],
    ],
    [
      'a route that does not say what it answers',
      [candidate({ id: 'a', http: { controllers: [Silent] } })],
      ['route_undeclared @test/a'],
    ],
    [
      "an entity in a schema that is not the plugin's",
      [candidate({ id: 'a', storage: { schema: 's', entities: [Spy], migrations: [] } })],
      ['schema_taken @test/a'],
    ],
    [
      'a schema of the host',
      [candidate({ id: 'a', storage: { schema: 'core', entities: [], migrations: [] } })],
      ['schema_taken @test/a'],
    ],
    [
      'a schema that another has',
      [
        candidate({ id: 'a', storage: { schema: 's', entities: [], migrations: [] } }),
        candidate({ id: 'b', storage: { schema: 's', entities: [], migrations: [] } }),
      ],
      ['schema_taken @test/b'],
    ],
    [
      'rows at the end of a job in a table of nobody',
      [candidate({ id: 'a', grants: ['g'], modes: [{ ...mode('m', 'g'), endRows: 'notes' }] })],
      ['table_unknown @test/a'],
    ],
    ['a problem of the host', [candidate({ id: 'a', problems: { not_found: problem } })], ['problem_taken @test/a']],
    [
      'a problem that another declares otherwise',
      [
        candidate({ id: 'a', problems: { p: problem, same: problem } }),
        candidate({ id: 'b', problems: { p: { ...problem, status: 409 }, same: { ...problem } } }),
      ],
      ['problem_taken @test/b'],
    ],
    [
      'a purpose that another declares otherwise',
      [
        candidate({ id: 'a', purposes: { model: { maxBytes: 10, mediaTypes: ['a/b'] }, same: SAME } }),
        candidate({ id: 'b', purposes: { model: { maxBytes: 11, mediaTypes: ['a/b'] }, same: SAME } }),
        candidate({ id: 'c', purposes: { same: { ...SAME, recognise: () => true } } }),
      ],
      ['purpose_taken @test/b', 'purpose_taken @test/c'],
    ],
    [
      'files of a purpose that nobody declares',
      [
        candidate({
          id: 'a',
          grants: ['x'],
          purposes: { known: SAME },
          modes: [
            {
              ...mode('m', 'x'),
              request: z.strictObject({
                file: z.union([z.string(), input('known'), input('unheard', { orArtefact: true }).optional()]),
              }),
            },
          ],
        }),
      ],
      ['purpose_unknown @test/a'],
    ],
    [
      'a solver that another has with another entry',
      [
        candidate({ id: 'a', solvers: [solver('z')] }),
        candidate({ id: 'b', solvers: [solver('z', 'file:///other.js')] }),
      ],
      ['solver_taken @test/b'],
    ],
    [
      'no solver that another has just so',
      [candidate({ id: 'a', solvers: [solver('z')] }), candidate({ id: 'b', solvers: [solver('z')] })],
      [],
    ],
    [
      'a solver that is not there',
      [candidate({ id: 'a', grants: ['x'], modes: [mode('m', 'x', ['z'])] })],
      ['solver_unknown @test/a'],
    ],
    [
      'a configuration that does not fit',
      [candidate({ id: 'a', config: z.strictObject({ n: z.int().default(1) }) }, { givenConfig: { n: 'x', m: 1 } })],
      ['config_invalid @test/a'],
    ],
    [
      'a configuration for a plugin that takes none',
      [candidate({ id: 'a' }, { givenConfig: { n: 1 } })],
      ['config_invalid @test/a'],
    ],
    [
      'migrations that are not named after the plugin',
      [
        candidate({
          id: 'a',
          storage: {
            schema: 's',
            entities: [],
            migrations: [
              { name: 'b/001_x', class: migration },
              { name: 'a/1', class: migration },
            ],
          },
        }),
      ],
      ['migration_name_taken @test/a', 'migration_name_taken @test/a'],
    ],
    [
      'two migrations of one name',
      [
        candidate({
          id: 'a',
          storage: {
            schema: 's',
            entities: [],
            migrations: [
              { name: 'a/001_x', class: migration },
              { name: 'a/001_x', class: migration },
            ],
          },
        }),
      ],
      ['migration_name_taken @test/a'],
    ],
    [
      'a service without a provider',
      [candidate({ id: 'a', provides: [provide(service, Greeter)] })],
      ['service_unbound @test/a'],
    ],
    ['a service that nobody offers', [candidate({ id: 'a', consumes: [service] })], ['service_unbound @test/a']],
    [
      'a service of a plugin that is not required',
      [
        candidate({ id: 'a', providers: [Greeter], provides: [provide(service, Greeter)] }),
        candidate({ id: 'b', consumes: [service] }),
      ],
      ['service_unbound @test/b'],
    ],
  ])('refuses %s', (_, candidates, expected) => {
    expect(refusals(...candidates)).toEqual(expected);
  });

  it('tells all refusals together', () => {
    const bad = candidate(
      { id: 'a', requires: { b: '*' }, modes: [mode('m', 'x')], consumes: [service] },
      { givenConfig: { n: 1 } },
    );
    expect(refusals(bad)).toEqual([
      'requires_missing @test/a',
      'grant_unknown @test/a',
      'config_invalid @test/a',
      'service_unbound @test/a',
    ]);
    expect(() => admit([bad], host)).toThrow(
      /requires_missing {2}@test\/a: it requires the plugin b \*, which is not there: name its package/,
    );
  });
});
