import { z } from 'zod';

/** A place that a plugin may call, as its configuration names it: scheme, host, port and the path that calls begin with. */
export class Destination {
  constructor(readonly url: URL) {}

  /** What the operator is shown: scheme, host and port. */
  get origin(): string {
    return this.url.origin;
  }

  /** The address of something below the destination; `path` is appended to the path of the configuration. */
  at(path: string): URL {
    const url = new URL(this.url);
    const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(path) ?? [];
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${pathname.replace(/^\/+/, '')}`;
    url.search = search;
    return url;
  }

  toString(): string {
    return this.url.href;
  }

  toJSON(): string {
    return this.url.href;
  }
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

const problemOf = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (url === null) return 'must be an address such as https://api.example.com/v1';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password';
  if (url.search !== '' || url.hash !== '') return 'must end with its path: no ? and no #';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname) && url.port !== '') return undefined;
  return 'must begin with https:// (http:// only with 127.0.0.1 or [::1] and a port, for tests on one machine)';
};

/**
 * A place to call, in a plugin's configuration. The operator sees it in `npm run plugins`, and `Services.egress` calls
 * no other. Give a default with `.prefault('https://…')`.
 */
export function destination(): z.ZodType<Destination, string> {
  return z
    .string()
    .max(2_000)
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .transform((text) => new Destination(new URL(text)));
}

/** One outgoing call. */
export interface OutgoingCall {
  /** Below a destination of the plugin's configuration: `config.provider.at('/messages')`. */
  readonly url: URL;
  /** `GET` when absent. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `Host`, `Connection`, lengths and encodings are the host's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** At most 10 MB. */
  readonly body?: string | Uint8Array;
  /** Ends the call: pass on `ctx.signal`. */
  readonly signal?: AbortSignal;
  /** Time from the first to the last byte, milliseconds; at most, and by default, 60,000. */
  readonly timeoutMs?: number;
  /** Bytes of the answer; at most, and by default, 10 MB. */
  readonly maxBytes?: number;
}

/** An answer with a status from 200 to 299. What it holds is a stranger's: check it. */
export interface OutgoingAnswer {
  readonly status: number;
  /** Lower-case names; the values of one that came several times are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
}

/** Why a call brought no answer. */
export type EgressReason =
  /** The address is none, is not below a destination of the configuration, or holds a user or a password. */
  | 'not_listed'
  /** The name does not exist, or could not be looked up. */
  | 'not_found'
  /** The name stands for an address inside a network, of this machine, or of a cloud's metadata. */
  | 'address_refused'
  /** No connection, or it broke. */
  | 'unreachable'
  /** The certificate is not that of the name, or no one trusts it. */
  | 'tls'
  /** The call took too long. */
  | 'timeout'
  /** The body of the call or of the answer is larger than allowed, or the answer is packed. */
  | 'too_large'
  /** The answer sends the caller elsewhere, which is not followed. */
  | 'redirected'
  /** The answer has a status from 400 on: `status` says which. */
  | 'status'
  /** `signal` aborted. */
  | 'aborted';

/**
 * A call that brought no answer. It holds nothing of what the other side said but its status: a provider may repeat in
 * its errors what it was sent, keys and prompts included.
 */
export class EgressError extends Error {
  constructor(
    readonly reason: EgressReason,
    readonly options: {
      readonly status?: number;
      /** Seconds the other side asks to wait. */
      readonly retryAfter?: number;
    } = {},
  ) {
    super(`an outgoing call failed: ${reason}${options.status === undefined ? '' : ` ${options.status}`}`);
    this.name = 'EgressError';
  }
}

/** The only way out for a plugin. Connects to what its configuration names, and to no address inside a network. */
export interface Egress {
  /** @throws EgressError */
  call(call: OutgoingCall): Promise<OutgoingAnswer>;
}
