import { describe, expect, it } from 'vitest';
import { retrying } from './retry.js';

/** Gives these answers one after the other; a text is a line that breaks. */
function service(answers: readonly (Response | string)[]) {
  const sent: string[] = [];
  const waits: number[] = [];
  const asked = retrying({
    send: async (request) => {
      sent.push(await request.text());
      const answer = answers[sent.length - 1];
      if (answer === undefined || typeof answer === 'string') throw new TypeError(answer ?? 'gone');
      return answer;
    },
    wait: async (ms) => waits.push(ms),
  });
  return { asked, sent, waits };
}

const later = (status: number, seconds = '3'): Response =>
  new Response('', { status, headers: { 'Retry-After': seconds } });
const post = (headers: Record<string, string> = {}): Request =>
  new Request('http://a.example', { method: 'POST', body: 'x', headers });

describe('a request', () => {
  it.each([503, 429, 409, 400])('is sent again after the seconds that an answer %i says', async (status) => {
    const { asked, sent, waits } = service([later(status), later(status, '7'), new Response('', { status: 201 })]);
    expect((await asked(post())).status).toBe(201);
    expect([sent, waits]).toEqual([
      ['x', 'x', 'x'],
      [3_000, 7_000],
    ]);
  });

  it.each([
    ['that says no time', new Response('', { status: 503 })],
    ['that says a long time', later(429, '3600')],
    ['that says a day', later(503, 'Fri, 31 Dec 1999 23:59:59 GMT')],
    ['that is accepted', later(202)],
  ])('is not sent again after an answer %s', async (_, answer) => {
    const { asked, sent } = service([answer]);
    expect((await asked(post())).status).toBe(answer.status);
    expect(sent).toHaveLength(1);
  });

  it('gives up in the end', async () => {
    const { asked, sent } = service(Array.from({ length: 20 }, () => later(503)));
    expect((await asked(post())).status).toBe(503);
    expect(sent).toHaveLength(8);
  });

  it('is sent again when the line breaks, if that does no harm', async () => {
    const broken = ['reset', 'reset', new Response('', { status: 200 })];
    const read = service(broken);
    expect((await read.asked(new Request('http://a.example'))).status).toBe(200);
    expect(read.waits).toEqual([500, 1_000]);
    const keyed = service(broken);
    expect((await keyed.asked(post({ 'Idempotency-Key': 'k' }))).status).toBe(200);
    const bare = service(broken);
    await expect(bare.asked(post())).rejects.toThrow('reset');
    expect(bare.sent).toHaveLength(1);
    const dead = service([]);
    await expect(dead.asked(new Request('http://a.example'))).rejects.toThrow('gone');
    expect(dead.sent).toHaveLength(4);
  });
});
