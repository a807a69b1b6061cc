import type { AnswerSummary, ModeBody } from '@ostiary/plugin-api';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { summarise } from './summarise.js';

const saying = (summary?: ModeBody<z.ZodType, z.ZodType>['summary']): ModeBody<z.ZodType, z.ZodType> => ({
  request: z.unknown(),
  result: z.unknown(),
  solve: () => Promise.reject(new Error('never run')),
  ...(summary && { summary }),
});

it('is null where the mode gives none', () => {
  expect(summarise(saying(), {}, {})).toBeNull();
});

it('is what the mode says of its result and of the request', () => {
  const body = saying((result, request) => ({ answer: String(result), tool: String(request), rules: ['a'] }));
  expect(summarise(body, 'allow', 'refund')).toEqual({ answer: 'allow', tool: 'refund', rules: ['a'] });
});

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.constant('\u{1F600}'.repeat(200)));
const said = fc.record<AnswerSummary>(
  {
    answer: fc.option(text),
    slug: text,
    tool: text,
    rules: fc.array(text, { maxLength: 20 }),
    counts: fc.dictionary(text, fc.nat(), { maxKeys: 20 }),
  },
  { requiredKeys: ['answer'] },
);

it('is small, and nothing that jsonb refuses, whatever the mode says', () => {
  fc.assert(
    fc.property(said, (summary) => {
      const cut = summarise(
        saying(() => summary),
        {},
        {},
      );
      const json = JSON.stringify(cut);
      expect(json.length).toBeLessThan(40_000);
      expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      expect(cut?.rules?.length ?? 0).toBeLessThanOrEqual(8);
    }),
  );
});
