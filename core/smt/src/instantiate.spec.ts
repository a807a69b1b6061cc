import { expect, it } from 'vitest';
import { instantiation } from './instantiate.js';

it('tells that z3 did not start', async () => {
  const { instantiateWasm, failed } = instantiation();
  instantiateWasm({}, () => expect.unreachable());
  await expect(failed).rejects.toThrow('WebAssembly.instantiate()');
});
