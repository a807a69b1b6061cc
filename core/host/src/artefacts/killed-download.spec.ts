import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { databaseUrl, newDeployment, newDirectory, startHostProcess } from '@ostiary/testkit/processes';
import { describe, expect, it } from 'vitest';

describe('a download whose process is killed', () => {
  it('stays noted, once, as begun; what is read afterwards is noted by itself', async () => {
    const env = databaseUrl ? (await newDeployment()).env : { OSTIARY_DATA: newDirectory() };
    let host = await startHostProcess({ ...env, MAKE_KEY: '1' });
    const headers = { authorization: `Bearer ${host.key}` };
    const json = async (path: string) => (await fetch(`${host.url}${path}`, { headers })).json();
    const made = await fetch(`${host.url}/v1/solves`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify({ mode: 'busy', do: 'big', n: 16 * 1024 * 1024 }),
    });
    const { result_artifact_id: id } = (await made.json()) as { result_artifact_id: string };
    const noted = async (): Promise<unknown[]> =>
      ((await json(`/v1/artifacts/${id}/access`)) as { data: unknown[] }).data;

    // It is not read on after the first piece, so that the server is in the middle of it.
    const call = request(`${host.url}/v1/artifacts/${id}`, { headers, agent: false }).on('error', () => undefined);
    const [response] = (await once(call.end(), 'response')) as [IncomingMessage];
    const cut = new Promise((resolve) => response.on('error', resolve));
    await once(response, 'readable');
    response.read(1);
    await host.kill();
    response.resume();
    expect(await cut).toMatchObject({ code: 'ECONNRESET' });

    host = await startHostProcess(env);
    expect(await noted()).toMatchObject([{ outcome: 'started', bytes_sent: 0 }]);
    const again = await fetch(`${host.url}/v1/artifacts/${id}`, { headers });
    const size = (await again.arrayBuffer()).byteLength;
    await expect.poll(noted).toMatchObject([
      { outcome: 'complete', bytes_sent: size },
      { outcome: 'started', bytes_sent: 0 },
    ]);
  });
});
