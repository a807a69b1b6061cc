import { expect, it } from 'vitest';
import { ScannedProject, startHunt } from '../../testing/hunt-host.js';

it('POST /v1/projects/{id}/scans 429 overloaded over the bound of the backlog', async () => {
  const hunt = await startHunt({ env: { OSTIARY_BACKLOG: '2', OSTIARY_RUNNING_JOBS: '1' } });
  try {
    const { path } = await ScannedProject.create(hunt, 'overloaded');
    hunt.hunter.report = (_, signal) =>
      new Promise((_done, failed) => signal.addEventListener('abort', () => failed(signal.reason as Error)));
    let scans = 0;
    const submit = () =>
      hunt.ask('post', `${path}/scans`, {
        body: { policy: `dialect 1; allow t when n <= ${(scans += 1)};` },
        headers: { Prefer: 'respond-async' },
      });
    await submit();
    // Until it runs it is one of the backlog, which would be shorter again once it does.
    await expect.poll(() => hunt.hunter.asked).toHaveLength(1);
    await expect.poll(async () => (await submit()).status).toBe(429);
    expect(await submit()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
      body: { slug: 'overloaded', status: 429 },
    });
  } finally {
    await hunt.close();
  }
});
