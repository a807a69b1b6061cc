import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { runSource } from './tools/testing/source.js';
import { WaitingFirst } from './tools/testing/waiting-first.js';

/**
 * Tests run the source of all packages; only what is started as a process of its own must have been built (`npm test` does that first).
 * See docs/adr/0131.
 */
export default defineConfig({
  plugins: [runSource],
  // Nest's decorators, as the compiler's settings have them.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['{core,plugins,bench,tools,docs,examples,cli}/**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['tools/testing/seed.ts', 'tools/testing/cost.ts'],
    pool: 'forks',
    // One more than the processors of CI: many files wait for processes and servers.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // Files share a process, so that each need not load the host anew, which was half of the suite's time. What a file opens it closes.
    isolate: false,
    restoreMocks: true,
    // Processes that tests start again and again find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    // How long a broken thing may keep a run waiting; none of these is a promise of speed.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
