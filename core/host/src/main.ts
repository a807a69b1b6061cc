import { parseArgs } from 'node:util';
import { unknownVariables } from './config/environment.js';
import { helpText } from './config/help.js';
import { boot, prepare } from './start/boot.js';
import { greeting } from './start/greeting.js';
import { serveAdmin } from './start/admin-socket.js';
import { toldAs } from './start/told.js';

/** `node core/host/dist/main.js [api] [worker] [--help]`, in the project's root. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(helpText());
    return;
  }
  const env = positionals.length > 0 ? { ...process.env, OSTIARY_ROLES: positionals.join(',') } : process.env;
  for (const name of unknownVariables(env)) process.stderr.write(`${name} is set and is not known; see --help\n`);
  const settings = await prepare(env, process.cwd());
  const booted = await boot(settings);
  // Several processes may share the folder and the admin command has PostgreSQL itself: a socket is for the embedded database.
  const socket =
    settings.config.databaseUrl === null
      ? await serveAdmin(booted.desk, settings.config.dataDirectory, settings.log)
      : null;
  stopOnSignal(async () => {
    await socket?.close();
    await booted.close();
  });
  const { url } = booted.host;
  process.stdout.write(
    url === null ? 'Ostiary works on jobs and serves no requests.\n' : greeting(url, settings.registry, booted.key),
  );
}

/** The first signal stops cleanly; a second one, from somebody who does not want to wait, ends the process. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    process.stdout.write('Stopping ...\n');
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Ends the process and says why. */
function fail(error: unknown): void {
  const usage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  const message = usage ? (error as Error).message : toldAs(error);
  process.stderr.write(`${message}\n${usage ? 'See npm start -- --help\n' : ''}`);
  process.exit(1);
}

main().catch(fail);
