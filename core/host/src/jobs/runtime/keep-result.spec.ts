import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ArtefactMaker } from './artefact-maker.js';
import type { AttemptPlan } from './attempt.js';
import { INLINE_RESULT_BYTES, keepResult } from './keep-result.js';

const plan = { result: z.unknown() } as unknown as AttemptPlan;
const written: string[] = [];
const maker = {
  open: () =>
    Promise.resolve({
      write: (text: string) => Promise.resolve(void written.push(text)),
      close: () => Promise.resolve({ id: 'art_1', size: 0, sha256: '' }),
    }),
} as unknown as ArtefactMaker;

describe('keepResult', () => {
  it('keeps a result of exactly 4 MiB with the job, and makes an artefact of one byte more', async () => {
    // Two bytes are the quotes.
    const most = 'x'.repeat(INLINE_RESULT_BYTES - 2);
    expect(await keepResult(most, plan, maker)).toMatchObject({ result: { bytes: 4_194_304, artefactId: null } });
    expect(await keepResult(`${most}x`, plan, maker)).toMatchObject({
      result: { text: null, bytes: 4_194_305, artefactId: 'art_1' },
    });
    expect(written).toHaveLength(1);
  });

  it('counts bytes, not characters', async () => {
    const text = 'é'.repeat(INLINE_RESULT_BYTES / 2);
    expect(await keepResult(text, plan, maker)).toMatchObject({ result: { artefactId: 'art_1' } });
  });

  it.each([
    ['a circle', circle()],
    ['a bigint', { big: 1n }],
    ['nothing', undefined],
    ['a function', () => 1],
  ])('refuses %s, which is no JSON', async (_, answer) => {
    expect(await keepResult(answer, plan, maker)).toMatchObject({ kind: 'refused' });
  });
});

function circle(): object {
  const one: Record<string, unknown> = {};
  one['self'] = one;
  return one;
}
