import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';

describe('the specs that run again on PostgreSQL and Redis', () => {
  const listed = execFileSync(process.execPath, [join(root, 'tools', 'hosted-specs.mjs')], { encoding: 'utf8' });

  it.each([
    ['reads the address of a server', 'core/host/src/jobs/store/purge.spec.ts', true],
    ['uses the kit that reads it', 'plugins/guardrail/src/guardrail.e2e.spec.ts', true],
    ['starts processes on it', 'core/host/src/jobs/recovery.spec.ts', true],
    ['starts a process that is always embedded', 'core/host/src/start/process.spec.ts', false],
    ['says why its service need not be', 'core/host/src/http/body/read.spec.ts', false],
    ['tests a pure package', 'core/policy/src/syntax/parser.spec.ts', false],
  ])('a spec that %s', (_, file, isListed) => {
    expect(listed.split('\n').includes(file)).toBe(isListed);
  });
});
