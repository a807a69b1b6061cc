// Embedded only: it opens PGlite itself.
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/pglite';
import { asHost } from '@ostiary/plugin-api';
import { embeddedDatabaseFiles } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TicketRequest } from './confirmations.js';
import { ConfirmationTicket } from './entities/ticket.js';
import { M001Tickets } from './migrations/001-tickets.js';
import { TicketStore } from './ticket-store.js';

const now = new Date('2026-11-21T10:00:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const request = (jobId: string, more: Partial<TicketRequest> = {}): TicketRequest => ({
  jobId,
  accountId: 'acc_1',
  digest: `sha256:${'0'.repeat(64)}`,
  policyVersion: `sha256:${'1'.repeat(64)}`,
  now,
  ...more,
});

describe('tickets in the database', () => {
  let orm: MikroORM;
  let store: TicketStore;

  beforeAll(async () => {
    const fs = await embeddedDatabaseFiles();
    orm = await MikroORM.init({
      entities: [ConfirmationTicket],
      dbName: 'memory://',
      // A function, because MikroORM copies option objects deeply.
      driverOptions: () => ({ fs }),
      extensions: [Migrator],
      forceUtcTimezone: true,
      schemaGenerator: { ignorePolicies: true },
      migrations: {
        migrationsList: [{ name: 'guardrail/001_tickets', class: M001Tickets }],
        snapshot: false,
        silent: true,
      },
    });
    await orm.migrator.up();
    await orm.em.fork().execute('set role ostiary_service');
    store = new TicketStore(orm.em, { confirmation_seconds: 900 });
  });
  afterAll(() => orm.close(true));

  /** Issues a ticket, and stores its row as the statement does that ends the job. */
  async function issue(asked: TicketRequest): Promise<Date> {
    const rows: object[] = [];
    const expiresAt = await store.issue(asked, (row) => rows.push(row));
    await asHost(orm.em).execute(
      'insert into guardrail.tickets select * from jsonb_populate_recordset(null::guardrail.tickets, ?::jsonb)',
      [JSON.stringify(rows)],
    );
    return expiresAt;
  }

  it('has the schema its entities describe', async () => {
    // The owner's eyes: others are not shown constraints.
    await orm.em.fork().execute('reset role');
    const diff = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await orm.em.fork().execute('set role ostiary_service');
    expect(diff).not.toContain('tickets');
  });

  it('lets one job use a ticket once', async () => {
    const expiresAt = await issue(request('slv_a'));
    expect(expiresAt).toEqual(later(900));
    expect(await store.redeem({ ...request('slv_b'), expiresAt })).toBe('redeemed');
    expect(await store.redeem({ ...request('slv_b'), expiresAt })).toBe('redeemed');
    expect(await store.redeem({ ...request('slv_c'), expiresAt })).toBe('used');
  });

  it('knows only what it issued to this account for this call', async () => {
    const expiresAt = await issue(request('slv_d', { digest: `sha256:${'d'.repeat(64)}` }));
    const good = { ...request('slv_e', { digest: `sha256:${'d'.repeat(64)}` }), expiresAt };
    expect(await store.redeem({ ...good, accountId: 'acc_2' })).toBe('unknown');
    expect(await store.redeem({ ...good, digest: `sha256:${'e'.repeat(64)}` })).toBe('unknown');
    expect(await store.redeem({ ...good, policyVersion: `sha256:${'2'.repeat(64)}` })).toBe('unknown');
    expect(await store.redeem({ ...good, expiresAt: later(901) })).toBe('unknown');
    expect(await store.redeem({ ...good, now: expiresAt })).toBe('expired');
    expect(await store.redeem(good)).toBe('redeemed');
  });

  it('gives one ticket to one of fifty jobs at once, and two to two', async () => {
    const digest = `sha256:${'f'.repeat(64)}`;
    const expiresAt = await issue(request('slv_f1', { digest }));
    const race = async (prefix: string): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => store.redeem({ ...request(`slv_${prefix}${i}`, { digest }), expiresAt })),
      );
      return answers.filter((answer) => answer === 'redeemed').length;
    };
    expect(await race('x')).toBe(1);
    await issue(request('slv_f2', { digest }));
    await issue(request('slv_f3', { digest }));
    expect(await race('y')).toBe(2);
  });

  it('drops what expired a day ago, looking once a minute', async () => {
    const old = (): Promise<number> =>
      asHost(orm.em).count(ConfirmationTicket, { jobId: { $in: ['slv_old', 'slv_older'] } });
    await issue(request('slv_old', { now: later(-200_000) }));
    await issue(request('slv_older', { now: later(-200_001) }));
    await issue(request('slv_new'));
    expect(await old()).toBe(0);
    await issue(request('slv_old', { now: later(-200_000) }));
    await issue(request('slv_newer', { now: later(-199_941) }));
    expect(await old()).toBe(1);
    await issue(request('slv_newest'));
    expect(await old()).toBe(0);
  });
});
