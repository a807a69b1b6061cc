import { Inject, Injectable } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { type Database, DATABASE } from '../storage/database.js';
import { clearDeadRows } from '../storage/dead-rows.js';
import type { Chore } from './chore-run.js';

/** Does for the embedded database what autovacuum does for PostgreSQL. */
@Injectable()
export class DeadRows {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(HOST_CONFIG) private readonly config: Pick<HostConfig, 'databaseUrl'>,
  ) {}

  chores(): readonly Chore[] {
    if (this.config.databaseUrl !== null) return [];
    return [{ name: 'core/dead rows', on: 'one', everyMs: 60_000, run: () => clearDeadRows(this.database) }];
  }
}
