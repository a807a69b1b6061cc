// Embedded only: a decision reads nothing that is stored.
import { readFileSync } from 'node:fs';
import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/guardrail.md', import.meta.url), 'utf8');

interface Example {
  readonly heading: string;
  readonly request: Record<string, unknown>;
  readonly answer: unknown;
}

/** Blocks of JSON come in pairs: a request, which names its mode, and what its answer contains. */
function examples(): Example[] {
  const found: Example[] = [];
  let heading = '';
  let request: Record<string, unknown> | null = null;
  for (const [, title, block] of page.matchAll(/^#+ (.+)$|^```json\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    if (block === undefined) continue;
    const json = JSON.parse(block) as Record<string, unknown>;
    if (json['mode'] !== undefined) request = json;
    else if (request !== null) {
      found.push({ heading, request, answer: json });
      request = null;
    }
  }
  return found;
}

const ANYTHING: unknown = expect.anything();

/** `"..."` stands for any value; objects may have more members than are shown. */
function pattern(value: unknown): unknown {
  if (value === '...') return ANYTHING;
  if (Array.isArray(value)) return value.map(pattern);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, pattern(member)])),
  );
}

describe('docs/guardrail.md', () => {
  let host: TestHost;
  let key: TestKey;
  let confirmation: unknown;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/guardrail'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  it('has examples', () => {
    expect(examples().length).toBeGreaterThanOrEqual(9);
  });

  it.each(examples().map((example, index) => [`${index + 1}, ${example.heading}`, example] as const))(
    'POST /v1/solves as in example %s',
    async (_, { request, answer }) => {
      const body = JSON.parse(
        JSON.stringify(request).replace('"{confirmation}"', JSON.stringify(confirmation ?? null)),
      ) as object;
      const response = await host.http
        .post('/v1/solves')
        .set({ Authorization: key.bearer, Prefer: 'wait=10' })
        .send(body);
      const { result } = response.body as { result?: { confirmation?: unknown } };
      confirmation = result?.confirmation;
      expect(result ?? response.body).toEqual(pattern(answer));
    },
  );
});
