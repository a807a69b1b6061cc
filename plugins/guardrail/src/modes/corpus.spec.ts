import { callCorpus, type CallCorpus, type CorpusCall } from '@ostiary/guard/testing';
import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../testing/fake-context.js';
import { BatchRequest } from './batch/request.js';
import { solveBatch } from './batch/solve.js';
import { checkGuardrail, settled } from './guardrail/prepare.js';
import { GuardrailRequest } from './guardrail/request.js';
import { solveGuardrail } from './guardrail/solve.js';

const now = new Date('2026-11-21T10:00:00.000Z');

/** A body of a request as the service reads it: the numbers of the corpus keep their digits. */
const bodyOf = ({ policy, catalogue }: CallCorpus, rest: string): unknown =>
  parseJson(
    `{"policy":${JSON.stringify(policy)},${catalogue ? `"catalogue":${JSON.stringify(catalogue)},` : ''}${rest}}`,
  );

const rowOf = (tool: string, { args, principal }: CorpusCall): string =>
  `"action":{"tool":"${tool}","arguments":${args}}${principal === undefined ? '' : `,"context":{"principal":${principal}}`}`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe.each(callCorpus)('the corpus, asked of every mode: $policy', (corpus) => {
  const expected = corpus.calls.map(({ answer, slug, pointer }) => [answer, slug, pointer ?? null]);

  it.each(corpus.calls)('mode guardrail: $title', async (each) => {
    const request = settled(GuardrailRequest.parse(bodyOf(corpus, rowOf(corpus.tool, each))), { now, language: 'en' });
    checkGuardrail(request);
    const { answer, slug, pointer } = await solveGuardrail(request, fakeContext());
    expect([answer, slug, pointer]).toEqual([each.answer, each.slug, each.pointer ?? null]);
  });

  it('mode batch, rows of JSON', async () => {
    const rows = corpus.calls.map((each) => `{${rowOf(corpus.tool, each)}}`).join(',');
    const result = await solveBatch(BatchRequest.parse(bodyOf(corpus, `"rows":[${rows}]`)), fakeContext());
    expect(result.rows.map(({ answer, slug, pointer }) => [answer, slug, pointer])).toEqual(expected);
    expect(result.cross_checked).toBe(corpus.calls.length);
  });

  it('mode batch, rows of CSV', async () => {
    const lines = corpus.calls.map(({ args, principal }) => `${quoted(args)},${principal ? quoted(principal) : ''}`);
    const csv = ['arguments,principal', ...lines, ''].join('\n');
    const defaults = `"defaults":{"action":{"tool":"${corpus.tool}"}}`;
    const body = bodyOf(corpus, `"rows":{"csv":${JSON.stringify(csv)}},${defaults}`);
    const result = await solveBatch(BatchRequest.parse(body), fakeContext());
    expect(result.rows.map(({ answer, slug, pointer }) => [answer, slug, pointer])).toEqual(expected);
  });
});
