import createClient, { type Client } from 'openapi-fetch';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { version } from '../text/version.js';
import { say } from '../text/words.js';
import type { components, paths } from './contract.generated.js';
import { retrying } from './retry.js';
import { causeOf, NoAnswer, type Problem, ServiceError } from './service-error.js';
import { type Connection, readConnection } from './settings.js';

export type Schemas = components['schemas'];

/** A service, asked by its contract. See docs/adr/0148. */
export interface Service {
  readonly url: string;
  readonly api: Client<paths>;
}

/** The service that is named by the environment or by `login`. */
export const openService = (screen: Pick<Screen, 'language'>): Service => connect(readConnection(process.env), screen);

/** A service by its address and a key. What takes a while to answer is told on the error line of a terminal. */
export function connect(
  { url, key }: Connection,
  { language }: Pick<Screen, 'language'>,
  { retries = true }: { readonly retries?: boolean } = {},
): Service {
  const again = retrying({
    onWait: ({ for: seconds }) => {
      const words = {
        en: 'The service is asked again in {s} s.',
        pt: 'Pergunta-se de novo ao serviço dentro de {s} s.',
      };
      if (process.stderr.isTTY) process.stderr.write(`${say(words, language, { s: seconds })}\n`);
    },
  });
  const api = createClient<paths>({
    baseUrl: url,
    headers: {
      Authorization: `Bearer ${key}`,
      'Accept-Language': language,
      'User-Agent': `ostiary-cli/${version()}`,
    },
    fetch: async (request) => {
      try {
        return await (retries ? again(request) : fetch(request));
      } catch (error) {
        throw new NoAnswer(url, causeOf(error));
      }
    },
  });
  return { url, api };
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What the service answered.
 * @throws CommandError with the problem that it told, or when something else answered
 */
export async function answered<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked;
  if (response.ok && data !== undefined) return data;
  if (isProblem(error)) throw new ServiceError(error);
  const { url, status } = response;
  throw new CommandError(
    {
      en: `${url} answered ${status}, and not in the way of an Ostiary service: is the address right?`,
      pt: `${url} respondeu ${status}, e não à maneira de um serviço Ostiary: o endereço está certo?`,
    },
    EXIT.service,
  );
}

/** Whether it is an error as our services tell them. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'slug' in value && 'detail' in value;
}
