import type { Decision } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import { FakeConfirmations } from '../testing/fake-confirmations.js';
import { type Confirming, settle } from './settle.js';

const digest = `sha256:${'a'.repeat(64)}`;
const policyVersion = `sha256:${'b'.repeat(64)}`;
const confirm: Decision = { answer: 'confirm', slug: 'confirm_required', deciding: [{ rule: 'r', cause: 'true' }] };
const confirmed: Decision = { ...confirm, answer: 'allow', slug: 'confirmed' };
const base: Confirming = {
  plain: confirm,
  confirmed: () => confirmed,
  presented: undefined,
  digest,
  policyVersion,
  jobId: 'slv_1',
  accountId: 'acc_1',
  now: new Date('2026-11-21T10:00:00.000Z'),
};

async function issued(tickets: FakeConfirmations): Promise<NonNullable<Confirming['presented']>> {
  const { ticket } = await settle(base, tickets);
  if (ticket === null) throw new Error('no ticket');
  return ticket;
}

describe('settle', () => {
  it('asks for a confirmation, takes it once, and asks again', async () => {
    const tickets = new FakeConfirmations();
    const ticket = await issued(tickets);
    expect(ticket).toEqual({ digest, policy_version: policyVersion, expires_at: '2026-11-21T10:15:00.000Z' });
    expect(await settle({ ...base, jobId: 'slv_2', presented: ticket }, tickets)).toEqual({
      decision: confirmed,
      confirmed: true,
      fault: null,
      ticket: null,
    });
    const again = await settle({ ...base, jobId: 'slv_3', presented: ticket }, tickets);
    expect(again).toMatchObject({ decision: confirm, fault: 'used' });
    expect(again.ticket).not.toBeNull();
  });

  it.each([
    ['stale', { policyVersion: `sha256:${'c'.repeat(64)}` }],
    ['mismatch', { digest: `sha256:${'c'.repeat(64)}` }],
    ['mismatch', { accountId: 'acc_2' }],
    ['expired', { now: new Date('2026-11-21T10:15:00.000Z') }],
  ] as const)('%s: does not confirm, and leaves the ticket', async (fault, change) => {
    const tickets = new FakeConfirmations();
    const presented = await issued(tickets);
    expect(await settle({ ...base, jobId: 'slv_2', presented, ...change }, tickets)).toMatchObject({
      decision: confirm,
      fault,
    });
    expect(tickets.tickets[0]?.usedBy).toBeNull();
  });

  it('takes no ticket that was never issued', async () => {
    const presented = { digest, policy_version: policyVersion, expires_at: '2026-11-21T10:15:00.000Z' };
    expect(await settle({ ...base, presented }, new FakeConfirmations())).toMatchObject({
      decision: confirm,
      fault: 'mismatch',
    });
  });

  it.each(['allow', 'refuse'] as const)(
    'keeps the ticket when the answer is %s with and without it',
    async (answer) => {
      const tickets = new FakeConfirmations();
      const presented = await issued(tickets);
      const plain: Decision = { answer, slug: answer === 'allow' ? 'allowed' : 'refused', deciding: [] };
      expect(await settle({ ...base, jobId: 'slv_2', presented, plain, confirmed: () => plain }, tickets)).toEqual({
        decision: plain,
        confirmed: false,
        fault: null,
        ticket: null,
      });
      expect(tickets.tickets[0]?.usedBy).toBeNull();
    },
  );

  it('applies a confirmation that lifts a rule of the policy itself', async () => {
    const tickets = new FakeConfirmations();
    const presented = await issued(tickets);
    const plain: Decision = { answer: 'refuse', slug: 'refused', deciding: [] };
    expect(await settle({ ...base, jobId: 'slv_2', presented, plain }, tickets)).toMatchObject({ decision: confirmed });
    expect(tickets.tickets[0]?.usedBy).toBe('slv_2');
  });
});
