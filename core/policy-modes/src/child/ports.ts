import {
  type ArtefactWriter,
  type InputRef,
  type SolveContext,
  SolverGone,
  type SolverSession,
} from '@ostiary/plugin-api';
import type { Ask, RemoteFile, ToChild } from './protocol.js';

/** What a child may have done for it. */
export type Helper = Pick<SolveContext, 'artefact' | 'event' | 'log' | 'progress' | 'solver'>;

/** What else a plugin does for its children, by the names that they ask by. */
export type MorePorts = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Does for a child what only the service can do. The names are those `remoteContext` asks by. */
export class Ports {
  private readonly files: ArtefactWriter[] = [];
  private readonly sessions: SolverSession[] = [];

  /**
   * @param open opens the files of the request; the child is told where they lie
   * @param ctx null when a request is only prepared: then there is nothing else to ask for
   * @param more what the plugin does besides
   */
  constructor(
    private readonly open: SolveContext['input'],
    private readonly ctx: Helper | null,
    private readonly more: MorePorts,
  ) {}

  async answer({ id, name, args }: Ask): Promise<ToChild> {
    try {
      return { kind: 'answer', id, value: await this.perform(name, args) };
    } catch (error) {
      return {
        kind: 'fault',
        id,
        message: error instanceof Error ? error.message : String(error),
        gone: error instanceof SolverGone ? error.reason : null,
      };
    }
  }

  /** Gives back what the child had borrowed and did not release. */
  close(): void {
    for (const session of this.sessions) session.release();
  }

  private perform(name: string, args: readonly unknown[]): unknown {
    const { ctx } = this;
    if (name === 'input') return this.input(args[0] as InputRef);
    if (ctx === null) throw new Error(`${name} was asked while a request was prepared`);
    switch (name) {
      case 'info':
      case 'warn':
      case 'error':
        ctx.log[name](args[0] as object, String(args[1]));
        return undefined;
      case 'progress':
        ctx.progress(args[0] as Parameters<SolveContext['progress']>[0]);
        return undefined;
      case 'event':
        return ctx.event(String(args[0]), args[1] as object);
      case 'open':
        return this.keep(this.files, ctx.artefact(args[0] as Parameters<SolveContext['artefact']>[0]));
      case 'write':
        return this.file(args[0]).write(args[1] as string | Uint8Array);
      case 'close':
        return this.file(args[0]).close();
      case 'borrow':
        return this.keep(this.sessions, ctx.solver(String(args[0])));
      case 'request':
        return this.session(args[0]).request(args[1]);
      case 'release':
        this.session(args[0]).release();
        return undefined;
      default:
        return this.performOwn(name, args);
    }
  }

  private performOwn(name: string, args: readonly unknown[]): unknown {
    const own = Object.hasOwn(this.more, name) ? this.more[name] : undefined;
    if (own === undefined) throw new Error(`a child asked for ${name}`);
    return own(...args);
  }

  private async input(reference: InputRef): Promise<RemoteFile> {
    const { size, sha256, mediaType, path } = await this.open(reference);
    return { size, sha256, mediaType, path: await path() };
  }

  /** The number by which the child will speak of it. */
  private async keep<T>(list: T[], made: Promise<T>): Promise<number> {
    return list.push(await made) - 1;
  }

  private file(number: unknown): ArtefactWriter {
    const file = this.files[Number(number)];
    if (!file) throw new RangeError(`no file ${String(number)}`);
    return file;
  }

  private session(number: unknown): SolverSession {
    const session = this.sessions[Number(number)];
    if (!session) throw new RangeError(`no session ${String(number)}`);
    return session;
  }
}
