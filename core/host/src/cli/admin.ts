import type { Command } from 'commander';
import { addVerifyCommand } from './verify.js';
import { performAndPrint, type Printing } from './print.js';

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Adds `admin account ...`, `admin key ...` and `admin audit ...`. Returns `admin`, for more of them. */
export function addAdminCommands(program: Command): Command {
  const admin = program
    .command('admin')
    .description('Accounts, API keys, the record of what was done with them, and commands of plugins.');
  const account = admin.command('account').description('Accounts.');
  const key = admin.command('key').description('API keys.');
  const audit = admin.command('audit').description('Who did what.');
  const leaf = (parent: Command, name: string, description: string) =>
    parent.command(name).description(description).option('--json', 'print JSON');

  addVerifyCommand(admin);
  leaf(account, 'create', 'Make an account.')
    .requiredOption('--name <text>', 'what people call it')
    .option('--plan <name>', 'its plan')
    .option('--units <count>', 'units of work a month', Number)
    .action(({ json, ...options }: Printing & { name: string; plan?: string; units?: number }) =>
      performAndPrint({ command: 'account create', ...options }, { json }),
    );
  leaf(account, 'list', 'Show the accounts.').action((options: Printing) =>
    performAndPrint({ command: 'account list' }, options),
  );
  leaf(account, 'suspend <id>', 'Suspend an account: what needs a grant is refused, what it has can be read.').action(
    (id: string, options: Printing) => performAndPrint({ command: 'account suspend', id }, options),
  );
  leaf(
    account,
    'erase <id>',
    'Delete an account with its keys, jobs, files and all that plugins keep of it. Cannot be undone.',
  ).action((id: string, options: Printing) => performAndPrint({ command: 'account erase', id }, options));
  leaf(account, 'resume <id>', 'End a suspension.').action((id: string, options: Printing) =>
    performAndPrint({ command: 'account resume', id }, options),
  );
  leaf(account, 'change <id>', 'Change the plan of an account, or its units.')
    .option('--plan <name>', 'its plan')
    .option('--units <count>', 'units of work a month', Number)
    .action((id: string, { json, ...options }: Printing & { plan?: string; units?: number }) =>
      performAndPrint({ command: 'account change', id, ...options }, { json }),
    );

  leaf(key, 'create', 'Make a key. It is shown once and not kept.')
    .requiredOption('--account <id>', 'whose key')
    .requiredOption('--grants <list>', 'grants, with commas between', list)
    .option('--name <text>', 'what people call it')
    .option('--profiles <list>', 'the only profiles it may use, with commas between', list)
    .option('--expires <time>', 'when it ends, e.g. 2027-01-31T00:00:00Z')
    .action(
      ({
        json,
        ...options
      }: Printing & { account: string; grants: string[]; name?: string; profiles?: string[]; expires?: string }) =>
        performAndPrint({ command: 'key create', ...options }, { json }),
    );
  leaf(key, 'list', 'Show the keys, never their text.')
    .option('--account <id>', 'only those of one account')
    .action(({ json, ...options }: Printing & { account?: string }) =>
      performAndPrint({ command: 'key list', ...options }, { json }),
    );
  leaf(key, 'grants <id>', 'Add grants to a key, or take them away.')
    .option('--add <list>', 'grants to add, with commas between', list)
    .option('--remove <list>', 'grants to take away, with commas between', list)
    .action((id: string, { json, ...options }: Printing & { add?: string[]; remove?: string[] }) =>
      performAndPrint({ command: 'key grants', id, ...options }, { json }),
    );
  leaf(key, 'revoke-lost', 'End the keys that are kept under a pepper this service no longer has.').action(
    (options: Printing) => performAndPrint({ command: 'key revoke-lost' }, options),
  );
  leaf(key, 'revoke <id>', 'End a key at once.').action((id: string, options: Printing) =>
    performAndPrint({ command: 'key revoke', id }, options),
  );

  leaf(audit, 'list', 'Show what was done with accounts and keys, newest first.')
    .option('--account <id>', 'only what concerns one account')
    .option('--limit <count>', 'at most so many rows (100)', Number)
    .action(({ json, ...options }: Printing & { account?: string; limit?: number }) =>
      performAndPrint({ command: 'audit list', ...options }, { json }),
    );
  leaf(audit, 'verify', 'Read the whole record; name each row that was changed, moved or removed.').action(
    (options: Printing) => performAndPrint({ command: 'audit verify' }, options),
  );
  return admin;
}
