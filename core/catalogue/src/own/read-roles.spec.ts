import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE_LIMITS, catalogueProblems, readAnyCatalogue, readCatalogue, type Catalogue } from '../index.js';

const text = { type: { kind: 'string', format: 'text' }, required: true };
const fields = {
  order: text,
  amount: { type: { kind: 'int' }, required: true },
  live: { type: { kind: 'bool' }, required: false },
};
const tool = (name: string, more: object = {}): object => ({
  name,
  args: { kind: 'record', fields },
  classes: ['write'],
  ...more,
});
const read = { classes: ['read'] };

/** Pay, and a tool with what is given; or a problem's place and slug. */
function found(more: object, pay: object = {}): readonly string[] {
  const result = readCatalogue({ name: 'x', tools: [tool('pay', pay), tool('t', more)] });
  const list = result.ok ? ['ok', ...result.warnings] : result.problems;
  return list.map((each) => (typeof each === 'string' ? each : `${each.pointer} ${each.slug}`));
}

describe('roles of tools in an agent graph', () => {
  it('are read as they stand, give their class, and read back equal', () => {
    const roles = {
      checks: [
        { tools: ['pay'], args: { order: 'order', amount: 'amount' }, steps: 5, passes: 'success', consumed: true },
        { tools: ['pay', 'u'], passes: { field: 'state', equals: 'paid' } },
        { tools: ['u'], passes: { branch: 'ok' } },
      ],
      confirms: [{ tools: ['pay'], args: { order: 'order' }, anyOf: true, passes: { field: 'ok', equals: true } }],
      compensates: 'u',
      resource: { name: 'order', arg: 'order' },
      idempotencyKey: 'order',
      returns: { type: 'enum' },
    };
    const result = readCatalogue({ name: 'x', tools: [tool('pay'), tool('u'), tool('t', roles)] });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const [, , made] = result.catalogue.tools;
    expect(made).toMatchObject(roles);
    expect(made?.classes).toEqual(['write', 'check', 'compensation', 'confirmation', 'idempotent']);
    const again: unknown = JSON.parse(JSON.stringify(result.catalogue));
    expect(readCatalogue(again)).toEqual({ ok: true, catalogue: result.catalogue, warnings: [] });
    expect(catalogueProblems(result.catalogue)).toEqual([]);
  });

  const checks = (check: object): object => ({ checks: [{ tools: ['pay'], ...check }] });
  it.each([
    [
      'a tool that is not there',
      { checks: [{ tools: ['pay', 'nope'] }] },
      ['/tools/1/checks/0/tools/1 role_tool_unknown'],
    ],
    [
      'a name of every object',
      { checks: [{ tools: ['constructor'] }] },
      ['/tools/1/checks/0/tools/0 role_tool_unknown'],
    ],
    [
      'a name that is one after NFKC only',
      { checks: [{ tools: ['ｐａｙ'] }] },
      ['/tools/1/checks/0/tools/0 role_tool_unknown'],
    ],
    ['itself', { checks: [{ tools: ['t'] }] }, ['/tools/1/checks/0/tools/0 role_of_itself']],
    ['its own confirmation', { confirms: [{ tools: ['t'] }] }, ['/tools/1/confirms/0/tools/0 role_of_itself']],
    ['no tools', { checks: [{ tools: [] }] }, ['/tools/1/checks/0/tools count_invalid']],
    ['tools left out', { checks: [{}] }, ['/tools/1/checks/0 field_missing']],
    ['no checks', { checks: [] }, ['/tools/1/checks count_invalid']],
    ['a field nobody knows', checks({ ttl: 3 }), ['/tools/1/checks/0/ttl field_unknown']],
    [
      'a confirmation that is a check',
      { confirms: [{ tools: ['pay'], steps: 3 }] },
      ['/tools/1/confirms/0/steps field_unknown'],
    ],
    ['no steps', checks({ steps: 0 }), ['/tools/1/checks/0/steps value_invalid']],
    ['too many steps', checks({ steps: CATALOGUE_LIMITS.steps + 1 }), ['/tools/1/checks/0/steps value_invalid']],
    [
      'an argument the guarded tool lacks',
      checks({ args: { nope: 'order' } }),
      ['/tools/1/checks/0/args/nope role_argument_unknown'],
    ],
    [
      'an argument it lacks itself',
      checks({ args: { order: 'nope' } }),
      ['/tools/1/checks/0/args/order role_argument_unknown'],
    ],
    [
      'an argument of every object',
      checks({ args: { toString: 'order' } }),
      ['/tools/1/checks/0/args/toString role_argument_unknown'],
    ],
    [
      'arguments that are never equal',
      checks({ args: { order: 'amount' } }),
      ['/tools/1/checks/0/args/order role_arguments_unlike'],
    ],
    ['no arguments', checks({ args: {} }), ['/tools/1/checks/0/args count_invalid']],
    ['an argument bound to none', checks({ args: { order: null } }), ['/tools/1/checks/0/args/order wrong_type']],
    ['a way of passing that is none', checks({ passes: 'ok' }), ['/tools/1/checks/0/passes value_invalid']],
    ['a value without its field', checks({ passes: { equals: 1 } }), ['/tools/1/checks/0/passes field_missing']],
    ['a field without its value', checks({ passes: { field: 'a' } }), ['/tools/1/checks/0/passes field_missing']],
    [
      'a field that equals nothing',
      checks({ passes: { field: 'a', equals: null } }),
      ['/tools/1/checks/0/passes/equals wrong_type'],
    ],
    [
      'a field of that name',
      checks({ passes: { field: '__proto__', equals: 1 } }),
      ['/tools/1/checks/0/passes/field name_reserved'],
    ],
    [
      'a branch and a field',
      checks({ passes: { branch: 'a', field: 'b', equals: 1 } }),
      ['/tools/1/checks/0/passes/field field_unknown', '/tools/1/checks/0/passes/equals field_unknown'],
    ],
    [
      'a check that never fails and passes so',
      { classes: ['read', 'infallible'], checks: [{ tools: ['pay'], passes: 'success' }] },
      ['/tools/1/checks/0/passes check_always_passes'],
    ],
    [
      'a check that never fails and returns a value',
      { classes: ['read', 'infallible'], checks: [{ tools: ['pay'], passes: { field: 'ok', equals: true } }] },
      ['ok'],
    ],
    [
      'what cannot fail half way',
      { classes: ['infallible', 'may_have_happened'] },
      ['/tools/1/classes classes_contradict'],
    ],
    ['a pivot that undoes', { classes: ['pivot'], compensates: 'pay' }, ['/tools/1/classes classes_contradict']],
    ['a reader that undoes', { ...read, compensates: 'pay' }, ['/tools/1/classes classes_contradict']],
    [
      'a reader that half happened',
      { classes: ['read', 'may_have_happened'] },
      ['/tools/1/classes classes_contradict'],
    ],
    ['what reads or writes by its arguments', { classes: ['read', 'write', 'may_have_happened'] }, ['ok']],
    ['undoing itself', { compensates: 't' }, ['/tools/1/compensates role_of_itself']],
    ['undoing nobody', { compensates: 'nope' }, ['/tools/1/compensates role_tool_unknown']],
    ['a resource without a name', { resource: { arg: 'order' } }, ['/tools/1/resource field_missing']],
    [
      'a resource of an argument it lacks',
      { resource: { name: 'o', arg: 'nope' } },
      ['/tools/1/resource/arg role_argument_unknown'],
    ],
    ['a key it lacks', { idempotencyKey: 'nope' }, ['/tools/1/idempotencyKey role_argument_unknown']],
    ['a type it cannot return', { returns: { type: 'int' } }, ['/tools/1/returns/type value_invalid']],
    ['no type', { returns: {} }, ['/tools/1/returns field_missing']],
  ])('%s', (_, more, expected) => {
    expect(found(more)).toEqual(expected);
  });

  it('undo a step that changes something and is no compensation', () => {
    expect(found({ compensates: 'pay' }, read)).toEqual(['/tools/1/compensates compensates_read']);
    expect(found({ compensates: 'pay' }, { compensates: 't' })).toEqual([
      '/tools/0/compensates compensates_compensation',
      '/tools/1/compensates compensates_compensation',
    ]);
    expect(found({ compensates: 'pay' }, { classes: ['irreversible'] })).toEqual([
      'ok',
      '/tools/1/compensates compensates_irreversible',
    ]);
  });

  it('may not wait for one another', () => {
    const waits = (on: string): object => ({ checks: [{ tools: [on] }] });
    expect(found(waits('pay'), waits('t'))).toEqual(['/tools/0/checks check_cycle']);
    expect(found({ confirms: [{ tools: ['pay'] }] }, waits('t'))).toEqual(['ok']);
  });

  it('are bounded', () => {
    const many = Array.from({ length: CATALOGUE_LIMITS.rolesOfTool + 1 }, () => ({ tools: ['pay'] }));
    expect(found({ checks: many })).toEqual(['/tools/1/checks count_invalid']);
    const names = Array.from({ length: 200 }, (_, index) => `w${String(index)}x`);
    const guards = { confirms: [{ tools: names.slice(0, 199) }] };
    const tools = names.map((name) => tool(name));
    const guarding = Array.from({ length: 101 }, (_, index) => tool(`g${String(index)}x`, guards));
    const result = readCatalogue({ name: 'x', tools: [...tools, ...guarding] });
    expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toEqual(['too_many_guarded']);
    expect(readCatalogue({ name: 'x', tools: [...tools, ...guarding.slice(1)] }).ok).toBe(true);
  });

  it('end in an answer for any JSON', () => {
    const values = fc.record(
      {
        checks: fc.jsonValue(),
        confirms: fc.jsonValue(),
        compensates: fc.jsonValue(),
        resource: fc.jsonValue(),
        returns: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, fc.jsonValue(), (roles, passes) => {
        for (const more of [roles, { checks: [{ tools: ['pay'], passes }] }])
          expect(found(more).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('roles beside a document', () => {
  const mcp = (name: string, more: object = {}): object => ({
    name,
    inputSchema: { type: 'object', properties: { order: { type: 'string' } } },
    ...more,
  });
  const overridden = (
    overrides: object,
    ...tools: object[]
  ): { readonly catalogue?: Catalogue; readonly notes: readonly string[] } => {
    const result = readAnyCatalogue({ document: { tools }, format: 'mcp', overrides });
    const notes = (result.ok ? result.warnings : result.problems).map(({ pointer, slug }) => `${pointer} ${slug}`);
    return { ...(result.ok && { catalogue: result.catalogue }), notes };
  };

  it('hold as they stand, and add their classes to those of the document', () => {
    const hinted = mcp('look', { annotations: { openWorldHint: true, readOnlyHint: false } });
    const { catalogue } = overridden(
      { look: { checks: [{ tools: ['pay'], args: { order: 'order' } }] } },
      mcp('pay'),
      hinted,
    );
    expect(catalogue?.tools[1]).toMatchObject({
      classes: ['write', 'source', 'sink', 'check'],
      checks: [{ tools: ['pay'] }],
    });
  });

  it('are checked with a place in the overrides', () => {
    const { notes } = overridden(
      { look: { checks: [{ tools: ['nope'] }], compensates: 'look' } },
      mcp('pay'),
      mcp('look'),
    );
    expect(notes).toEqual([
      '/overrides/look/checks/0/tools/0 role_tool_unknown',
      '/overrides/look/compensates role_of_itself',
    ]);
  });

  it('keep the warnings', () => {
    const { notes } = overridden(
      { pay: { classes: ['irreversible'] }, undo: { compensates: 'pay' } },
      mcp('pay'),
      mcp('undo'),
    );
    expect(notes).toContain('/overrides/undo/compensates compensates_irreversible');
  });

  it('are looked at again where an override takes away what the document stands on', () => {
    const define = (name: string, more: object = {}): object => ({ name, parameters: { type: 'object' }, ...more });
    const document = [define('pay'), define('undo', { 'x-ostiary': { compensates: 'pay' } })];
    const overrides = { pay: { classes: ['read'] } };
    expect(readAnyCatalogue({ document })).toMatchObject({ ok: true });
    expect(readAnyCatalogue({ document, overrides })).toMatchObject({
      problems: [{ slug: 'compensates_read', pointer: '/document' }],
    });
    const both = { ...overrides, undo: { labels: ['a'] } };
    expect(readAnyCatalogue({ document, overrides: both })).toMatchObject({
      problems: [{ pointer: '/overrides/undo' }],
    });
  });

  it('are not taken from a server', () => {
    const vendor = {
      'x-ostiary': {
        classes: ['check', 'idempotent', 'privileged'],
        checks: [{ tools: ['nope'] }],
        returns: { type: 'bool' },
      },
    };
    const result = readAnyCatalogue({ tools: [mcp('pay', vendor)] });
    expect(result).toMatchObject({ ok: true, catalogue: { tools: [{ classes: ['write', 'privileged'] }] } });
    expect(result.ok && result.catalogue.tools[0]).not.toHaveProperty('checks');
    expect((result.ok ? result.warnings : []).map(({ slug, params }) => [slug, params['role']])).toEqual([
      ['role_not_believed', 'checks'],
      ['role_not_believed', 'returns'],
      ['role_not_believed', 'check'],
      ['role_not_believed', 'idempotent'],
    ]);
  });

  it('are said on a tool definition and on an OpenAPI operation, with a place there', () => {
    const vendor = { 'x-ostiary': { classes: ['read'], checks: [{ tools: ['nope'] }] } };
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' }, ...vendor } }];
    expect(readAnyCatalogue(tools)).toMatchObject({
      problems: [{ pointer: '/0/function/x-ostiary/checks/0/tools/0', slug: 'role_tool_unknown' }],
    });
    const paths = { '/look': { get: { operationId: 'look', ...vendor } } };
    expect(readAnyCatalogue({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths })).toMatchObject({
      problems: [{ pointer: '/paths/~1look/get/x-ostiary/checks/0/tools/0', slug: 'role_tool_unknown' }],
    });
  });
});
