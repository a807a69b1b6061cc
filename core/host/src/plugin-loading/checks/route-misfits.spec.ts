import { Controller, Delete, Get, HttpCode, Post, Redirect, Res } from '@nestjs/common';
import { Route, type RouteDeclaration } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostControllers } from '../../start/host.modules.js';
import { routesOf } from '../../http/route-table.js';
import { misfits } from './route-misfits.js';

const base: RouteDeclaration = {
  operationId: 'op',
  summary: 'x',
  access: { kind: 'any_key' },
  answers: [200, 400, 401].map((status) => ({ status, when: 'x' })),
};
const Declared = (over: Partial<RouteDeclaration> = {}) => Route({ ...base, ...over });

/** The places of what does not fit in the routes of a controller. */
const places = (controller: new () => object): readonly string[] =>
  routesOf([controller]).flatMap((route) => misfits(route).map((told) => told.slice(0, told.indexOf(': '))));

/** As `places`, of a POST that answers 200 with this declaration. */
function posted(over: Partial<RouteDeclaration>, sends = false): readonly string[] {
  @Controller('v1/x')
  class One {
    @Post()
    @HttpCode(200)
    @Declared(over)
    post(): void {}
  }
  if (sends) Res()(One.prototype, 'post', 0);
  return places(One);
}

describe('the status a method answers', () => {
  it('must be listed: a POST answers 201 unless it says otherwise', () => {
    @Controller('v1/x')
    class Forgotten {
      @Post()
      @Declared()
      post(): void {}
    }
    expect(places(Forgotten)).toEqual(['/answers']);
    expect(posted({})).toEqual([]);
  });

  it('is the method to choose where it takes the response, or redirects', () => {
    @Controller('v1/x')
    class Free {
      @Post('a')
      @Declared()
      post(@Res({ passthrough: true }) _response: object): void {}

      @Get('b')
      @Redirect()
      @Declared({ answers: [{ status: 303, when: 'x' }] })
      get(): void {}
    }
    expect(places(Free)).toEqual([]);
  });
});

describe('a body', () => {
  it('of a GET or DELETE would never be read', () => {
    @Controller('v1/x')
    class Unread {
      @Get()
      @Declared({ body: z.strictObject({}) })
      get(): void {}

      @Delete()
      @Declared({ body: z.strictObject({}), content: 'raw' })
      remove(): void {}
    }
    expect(places(Unread)).toEqual(['/body', '/body', '/content', '/body']);
  });

  it.each<[string, Partial<RouteDeclaration>, readonly string[]]>([
    ['of bytes', { content: 'raw', bodyMediaType: 'text/csv' }, []],
    ['of bytes with a schema', { content: 'raw', body: z.strictObject({}) }, ['/body']],
    ['of JSON with another media type', { bodyMediaType: 'text/csv' }, ['/bodyMediaType']],
  ])('%s', (_, over, expected) => {
    expect(posted(over)).toEqual(expected);
  });
});

describe('what a request costs', () => {
  const charge = { meter: 'm' };
  const answers = (...more: readonly { status: number; slugs?: string[] }[]) => [
    ...base.answers,
    ...more.map((one) => ({ when: 'x', ...one })),
  ];

  it.each<[string, Partial<RouteDeclaration>, readonly string[]]>([
    ['is taken of the account of a key', { charge }, []],
    ['is taken of nobody', { charge, access: { kind: 'public' } }, ['/charge']],
    ['is taken before 404', { charge, answers: answers({ status: 404 }) }, ['/charge/by']],
    ['is taken before 409', { charge, answers: answers({ status: 409, slugs: ['busy'] }) }, ['/charge/by']],
    ['is taken after the key', { charge, answers: answers({ status: 409, slugs: ['idempotency_key_reused'] }) }, []],
    ['is taken by the method', { charge: { ...charge, by: 'handler' }, answers: answers({ status: 404 }) }, []],
  ])('%s', (_, over, expected) => {
    expect(posted(over)).toEqual(expected);
  });
});

describe('a request that may be sent again', () => {
  const scope = (): string => 'x';

  it.each<[string, Partial<RouteDeclaration>, readonly string[]]>([
    ['with a key', { idempotent: true }, []],
    ['by nobody knows whom', { idempotent: true, access: { kind: 'optional_key' } }, ['/idempotent/scope']],
    ['by whom the route tells apart', { idempotent: { scope }, access: { kind: 'public' } }, []],
    ['with a key that cannot be refused', { idempotent: true, answers: [{ status: 200, when: 'x' }] }, ['/answers']],
    ['with a body that nobody reads', { idempotent: true, content: 'stream' }, ['/idempotent']],
    ['with bytes', { idempotent: true, content: 'raw' }, []],
  ])('%s', (_, over, expected) => {
    expect(posted(over)).toEqual(expected);
  });

  it('must have an answer that can be stored, unless that is a job', () => {
    expect(posted({ idempotent: true }, true)).toEqual(['/idempotent']);
    expect(posted({ idempotent: { answer: 'job' } }, true)).toEqual([]);
  });

  it('is no GET', () => {
    @Controller('v1/x')
    class Safe {
      @Get()
      @Declared({ idempotent: true })
      get(): void {}
    }
    expect(places(Safe)).toEqual(['/idempotent']);
  });
});

it("the host's own routes fit", () => {
  expect(routesOf(hostControllers()).flatMap(misfits)).toEqual([]);
});
