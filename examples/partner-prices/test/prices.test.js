import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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

/** Uploads an order, and returns its id. */
async function uploaded(order) {
  const opened = await host.http
    .post('/v1/uploads')
    .set('Authorization', ours.bearer)
    .send({
      purpose: 'order',
      media_type: 'text/csv',
      size: Buffer.byteLength(order),
      sha256: createHash('sha256').update(order).digest('hex'),
    })
    .expect(201);
  await host.http
    .put(opened.body.content_path)
    .set('Authorization', ours.bearer)
    .set('Content-Type', 'application/octet-stream')
    .send(Buffer.from(order))
    .expect(200);
  return opened.body.id;
}

test('an order may be uploaded, and is refused where a line of it is none', async () => {
  const check = async (order) => {
    const file = { upload_id: await uploaded(order) };
    return host.http.post('/v1/solves').set('Authorization', ours.bearer).send({ mode: 'check_order', file });
  };
  const { body } = await check('bolt;11\nscrew;30\n');
  assert.deepEqual(body.result, { wrong: ['bolt'], unknown: ['screw'], median_cents: 11 });
  const refused = await check('bolt;11\nscrew\n');
  assert.equal(refused.status, 400);
  assert.match(refused.body.errors[0].detail, /Line 2/);
});

test('the price of another account is as unknown as one that nobody has set', async () => {
  const path = (article) => `/v1/prices/${article}`;
  const { foreign, unknown } = await askForForeign(host, 'get', path, 'nut', 'wing-screw', ours);
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign, unknown);
});
