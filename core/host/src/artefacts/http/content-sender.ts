import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger, principalOf, ProblemError, Services } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { stateOf } from '../../http/request-state.js';
import type { BlobStore, ByteRange } from '../blobs/blob-store.js';
import type { Downloads, ReadFile } from '../downloads.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';

/** A stored file that is sent. Its id is also that of its bytes. */
export interface Content extends ReadFile {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Where its bytes are, and where its reads are noted. */
interface Places {
  readonly blobs: Pick<BlobStore, 'open'>;
  readonly reads: Downloads;
}

/** Answers requests with stored files: whole, in part or not at all, as the request asks and the route lists; and says who read them. See docs/adr/0134. */
@Injectable()
export class ContentSender {
  constructor(@Inject(Services.log) private readonly log: Logger) {}

  /**
   * @param more header fields besides those every file has
   * @throws ProblemError `range_not_satisfiable` where the route lists 416; Error when the bytes are gone. Nothing has been sent then
   */
  async send(
    request: Request,
    response: Response,
    content: Content,
    { blobs, reads }: Places,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const principal = principalOf(request);
    if (principal === null) throw new Error('a file is sent to callers with a key: who reads it is noted');
    const lists = listed(request);
    if (lists(304) && isKnown(request, response, content)) {
      response.status(304).end();
      return;
    }
    if (request.method === 'HEAD') {
      // A range is for GET only (RFC 9110 14.2), and what is not sent is not read.
      response.setHeaders(new Map([...headersOf(content, null), ...Object.entries(more)])).end();
      return;
    }
    const range = lists(206) ? rangeOf(request, content, lists(416)) : null;
    const read = await reads.begin(content, {
      principal,
      ip: request.ip ?? '',
      userAgent: request.headers['user-agent'] ?? null,
      range: range === null ? null : `${range.first}-${range.last}`,
    });
    const headers = new Map([...headersOf(content, range), ...Object.entries(more)]);
    let sent = 0;
    let whole = false;
    try {
      const bytes = await blobs.open(content.id, range ?? undefined);
      bytes.on('data', (chunk: Buffer) => {
        sent += chunk.length;
      });
      response.status(range === null ? 200 : 206).setHeaders(headers);
      await this.pass(bytes, response, read);
      whole = sent === Number(headers.get('Content-Length'));
    } finally {
      // INVARIANT: however it ends, the entry is completed.
      await reads.end(content.account, read, sent, whole ? 'complete' : 'aborted');
    }
  }

  /** Before the headers are sent a failure is still an answer. */
  private async pass(bytes: Readable, response: Response, read: string): Promise<void> {
    if (response.destroyed) {
      // Gone before the first byte: there is nobody to answer, and a stream that ended takes no pipe.
      bytes.destroy();
      return;
    }
    try {
      await pipeline(bytes, response);
    } catch (error) {
      if (!response.headersSent) throw error;
      // A reader that goes away is no fault, and with the last byte in hand it may do so before we have closed.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
        this.log.error({ err: error, read }, 'a file could not be sent whole');
      response.destroy();
    }
  }
}

/** Tells whether the operation lists a status: what it does not list is not answered. */
function listed(request: Request): (status: number) => boolean {
  const { answers = [] } = stateOf(request).route ?? {};
  return (status) => answers.some((answer) => answer.status === status);
}

/** Whether the caller says that it has these bytes already; the answer then names them. */
function isKnown(request: Request, response: Response, content: Content): boolean {
  response.setHeader('ETag', etagOf(content));
  if (request.fresh) return true;
  response.removeHeader('ETag');
  return false;
}

/** @throws ProblemError `range_not_satisfiable` */
function rangeOf(request: Request, content: Content, refused: boolean): ByteRange | null {
  const { range: header, 'if-range': ifRange } = request.headers;
  const range = byteRange(header, ifRange as string | undefined, etagOf(content), content.size);
  if (range !== 'past_the_end') return range;
  if (!refused) return null;
  throw new ProblemError('range_not_satisfiable', {
    params: { size: content.size },
    headers: { 'Content-Range': `bytes */${content.size}` },
  });
}

function etagOf({ sha256 }: Content): string {
  return `"${sha256}"`;
}

function headersOf(content: Content, range: ByteRange | null): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Content-Type', content.mediaType],
    ['Content-Disposition', attachment(content.name)],
    ['Content-Length', String(range === null ? content.size : range.last - range.first + 1)],
    ['Content-Security-Policy', "default-src 'none'; sandbox"],
    ['ETag', etagOf(content)],
    ['Accept-Ranges', 'bytes'],
    ['Repr-Digest', `sha-256=:${Buffer.from(content.sha256, 'hex').toString('base64')}:`],
  ]);
  if (range !== null) headers.set('Content-Range', `bytes ${range.first}-${range.last}/${content.size}`);
  return headers;
}
