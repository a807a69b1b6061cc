import { createServer, type AddressInfo } from 'node:net';

/** A port that is free now. */
export function sparePort(): Promise<number> {
  return free(0);
}

/**
 * A port for a server that goes away and comes back: outside the range that outgoing connections are given their ports from,
 * or one of them may have taken it meanwhile.
 */
export async function lastingPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if ((await free(port).catch(() => null)) !== null) return port;
  }
  throw new Error('no free port was found');
}

function free(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const { port: taken } = probe.address() as AddressInfo;
      probe.close(() => resolve(taken));
    });
  });
}
