import { CommandError } from './text/command-error.js';
import { EXIT } from './text/exit-codes.js';

/** What the host's package offers to this one. */
interface HostCommands {
  runHostCommand(args: readonly string[]): Promise<void>;
}

/** Where the host is installed beside this package, it does what concerns a service. */
const HOST = '@ostiary/host/cli';

/**
 * Hands a command on to the host. It sets the exit code itself.
 * @throws CommandError when the host is not installed
 */
export async function handToHost(args: readonly string[]): Promise<void> {
  let host: HostCommands;
  try {
    host = (await import(HOST)) as HostCommands;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      {
        en: `ostiary ${args[0] ?? ''} belongs to the service, which is not installed here.`,
        pt: `ostiary ${args[0] ?? ''} pertence ao serviço, que não está instalado aqui.`,
      },
      EXIT.usage,
    );
  }
  await host.runHostCommand(args);
}
