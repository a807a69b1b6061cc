/** Load with autocannon, and percentiles of what it saw. */
import autocannon from 'autocannon';
import { processorMs } from './processor.mjs';

/**
 * Sends one request over and over, for `seconds` or `amount` times. What is answered 200 or 202 counts.
 * @param {{ url: string, body: unknown, headers?: Record<string, string>, connections: number, seconds?: number, amount?: number, pid?: number }} options pid: the process that answers
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, failed: number, processor: number }>} latencies, and processor time of `pid` an answer, in milliseconds
 */
export async function load({ url, body, headers = {}, connections, seconds, amount, pid }) {
  const latencies = [];
  let failed = 0;
  const run = autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
  });
  run.on('response', (_client, status, _bytes, ms) => {
    if (status === 200 || status === 202) latencies.push(ms);
    else failed += 1;
  });
  const used = pid === undefined ? NaN : processorMs(pid);
  const began = performance.now();
  await run;
  const took = (performance.now() - began) / 1_000;
  const processor = pid === undefined ? NaN : (processorMs(pid) - used) / latencies.length;
  if (latencies.length === 0)
    throw new Error(`${url}: no request was answered 200 or 202 (${failed} were answered otherwise)`);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99), failed, processor };
}
