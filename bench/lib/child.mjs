/** Scripts of this folder as processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts a script and waits for the first line it prints.
 * @param {string} name of the file, without its ending
 * @param {{ args?: string[], env?: Record<string, string> }} [options]
 * @returns {Promise<{ pid: number, line: string, signal(name: NodeJS.Signals): void, nextLine(): Promise<string>, stop(): Promise<void> }>} `line`: the first one; `stop` ends it
 */
export async function startScript(name, { args = [], env = {} } = {}) {
  const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A bench that fails leaves nothing running.
  const kill = () => child.kill();
  process.on('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function nextLine() {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended with code ${(await ended)[0]}`);
    return value;
  }
  return {
    pid: child.pid,
    line: await nextLine(),
    nextLine,
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
