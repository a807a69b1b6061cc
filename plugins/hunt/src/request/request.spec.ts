import { describe, expect, it } from 'vitest';
import { HuntRequest } from './request.js';

const policy = 'dialect 1; allow t;';

function faults(request: unknown): string[] {
  const result = HuntRequest.safeParse(request);
  return result.success ? [] : result.error.issues.map(({ path }) => `/${path.join('/')}`);
}

describe('the request of mode hunt', () => {
  it('takes the least there is, and says what that stands for', () => {
    expect(HuntRequest.parse({ policy })).toEqual({
      policy,
      options: { max_findings: 500, properties: true },
      path: 'policy.ost',
    });
  });

  it.each([
    { policy: { dialect: 2, text: policy } },
    { policy: { format: 'progent', text: '{}' } },
    { policy: { upload_id: 'upl_1' }, catalogue: { upload_id: 'upl_2' } },
    { policy, options: { classes: ['S01', 'X01'], severities: ['info'], max_findings: 1, session_bound: 12 } },
    { policy, options: { compare_with: policy } },
    { policy, options: { compare_with: { upload_id: 'upl_1' } } },
    { policy, options: { compare_with: policy, compare_catalogue: { tools: [] } } },
    { policy, options: { compare_with: policy, compare_catalogue: { upload_id: 'upl_1' } } },
    { policy, path: 'policies/refunds v2.ost', language: 'pt' },
  ])('takes %j', (request) => {
    expect(faults(request)).toEqual([]);
  });

  it.each([
    [{}, '/policy'],
    [{ policy: '' }, '/policy'],
    [{ policy: { format: 'rego', text: 'x' } }, '/policy/format'],
    [{ policy: { dialect: 3, text: 'x' } }, '/policy'],
    [{ policy, options: { classes: [] } }, '/options/classes'],
    [{ policy, options: { max_findings: 0 } }, '/options/max_findings'],
    [{ policy, options: { max_findings: 1_001 } }, '/options/max_findings'],
    [{ policy, options: { session_bound: 0 } }, '/options/session_bound'],
    [{ policy, options: { compare_with: 7 } }, '/options/compare_with'],
    [{ policy, options: { compare_catalogue: { tools: [] } } }, '/options/compare_catalogue'],
    [{ policy, path: '/etc/passwd' }, '/path'],
    [{ policy, path: 'a/../b' }, '/path'],
    [{ policy, path: '..' }, '/path'],
    [{ policy, path: 'a\nb' }, '/path'],
  ])('refuses %j', (request, place) => {
    expect(faults(request)).toEqual([place]);
  });
});
