// Embedded only: it is about code of plugins and the embedded database.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin } from '@ostiary/plugin-api';
import { startHost } from '@ostiary/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readHostConfig } from '../config/host-config.js';
import { createLogger } from '../observe/logger.js';
import { DatabaseDamaged } from '../storage/database-damaged.js';
import { composeStorage } from '../storage/part.js';
import { CORE_STORAGE } from './core-parts.js';
import { openStore } from './open.js';
import { toldAs } from './told.js';

describe('a start that fails', () => {
  it('names the plugin whose code threw, the class and the hook', async () => {
    class Ledger {
      onModuleInit(): void {
        throw new Error('no ink');
      }
    }
    const started = startHost({ plugins: [definePlugin({ id: 'dry', providers: [Ledger] })] });
    await expect(started).rejects.toThrow(/^The plugin dry failed in onModuleInit of Ledger:\nError: no ink/);
  });

  it('says what a damaged embedded database is and what to do, and gives the folder back', async () => {
    const data = mkdtempSync(join(tmpdir(), 'ostiary-damaged-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    mkdirSync(join(data, 'database'));
    writeFileSync(join(data, 'database', 'PG_VERSION'), 'not a version');
    const config = readHostConfig({ OSTIARY_DATA: data }, data);
    const fault: unknown = await openStore(config, composeStorage(CORE_STORAGE), createLogger('silent')).catch(
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(DatabaseDamaged);
    expect(toldAs(fault)).toMatch(
      /^The embedded database in .*database cannot be opened: its files are damaged.*put back a copy/s,
    );
    expect(toldAs(fault)).not.toContain('    at ');
    expect(readdirSync(data).filter((name) => name.startsWith('lock'))).toEqual([]);
  });
});
