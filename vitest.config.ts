import { defineConfig } from 'vitest/config';

/** Workspace packages resolve to their built `dist`, so a build comes before the tests (`npm test` does both). */
export default defineConfig({
  // Nest's decorators, as the compiler's settings have them.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['{core,plugins,bench,tools,docs,examples,cli}/**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: ['tools/testing/seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // How long a broken thing may keep a run waiting; none of these is a promise of speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
