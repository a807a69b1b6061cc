import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startHost } from '@ostiary/testkit';
import plugin from './plugin.js';

let host;
let key;

before(async () => {
  host = await startHost({ plugins: [{ definition: plugin, config: { least: 2 } }] });
  key = await host.createKey();
});
// There is none where the plugin was refused: then only the refusal is told.
after(() => host?.close());

const solve = (request) =>
  host.http
    .post('/v1/solves')
    .set('Authorization', key.bearer)
    .send({ mode: 'new_plugin', ...request });

test('tells the words that stand in a text more than once', async () => {
  const { status, body } = await solve({ text: 'The cat, the dog and the cat' });
  assert.equal(status, 200);
  assert.deepEqual(body.result, {
    repeated: [
      { word: 'the', times: 3 },
      { word: 'cat', times: 2 },
    ],
  });
});

test('refuses a text without words', async () => {
  const { status, body } = await solve({ text: '...' });
  assert.equal(status, 400);
  assert.equal(body.slug, 'new_plugin_no_words');
});
