/** How often a slow step says that it goes on. */
const EVERY_MS = 10_000;

/**
 * Does a step that is silent by itself, and says in a plain line every ten seconds how far it is.
 * @template T
 * @param {string} name the step, as the lines begin
 * @param {() => Promise<T>} step
 * @param {{ say: (line: string) => void, state?: () => string, everyMs?: number }} options state: how far it is, in words
 * @returns {Promise<T>}
 */
export async function withProgress(name, step, { say, state = () => '', everyMs = EVERY_MS }) {
  const began = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    say([`${name}: ${seconds} s`, state()].filter(Boolean).join(', '));
  }, everyMs);
  try {
    return await step();
  } finally {
    clearInterval(timer);
  }
}
