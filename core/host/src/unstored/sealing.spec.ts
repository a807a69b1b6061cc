import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sealing, type Purpose } from './sealing.js';

const ours = new Sealing('a secret of this deployment, long enough');
const strangers = new Sealing('a secret of another deployment, as long');
const purpose: Purpose = { jobId: 'slv_1', attempt: 1, accountId: 'acc_1' };

describe('a sealed hand-over', () => {
  it('is opened by who asked, and shows nothing of what is in it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 300 }), (bytes) => {
        const { ask, open } = ours.ask(purpose);
        expect(ours.isOurs(ask)).toBe(true);
        const sealed = ours.seal(ask, bytes);
        expect(open(sealed)).toEqual(Buffer.from(bytes));
        expect(Buffer.from(sealed.box, 'base64url').includes(Buffer.from(bytes))).toBe(false);
      }),
    );
  });

  it('is asked for by nobody without the secret of the deployment, nor for another job, attempt or account', () => {
    const { ask } = ours.ask(purpose);
    expect(ours.isOurs(strangers.ask(purpose).ask)).toBe(false);
    for (const other of [
      { jobId: 'slv_2' },
      { attempt: 2 },
      { accountId: 'acc_2' },
      { publicKey: strangers.ask(purpose).ask.publicKey },
      { mac: '' },
    ])
      expect(ours.isOurs({ ...ask, ...other })).toBe(false);
  });

  it('is opened by nobody else: another ask, another purpose, another deployment, a changed byte', () => {
    const { ask, open } = ours.ask(purpose);
    const sealed = ours.seal(ask, Buffer.from('a key'));
    expect(ours.ask(purpose).open(sealed)).toBeUndefined();
    expect(open(ours.seal({ ...ask, attempt: 2 }, Buffer.from('a key')))).toBeUndefined();
    expect(open(strangers.seal(ask, Buffer.from('a key')))).toBeUndefined();
    const box = Buffer.from(sealed.box, 'base64url');
    for (const at of box.keys()) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(open({ ...sealed, box: changed.toString('base64url') })).toBeUndefined();
    }
    for (const broken of [{ publicKey: 'x' }, { nonce: '' }, { box: '' }])
      expect(open({ ...sealed, ...broken })).toBeUndefined();
    expect(open(sealed)?.toString()).toBe('a key');
  });
});
