import { fileURLToPath } from 'node:url';
import type { OpenFile } from '@ostiary/policy-modes';
import { afterEach, expect, it, vi } from 'vitest';
import { ForestRequest } from '../request/index.js';
import { lastLoaded } from './last-loaded.js';

const MODEL = fileURLToPath(new URL('../../fixtures/onnx/skl-rf-tensor.onnx', import.meta.url));
const request = (more: object = {}) =>
  ForestRequest.parse({ model: { upload_id: 'upl_1' }, properties: 'kind,output\nrange,p[1]\n', ...more });
const opener = (path = MODEL) => vi.fn<OpenFile>(() => Promise.resolve({ path: () => Promise.resolve(path) } as never));

afterEach(() => {
  vi.useRealTimers();
});

it('reads what is asked once for all parts of a job, whatever they may cost, and anew what carries anything else', async () => {
  const open = opener();
  const first = await lastLoaded(request(), open);
  expect(await lastLoaded(request({ options: { nodes: 7 }, language: 'pt' }), open)).toBe(first);
  expect(open).toHaveBeenCalledTimes(1);
  for (const other of [{ properties: 'kind,output\nrange,p[0]\n' }, { model: { upload_id: 'upl_2' } }])
    expect(await lastLoaded(request(other), open)).not.toBe(first);
  expect(open).toHaveBeenCalledTimes(3);
});

it('forgets what nobody asks for, and what could not be read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = opener();
  const first = await lastLoaded(request({ schema: 'name,position\nage,1\n' }), open);
  vi.advanceTimersByTime(5_000);
  expect(await lastLoaded(request({ schema: 'name,position\nage,1\n' }), open)).not.toBe(first);
  const none = request({ model: { upload_id: 'upl_3' } });
  await expect(lastLoaded(none, opener('/nowhere'))).rejects.toThrow('ENOENT');
  expect((await lastLoaded(none, open)).audit.rows).toHaveLength(1);
});
