import { LockMode } from '@mikro-orm/core';
import { expect, it } from 'vitest';
import { ScannedProject, startHunt } from '../../testing/hunt-host.js';
import { Project } from '../entities/project.js';

// The embedded database has one session: nobody else can hold a row there.
it.skipIf(!process.env['OSTIARY_DATABASE_URL'])(
  'PUT /v1/projects/{id}/profile 409 scan_in_progress while a scan of the project is compared',
  async () => {
    const hunt = await startHunt();
    try {
      const { path, id } = await ScannedProject.create(hunt, 'contended');
      const { accountId } = hunt.key;
      const set = () => hunt.ask('put', `${path}/profile`, { body: { revision: 1, conditions: [] } });
      await hunt.host.database.forAccount(accountId).transactional(async (tx) => {
        await tx.findOneOrFail(Project, { id, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        expect(await set()).toMatchObject({
          status: 409,
          headers: { 'retry-after': '1' },
          body: { slug: 'scan_in_progress' },
        });
      });
      expect((await set()).status).toBe(200);
    } finally {
      await hunt.close();
    }
  },
);
