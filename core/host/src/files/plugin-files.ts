import { Inject, Injectable } from '@nestjs/common';
import {
  type FileRead,
  type Files,
  type NewFile,
  ProblemError,
  type StoredFile,
  type Transaction,
} from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { newId } from '../ids/new-id.js';
import type { BlobStore } from '../artefacts/blobs/blob-store.js';
import { DigestSink } from '../artefacts/blobs/digest-sink.js';
import type { Downloads } from '../artefacts/downloads.js';
import { ContentSender } from '../artefacts/http/content-sender.js';
import { FileStore, type Owner } from './file-store.js';
import { described } from './new-file.js';
import { FILE_BLOBS, FILE_READS } from './places.js';

type Content = Parameters<Files['store']>[1];

/** The files that the service keeps for plugins. See docs/adr/0134. */
@Injectable()
export class PluginFiles {
  constructor(
    @Inject(FileStore) private readonly rows: FileStore,
    @Inject(FILE_BLOBS) private readonly blobs: BlobStore,
    @Inject(FILE_READS) private readonly downloads: Downloads,
    @Inject(ContentSender) private readonly sender: ContentSender,
  ) {}

  /** Returns the files of one plugin, as it injects them. */
  of(plugin: string): Files {
    const { rows, blobs, downloads, sender } = this;
    return {
      store: async (file, content, within) => this.store(plugin, described(file), content, within),
      find: (account, id) => rows.find({ plugin, account }, id),
      list: (account, page) => rows.list({ plugin, account }, page),
      open: ({ id }, range) => blobs.open(id, range),
      remove: (account, id, within) => rows.expire({ plugin, account }, id, within),
      reads: (account, id, page) => this.reads({ plugin, account }, id, page),
      send: (request, response, file, { headers } = {}) =>
        sender.send(request as Request, response as Response, file, { blobs, reads: downloads }, headers),
    };
  }

  /** INVARIANT: the bytes are durable before a row names them. Bytes that no row came to name are swept as orphans. */
  private async store(plugin: string, file: NewFile, content: Content, within?: Transaction): Promise<StoredFile> {
    const id = newId('fil');
    const owner = { plugin, account: file.account };
    const room = await this.rows.room(owner, within);
    const sink = await DigestSink.create(this.blobs, id);
    try {
      await fill(sink, content, file.maxBytes ?? Number.POSITIVE_INFINITY, room);
    } catch (error) {
      await sink.discard();
      throw error;
    }
    const written = { id, ...(await sink.commit()) };
    try {
      return await this.rows.add(owner, file, written, within);
    } catch (error) {
      // Refused, so no row names them: an hour of refused files is not to fill the disk.
      if (error instanceof ProblemError) await this.blobs.remove(id);
      throw error;
    }
  }

  private async reads(
    owner: Owner,
    id: string,
    { after, limit }: Parameters<Files['reads']>[2],
  ): Promise<readonly FileRead[]> {
    return (await this.rows.knows(owner, id)) ? this.downloads.of({ id, account: owner.account }, after, limit) : [];
  }
}

async function fill(sink: DigestSink, content: Content, limit: number, room: number): Promise<void> {
  for await (const chunk of isWhole(content) ? [content] : content) {
    await sink.write(chunk);
    if (sink.size > limit)
      throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
    if (sink.size > room) throw new ProblemError('upload_quota');
  }
}

const isWhole = (content: Content): content is string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array;
