import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** As npm linked it when it installed: before anything was built. */
const linked = join(import.meta.dirname, '../../../../node_modules/.bin/ostiary');

describe('the command ostiary', () => {
  it('is linked, can be executed, and tells what it can do', async () => {
    const { stdout } = await promisify(execFile)(linked, ['admin', 'key', '--help']);
    for (const command of ['create', 'list', 'revoke']) expect(stdout).toContain(command);
  });
});
