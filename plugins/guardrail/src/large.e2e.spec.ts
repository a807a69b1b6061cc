import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '@ostiary/testkit/service';

const LIMIT = 1_048_576;

/** A policy as large as one may be, with `end` as its last line. */
function policyOf(end: string): string {
  const lines = ['dialect 1;'];
  let size = lines[0]?.length ?? 0;
  for (let i = 0; ; i++) {
    const line = `@id("r${String(i)}") ${['allow', 'confirm', 'refuse'][i % 3] ?? ''} tool_${String(i % 24)} when amount <= ${String(i)}.00 EUR and order like "A-${String(i)}-*";`;
    if (size + line.length + end.length + 2 > LIMIT) return [...lines, end].join('\n');
    lines.push(line);
    size += line.length + 1;
  }
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('a policy of one megabyte', () => {
  const data = mkdtempSync(join(tmpdir(), 'ostiary-large-'));
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await startService(data);
    key = readFileSync(join(data, 'first-key'), 'utf8').trim();
  });
  afterAll(async () => {
    await service.kill();
    rmSync(data, { recursive: true, force: true });
  });

  /** Does a job to its end, however long that takes on a busy machine; `sent` is called once the whole request has left. */
  async function solve(body: object, sent?: () => void): Promise<Answer> {
    let answer = await post(body, sent);
    // Still at work when the wait was over; a job that has ended is told with 200.
    while (answer.status === 202 || ['queued', 'running'].includes(String(answer.body['status']))) {
      const read = await fetch(
        `http://127.0.0.1:${String(service.port)}/v1/solves/${String(answer.body['id'])}?include=result&wait=30`,
        { headers: { Authorization: `Bearer ${key}` } },
      );
      answer = { status: read.status, body: (await read.json()) as Answer['body'] };
    }
    return answer;
  }

  function post(body: object, sent: () => void = () => undefined): Promise<Answer> {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const posted = request(
        {
          port: service.port,
          path: '/v1/solves',
          method: 'POST',
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
            Prefer: 'wait=30',
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: JSON.parse(Buffer.concat(parts).toString('utf8')) as Answer['body'],
            }),
          );
        },
      );
      posted.on('error', reject);
      posted.on('finish', sent);
      posted.end(text);
    });
  }

  const action = { tool: 'tool_1', arguments: { amount: '3.00 EUR', order: 'A-25-x' } };

  it('POST /v1/solves is answered by all of its rules', async () => {
    const policy = policyOf('@id("last") refuse tool_1 when order like "A-25-x";');
    const { status, body } = await solve({ mode: 'guardrail', policy, action });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'succeeded',
      result: {
        answer: 'refuse',
        deciding: [{ rule: 'last', line: policy.split('\n').length, column: 1, cause: 'true' }],
        completeness: { holds_for_all: true },
        policy: { rules: policy.split('\n').length - 1 },
      },
    });
    const rows = [
      { action: { tool: 'tool_1', arguments: action.arguments }, expected: 'refuse' },
      { action: { tool: 'tool_0' } },
    ];
    const table = await solve({ mode: 'batch', policy, rows });
    expect(table).toMatchObject({
      status: 200,
      body: {
        status: 'succeeded',
        result: { row_counts: { total: 2, refuse: 2 }, expected: { matched: 1 }, cross_checked: 2 },
      },
    });
  });

  it('POST /v1/solves that cannot be used is refused with the place at its end, and others are answered while it is read', async () => {
    const policy = policyOf('allow tool_1 when amount <= ;');
    let live = 0;
    const at = { answered: false };
    const others = async (): Promise<void> => {
      while (!at.answered) {
        const { status } = await fetch(`http://127.0.0.1:${String(service.port)}/health/live`);
        if (!at.answered && status === 200) live += 1;
      }
    };
    const sent = Promise.withResolvers<void>();
    const refused = solve({ mode: 'guardrail', policy, action }, sent.resolve).finally(() => (at.answered = true));
    await sent.promise;
    await others();
    const { status, body } = await refused;
    expect({ status, slug: body['slug'], errors: body['errors'] }).toMatchObject({
      status: 400,
      slug: 'policy_invalid',
      errors: [{ pointer: '/policy', line: policy.split('\n').length, column: 29, code: 'expected' }],
    });
    expect(live).toBeGreaterThanOrEqual(5);
  });

  it('POST /v1/solves with a small one is decided while a large one is', async () => {
    const small = { mode: 'guardrail', policy: 'dialect 1; allow tool_1 when amount <= 5.00 EUR;', action };
    await solve(small);
    const order: string[] = [];
    const sent = Promise.withResolvers<void>();
    const large = solve({ mode: 'guardrail', policy: policyOf('allow t;'), action }, sent.resolve).then((answer) => {
      order.push('large');
      return answer;
    });
    await sent.promise;
    const first = await solve(small);
    order.push('small');
    expect([first.status, (await large).status]).toEqual([200, 200]);
    expect(order).toEqual(['small', 'large']);
  });
});
