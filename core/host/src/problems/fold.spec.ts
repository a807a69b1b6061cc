import { ConnectionException } from '@mikro-orm/core';
import { HttpException } from '@nestjs/common';
import { ProblemError, type RouteDeclaration } from '@ostiary/plugin-api';
import { describe as suite, expect, it } from 'vitest';
import { asProblem } from '../http/problems/as-problem.js';
import { foldStatus } from './fold.js';
import { HOST_PROBLEMS } from './table.js';

const route = (...statuses: readonly number[]): RouteDeclaration => ({
  operationId: 'test',
  summary: '',
  access: { kind: 'public' },
  answers: statuses.map((status) => ({ status, when: '' })),
});

suite('folding of statuses', () => {
  it.each<[number, readonly number[], number | undefined]>([
    [404, [200, 404], 404],
    [404, [200, 400], 400],
    [409, [200, 400], 400],
    [409, [200, 409], 409],
    [413, [200, 400], 400],
    [413, [200, 400, 413], 413],
    [410, [200, 404], 404],
    [405, [200, 400, 404], 404],
    [400, [200, 404], 404],
    [503, [200], 503],
    [400, [200], undefined],
    [403, [200, 401], undefined],
    [429, [200, 400], undefined],
    [401, [200], undefined],
  ])('%i where %j are listed is %s', (status, listed, expected) => {
    expect(foldStatus(status, route(...listed))).toBe(expected);
  });

  it('is the status of the answer that names the slug, where its own is not listed', () => {
    const named = (...statuses: readonly number[]): RouteDeclaration => ({
      ...route(),
      answers: [...statuses.map((status) => ({ status, when: '' })), { status: 429, when: '', slugs: ['overloaded'] }],
    });
    expect(foldStatus(503, named(200), 'overloaded')).toBe(429);
    expect(foldStatus(503, named(200, 503), 'overloaded')).toBe(503);
    expect(foldStatus(503, named(200), 'draining')).toBe(503);
  });

  it('leaves everything as it is where nobody serves', () => {
    expect(foldStatus(404, undefined)).toBe(404);
  });
});

suite('what was thrown', () => {
  const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

  it.each<[string, unknown, string | undefined]>([
    ['a problem', new ProblemError('missing_key'), 'missing_key'],
    ['a path nobody serves', new HttpException('', 404), 'not_found'],
    ['a URL that cannot be decoded', new URIError('x'), 'not_found'],
    ['a database that is not there', coded('ECONNREFUSED'), 'unavailable'],
    ['a database that is being stopped', coded('57P01'), 'unavailable'],
    ['a database without room', new Error('x', { cause: coded('53300') }), 'unavailable'],
    ['a connection that broke', new ConnectionException(new Error('x')), 'unavailable'],
    ['a unique index', coded('23505'), undefined],
    ['a defect', new TypeError('x is undefined'), undefined],
    ['no error at all', 'text', undefined],
  ])('%s', (_, error, slug) => {
    expect(asProblem(error, false)?.slug).toBe(slug);
  });

  it.each<[number, string | undefined]>([
    [400, 'invalid_request'],
    [415, 'invalid_request'],
    [422, 'invalid_request'],
    [404, 'not_found'],
    [410, 'not_found'],
    [503, 'unavailable'],
    [403, undefined],
    [500, undefined],
  ])("by a method with Nest's own exception %i is %s", (status, slug) => {
    expect(asProblem(new HttpException('', status), true)?.slug).toBe(slug);
  });
});

suite('the table of problems', () => {
  it('has every text in both languages, and they differ', () => {
    for (const [slug, { title, detail, help, status }] of Object.entries(HOST_PROBLEMS)) {
      expect(slug).toMatch(/^[a-z]+(_[a-z]+)*$/);
      for (const text of [title, detail, help]) {
        expect(text.en.length).toBeGreaterThan(3);
        expect(text.pt).not.toBe(text.en);
      }
      const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
      expect(names(detail.pt)).toEqual(names(detail.en));
      expect([400, 401, 403, 404, 409, 410, 413, 416, 429, 503]).toContain(status);
    }
  });
});
