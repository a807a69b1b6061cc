import { request } from 'node:http';

/** What the service says of an upload whose bytes it was sent, or asked for. */
export interface UploadAnswer {
  readonly received: number;
  readonly complete: boolean;
  readonly slug?: string;
}

/** Part of a file on its way to an upload. */
export interface Sending {
  readonly url: string;
  readonly key: string;
  /** `content_path` of the upload. */
  readonly path: string;
  /** Content-Range; undefined for a whole file. */
  readonly range: string | undefined;
  /** Bytes that the body is said to have. */
  readonly length: number;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Sends pieces of a body as fast as they are taken. Resolves with the answer, whatever its status; null when the connection ended without one. */
export function sendBytes({ url, key, path, range, length, pieces }: Sending): Promise<UploadAnswer | null> {
  return new Promise((resolve) => {
    const sending = request(
      new URL(path, url),
      {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${key}`,
          'content-length': length,
          ...(range !== undefined && { 'content-range': range }),
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text) as UploadAnswer));
        response.on('error', () => resolve(null));
      },
    );
    sending.on('error', () => resolve(null));
    sending.on('close', () => resolve(null));
    void (async () => {
      for await (const piece of pieces) {
        if (sending.destroyed) return;
        if (!sending.write(piece))
          await new Promise<void>((next) => {
            const go = (): void => {
              sending.off('drain', go).off('close', go);
              next();
            };
            sending.on('drain', go).on('close', go);
          });
      }
      sending.end();
    })();
  });
}

const PIECE = 64 * 1024;

/** Bytes from `from` on, in pieces. */
export function* piecesOf(bytes: Uint8Array, from = 0): Generator<Uint8Array> {
  for (let at = from; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
