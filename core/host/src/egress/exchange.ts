import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { EgressError, type OutgoingAnswer, type OutgoingCall } from '@ostiary/plugin-api';
import { pinnedTo } from './resolve.js';

const MOST_BYTES = 10 * 1024 * 1024;
export const MOST_MS = 60_000;
const HEADER_BYTES = 16_384;

/** Headers that say how the message is sent, which is not the plugin's to say. */
const OURS =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding)$/i;

/** No agent keeps connections: what is pinned is pinned for one call. None takes a proxy from the environment. */
const agents = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false }) };

/**
 * Sends a call to one of the addresses and reads the whole answer.
 * @throws EgressError
 */
export async function exchange(
  call: OutgoingCall,
  addresses: readonly LookupAddress[],
  deadline: AbortSignal,
): Promise<OutgoingAnswer> {
  const limit = Math.min(call.maxBytes ?? MOST_BYTES, MOST_BYTES);
  const body = typeof call.body === 'string' ? Buffer.from(call.body) : call.body;
  if (body !== undefined && body.length > MOST_BYTES) throw new EgressError('too_large');
  try {
    const response = await responseTo(begin(call, addresses, deadline), body);
    try {
      refuseByHead(response, limit);
      return answerOf(response, await bytesOf(response, limit));
    } finally {
      response.destroy();
    }
  } catch (error) {
    throw error instanceof EgressError ? error : new EgressError(reasonOf(error, call.signal, deadline));
  }
}

function begin(call: OutgoingCall, addresses: readonly LookupAddress[], signal: AbortSignal): ClientRequest {
  const { url, method = 'GET', headers = {} } = call;
  const secure = url.protocol === 'https:';
  const send = secure ? httpsRequest : httpRequest;
  return send(url, {
    method,
    signal,
    agent: secure ? agents['https:'] : agents['http:'],
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OURS.test(name))),
      'Accept-Encoding': 'identity',
    },
    lookup: pinnedTo(addresses),
    maxHeaderSize: HEADER_BYTES,
    minVersion: 'TLSv1.2',
  });
}

function responseTo(sent: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    // An answer that changes the protocol would leave the connection to whoever holds it.
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new EgressError('unreachable'));
    });
    if (body === undefined) sent.end();
    else sent.setHeader('Content-Length', body.length).end(body);
  });
}

function refuseByHead({ statusCode = 0, headers }: IncomingMessage, limit: number): void {
  if (statusCode >= 400) {
    const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0];
    throw new EgressError('status', {
      status: statusCode,
      ...(seconds !== undefined && { retryAfter: Number(seconds) }),
    });
  }
  if (statusCode < 200 || statusCode >= 300) throw new EgressError('redirected', { status: statusCode });
  // Nothing was asked to be packed: what is all the same would have to be unpacked without knowing how much it becomes.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new EgressError('too_large');
  if (Number(headers['content-length'] ?? 0) > limit) throw new EgressError('too_large');
}

async function bytesOf(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new EgressError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): OutgoingAnswer {
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    ),
    body,
    text: () => body.toString('utf8'),
  };
}

/** The text of an error may hold what the other side said; only its kind is told. */
function reasonOf(
  error: unknown,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
): 'aborted' | 'timeout' | 'tls' | 'unreachable' {
  if (signal?.aborted === true) return 'aborted';
  if (deadline.aborted) return 'timeout';
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|TLS|SSL|SIGNATURE|ISSUER|^EPROTO$/.test(code) ? 'tls' : 'unreachable';
}
