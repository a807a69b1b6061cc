/** See preload-worker.ts. SOLVER_PARENT is the parent's process id, so that a parent that died before this line is noticed too. */
const parent = Number(process.env['SOLVER_PARENT']);
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
