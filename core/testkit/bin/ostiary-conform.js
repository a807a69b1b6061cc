#!/usr/bin/env node
/** The command `ostiary-conform`. It stands apart from the compiled code because npm links commands at installation, before the build. */
const NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  process.stderr.write(
    `ostiary-conform runs on Node ${NEEDED_MAJOR} or newer. This is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
} else {
  await import('../dist/conform/main.js');
}
