import { describe, expect, it } from 'vitest';
import { ticketDigest, ticketFault, type Ticket } from './ticket.js';

const call = {
  tool: 'pay',
  arguments: { amount: '5 EUR', to: ['a', 'b'] },
  principal: { id: 'u1' },
  catalogue: null,
  policyVersion: `sha256:${'1'.repeat(64)}`,
};
const now = new Date('2026-11-21T10:00:00.000Z');
const ticket: Ticket = {
  digest: ticketDigest(call),
  expires_at: '2026-11-21T10:15:00.000Z',
  policy_version: call.policyVersion,
};

describe('ticketDigest', () => {
  it('does not depend on the order of keys', () => {
    expect(ticketDigest({ ...call, arguments: { to: ['a', 'b'], amount: '5 EUR' } })).toBe(ticket.digest);
  });

  it.each([
    ['tool', { tool: 'pay2' }],
    ['an argument', { arguments: { amount: '50 EUR', to: ['a', 'b'] } }],
    ['the order of a list', { arguments: { amount: '5 EUR', to: ['b', 'a'] } }],
    ['a type', { arguments: { amount: 5, to: ['a', 'b'] } }],
    ['one argument more', { arguments: { ...call.arguments, cc: 'x' } }],
    ['the principal', { principal: { id: 'u2' } }],
    ['the catalogue', { catalogue: `sha256:${'2'.repeat(64)}` }],
    ['the policy', { policyVersion: `sha256:${'3'.repeat(64)}` }],
  ])('changes with %s', (_, change) => {
    expect(ticketDigest({ ...call, ...change })).not.toBe(ticket.digest);
  });
});

describe('ticketFault', () => {
  it.each([
    ['good', ticket, null],
    ['for another policy', { ...ticket, policy_version: `sha256:${'9'.repeat(64)}` }, 'stale'],
    ['for another call', { ...ticket, digest: `sha256:${'9'.repeat(64)}` }, 'mismatch'],
    ['expired', { ...ticket, expires_at: '2026-11-21T10:00:00.000Z' }, 'expired'],
    ['expired, in another zone', { ...ticket, expires_at: '2026-11-21T12:00:00.000+02:00' }, 'expired'],
  ] as const)('%s', (_, presented, fault) => {
    expect(ticketFault(presented, ticket.digest, call.policyVersion, now)).toBe(fault);
  });
});
