import type { TestHost, TestKey } from './start-host.js';

/** Keys of two accounts that must not see each other's things. Both carry every grant. */
export async function twoTenants(host: TestHost): Promise<{ readonly ours: TestKey; readonly theirs: TestKey }> {
  const [ours, theirs] = await Promise.all([host.createKey({ name: 'ours' }), host.createKey({ name: 'theirs' })]);
  return { ours, theirs };
}

/** An answer without what differs in every answer. */
export interface ComparableAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends one request twice: with an id of another account and with an id nobody has. The two answers must be alike,
 * or the caller learns that the other account has such a thing.
 * @example const { foreign, unknown } = await askForForeign(host, 'get', (id) => `/v1/solves/${id}`, theirJob, 'slv_none', ours);
 *          expect(foreign).toEqual(unknown);
 */
export async function askForForeign(
  host: TestHost,
  method: 'get' | 'delete' | 'post' | 'put' | 'patch',
  path: (id: string) => string,
  foreignId: string,
  unknownId: string,
  key: TestKey,
): Promise<{ readonly foreign: ComparableAnswer; readonly unknown: ComparableAnswer }> {
  const ask = async (id: string): Promise<ComparableAnswer> => {
    const { status, body, text } = await host.http[method](path(id)).set('Authorization', key.bearer);
    return { status, body: comparable(body ?? text, id) };
  };
  return { foreign: await ask(foreignId), unknown: await ask(unknownId) };
}

function comparable(body: unknown, id: string): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(id, '<id>')
      .replaceAll(/req_[0-9A-Z]{26}/g, '<request>'),
  ) as unknown;
}
