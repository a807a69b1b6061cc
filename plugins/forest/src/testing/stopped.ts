/** Ends a computation that may never end. A runner waits for what does not give way, in compiled code too. */
import { runInNewContext } from 'node:vm';

/**
 * Runs something that is not asynchronous.
 * @param milliseconds after which it is stopped
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT when it was stopped
 */
export function stoppedAfter<T>(milliseconds: number, run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: milliseconds }) as T;
}
