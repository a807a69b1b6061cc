import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../../../config/host-config.js';
import { syncFolder } from '../../../artefacts/blobs/file-sink.js';

/** Bytes of one file as they are written. Nothing can be read before `close`. */
export interface PartFileSink {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Drops what was written; does nothing after `close`. */
  discard(): Promise<void>;
}

/** Whose file it is, and its name. An attempt writes its own files: those of a dead one are read by nobody. */
export interface PartFileName {
  readonly wholeId: string;
  readonly part: number;
  readonly attempt: number;
  readonly name: string;
}

const WHOLE = /^slv_[0-9A-HJKMNP-TV-Z]{26}$/;
const NAME = /^\.?[a-z][a-z0-9_]{0,62}$/;

/**
 * Files that parts of jobs hand to their whole: `<data folder>/parts/<id of the whole>/<part>-<attempt>-<name>`, beside the artefacts, so that
 * every worker reaches them. They are written under another name, made durable and renamed, and are gone with the whole's folder.
 */
@Injectable()
export class PartFiles {
  private readonly root: string;

  constructor(@Inject(HOST_CONFIG) { dataDirectory }: Pick<HostConfig, 'dataDirectory'>) {
    this.root = join(dataDirectory, 'parts');
  }

  async create(file: PartFileName): Promise<PartFileSink> {
    const path = this.pathOf(file);
    await mkdir(join(this.root, file.wholeId), { recursive: true, mode: 0o700 });
    // An attempt that was left behind may still write: each draft has a name of its own.
    const draft = `${path}.${randomUUID()}.draft`;
    return new Sink(await open(draft, 'wx', 0o600), draft, path);
  }

  /** Rejects when there is no such file. */
  async open(file: PartFileName): Promise<Readable> {
    return (await open(this.pathOf(file), 'r')).createReadStream();
  }

  /** Removes all files of a job. No error when there are none. */
  async remove(wholeId: string): Promise<void> {
    await rm(this.folderOf(wholeId), { recursive: true, force: true });
  }

  /** Ids of the jobs that have files. */
  async wholes(): Promise<readonly string[]> {
    try {
      return (await readdir(this.root)).filter((name) => WHOLE.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private folderOf(wholeId: string): string {
    if (!WHOLE.test(wholeId)) throw new Error('not the id of a job');
    return join(this.root, wholeId);
  }

  private pathOf({ wholeId, part, attempt, name }: PartFileName): string {
    if (!NAME.test(name)) throw new Error(`a file of a part cannot be named ${name}`);
    return join(this.folderOf(wholeId), `${part}-${attempt}-${name}`);
  }
}

class Sink implements PartFileSink {
  private done = false;

  constructor(
    private readonly handle: FileHandle,
    private readonly draft: string,
    private readonly path: string,
  ) {}

  async write(chunk: Uint8Array): Promise<void> {
    let at = 0;
    while (at < chunk.length) at += (await this.handle.write(chunk, at)).bytesWritten;
  }

  async close(): Promise<void> {
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.path);
    this.done = true;
    await syncFolder(dirname(this.path));
  }

  async discard(): Promise<void> {
    if (this.done) return;
    this.done = true;
    await this.handle.close();
    await rm(this.draft, { force: true });
  }
}
