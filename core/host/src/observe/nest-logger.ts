import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@ostiary/plugin-api';

/** Nest's own messages, in the structured log. What it tells at every start is left out. */
export function nestLogger(log: Logger): LoggerService {
  return {
    log: () => undefined,
    warn: (message: unknown, ...rest: unknown[]) => log.warn(fields(message, rest), textOf(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error(fields(message, rest), textOf(message)),
    fatal: (message: unknown, ...rest: unknown[]) => log.error(fields(message, rest), textOf(message)),
  };
}

/** Nest gives the name of the part that logs as the last parameter. */
function fields(message: unknown, rest: readonly unknown[]): object {
  const part = rest.at(-1);
  return { nest: typeof part === 'string' ? part : '', ...(message instanceof Error && { err: message }) };
}

function textOf(message: unknown): string {
  return message instanceof Error ? message.message : String(message);
}
