import { type Agent, get } from 'node:http';

interface Asked {
  readonly status: number;
  /** What the answer says of its connection. */
  readonly connection: string | undefined;
}

/** One GET over a connection of `agent`; rejects when it is refused, reset or closed before the answer has ended. */
export function ask(url: string, bearer: string, agent: Agent): Promise<Asked> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: bearer } }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }));
    }).on('error', reject);
  });
}
