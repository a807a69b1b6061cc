import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** What was answered. Names of header fields are in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body when it is JSON, else an empty object. */
  readonly body: unknown;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  /** As it goes over the wire: nothing in it is decoded, normalised or escaped. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request as it stands, which clients made for convenience do not, and reads the whole answer. */
export function sendRaw(base: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const read: unknown = isJson && text !== '' ? JSON.parse(text) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Sends what no client would: the lines of a request as they stand, each ended by CR LF. Returns all that is answered until the
 * server closes the connection, which it must.
 */
export function sendLines(base: string, lines: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(lines.replaceAll('\n', '\r\n'));
  return textOf(socket);
}
