import { destination, pino, type Logger as Pino, type LoggerOptions } from 'pino';

/**
 * Members that may hold a key or what a customer wrote, wherever they stand in a record. They are not logged.
 * `params`: the values bound to a statement, which the drivers of the database put on their errors.
 */
const NEVER = ['authorization', 'cookie', 'body', 'key', 'secret', 'password', 'token', 'pepper', 'headers', 'params'];

const PATHS = NEVER.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** An API key in any text, e.g. in the message of an error. */
const KEY_IN_TEXT = /ost_[0-9A-Za-z]{8}_[0-9A-Za-z]{16,}/g;

/**
 * The structured log: one JSON object a line. Known places of secrets are left out, and whatever looks like a key is
 * masked in the whole line, so that a careless record does not give one away.
 */
export function createLogger(
  level: LoggerOptions['level'] & string,
  stream: { write(line: string): void } = destination({ fd: 2, sync: false }),
): Pino {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: PATHS, censor: '[secret]' },
    },
    { write: (line: string) => stream.write(line.replace(KEY_IN_TEXT, 'ost_[secret]')) },
  );
}
