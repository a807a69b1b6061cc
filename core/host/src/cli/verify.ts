import type { Command } from 'commander';
import { readHostConfig } from '../config/host-config.js';

/** Adds `admin verify-never-stored`. */
export function addVerifyCommand(admin: Command): void {
  admin
    .command('verify-never-stored')
    .description(
      'Search everything that this deployment keeps for values that are never stored, after sending some every way a request can go. Uses a database, Redis keys and a folder of its own.',
    )
    .option('--database-log <file>', 'log of the database server, or the folder of its logs')
    .option('--json', 'print JSON')
    .action(async ({ databaseLog, json }: { databaseLog?: string; json?: boolean }) => {
      const { databaseUrl, redisUrl } = readHostConfig(process.env, process.cwd());
      // Loaded only now: no other command needs the whole host.
      const { verifyNeverStored } = await import('../verification/verify.js');
      const { isClean, reportOf } = await import('../verification/report.js');
      const verification = await verifyNeverStored({
        env: process.env,
        hosted: databaseUrl === null || redisUrl === null ? null : { databaseUrl, redisUrl },
        ...(databaseLog !== undefined && { databaseLog }),
        tell: (what) => process.stderr.write(`${what} ...\n`),
      });
      process.stdout.write(json ? `${JSON.stringify(verification)}\n` : reportOf(verification));
      if (!isClean(verification)) process.exitCode = 1;
    });
}
