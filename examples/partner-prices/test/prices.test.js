import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { askForForeign, FakeClock, startHost, twoTenants } from '@ostiary/testkit';
import plugin from '../dist/plugin.js';

const clock = new FakeClock('2026-01-15T12:00:00Z');
let host;
let ours;
let theirs;

before(async () => {
  host = await startHost({ plugins: [{ definition: plugin, config: { keepDays: 30 } }], clock });
  ({ ours, theirs } = await twoTenants(host));
  await host.http.put('/v1/prices/bolt').set('Authorization', ours.bearer).send({ cents: 12 }).expect(200);
  await host.http.put('/v1/prices/nut').set('Authorization', theirs.bearer).send({ cents: 5 }).expect(200);
});
after(() => host.close());

test('an order is checked against the prices that the account has set', async () => {
  const lines = [
    { article: 'bolt', cents: 11 },
    { article: 'nut', cents: 5 },
    { article: 'screw', cents: 30 },
  ];
  const { body } = await host.http
    .post('/v1/solves')
    .set('Authorization', ours.bearer)
    .send({ mode: 'check_order', lines });
  assert.deepEqual(body.result, { wrong: ['bolt'], unknown: ['nut', 'screw'], median_cents: 11 });
});

test('the price of another account is as unknown as one that nobody has set', async () => {
  const path = (article) => `/v1/prices/${article}`;
  const { foreign, unknown } = await askForForeign(host, 'get', path, 'nut', 'wing-screw', ours);
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign, unknown);
});
