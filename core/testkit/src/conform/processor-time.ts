/** Processor milliseconds that the process has used: time in which others had the machine does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const BODY = JSON.stringify(Array.from({ length: 16_384 }, (_, id) => ({ id, of: 'x'.repeat(40) })));

/** Processor milliseconds that JSON.parse takes for 1 MiB, here and now. */
export function parsingMs(): number {
  const began = processorMs();
  JSON.parse(BODY);
  return processorMs() - began;
}
