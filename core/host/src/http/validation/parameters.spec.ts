import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lenientQuery, validateQuery } from './parameters.js';

const Query = z.object({ wait: z.coerce.number().int().max(30).default(0), include: z.literal('result').optional() });

function itemsOf(work: () => unknown): readonly ProblemItem[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.options.errors ?? [];
    throw error;
  }
  return [];
}

describe('parameters that can be refused', () => {
  it('are read as their schema says', () => {
    expect(validateQuery(Query, { wait: '3' })).toEqual({ wait: 3 });
  });

  it('are named, each that is wrong, and have no pointer', () => {
    expect(itemsOf(() => validateQuery(Query, { wait: '31', include: 'all' }))).toEqual([
      { parameter: 'wait', in: 'query', slug: 'out_of_range', detail: expect.anything() },
      { parameter: 'include', in: 'query', slug: 'invalid_value', detail: expect.anything() },
    ]);
  });

  it('are named when they were sent twice', () => {
    expect(itemsOf(() => validateQuery(Query, { include: ['result', 'result'] }))).toMatchObject([
      { parameter: 'include', in: 'query' },
    ]);
  });

  it.each([
    [Query, 'wiat', 'There is no such parameter; did you mean `wait`?'],
    [Query, 'colour', 'There is no such parameter; the parameters here are `wait`, `include`.'],
    [undefined, 'colour', 'There is no such parameter; there are none here.'],
  ])('are refused when nobody knows them, with what there is', (schema, name, en) => {
    expect(itemsOf(() => validateQuery(schema, { [name]: '1' }))).toMatchObject([
      { parameter: name, in: 'query', slug: 'unknown_parameter', detail: { en } },
    ]);
  });
});

describe('parameters that cannot be refused', () => {
  it('count as not sent when they are wrong or unknown', () => {
    expect(lenientQuery(Query, { wait: 'long', colour: 'green', include: 'result' })).toEqual({
      wait: 0,
      include: 'result',
    });
  });

  it('are a defect when the schema takes no empty query', () => {
    expect(() => lenientQuery(z.object({ wait: z.string() }), {})).toThrow('refuses an empty query');
  });
});
