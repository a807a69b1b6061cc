/** Starts the service of this release: `node start.mjs [api] [worker] [--help]`. Needs Node and nothing else. */
const NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  process.stderr.write(`Ostiary runs on Node ${NEEDED_MAJOR} or newer. This is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // As `npm start` does: relative paths of the settings begin here.
  process.chdir(import.meta.dirname);
  await import(new URL('./core/host/dist/main.js', import.meta.url).href);
}
