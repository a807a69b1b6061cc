/**
 * Preloaded into every solver child (`--import`). A child that computes without yielding never sees `disconnect`,
 * so a thread beside it watches the parent and kills the process once the parent is gone.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

// The extension is this file's own: .js when built, .ts when the tests run the source.
const thread = new URL(`./parent-watch-worker${extname(import.meta.url)}`, import.meta.url);
// INVARIANT: no inherited arguments. With `--import` of this file the thread would start a thread of its own, and so on.
new Worker(thread, { execArgv: [] }).unref();
