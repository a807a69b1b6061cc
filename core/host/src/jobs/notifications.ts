import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { type Database, DATABASE } from '../storage/database.js';
import { JobSignals } from './signals.js';
import { CANCEL_CHANNEL, CHANGED_CHANNEL } from './store/notify.js';

/** What is used of the `pg` pool under MikroORM's PostgreSQL driver. */
interface NativePool {
  connect(): Promise<NativeClient>;
}
interface NativeClient {
  query(text: string): Promise<unknown>;
  on(event: 'notification', listener: (message: { readonly channel: string; readonly payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: () => void): void;
  release(destroy: boolean): void;
}

const RETRY_MS = 1_000;

/**
 * Hears on PostgreSQL what other processes did to jobs and passes it to the signals of this one, over one connection of the pool.
 * While the connection is lost nothing is heard: those who wait look again by themselves after a while.
 */
@Injectable()
export class Notifications {
  private client: NativeClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /** Connects, and again whenever the connection is lost. */
  async start(): Promise<void> {
    try {
      await this.listen();
    } catch (error) {
      this.log.warn({ err: error }, 'changes by other processes are not heard; trying again');
      this.client?.release(true);
      this.client = undefined;
      this.retry();
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.client?.release(true);
    this.client = undefined;
  }

  private async listen(): Promise<void> {
    const connection = this.database.connection as unknown as { getNativeClient(): Promise<NativePool> };
    const pool = await connection.getNativeClient();
    const client = await pool.connect();
    if (this.closed) return client.release(true);
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.hear(channel, payload ?? ''));
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    await client.query(`listen ${CHANGED_CHANNEL}`);
    await client.query(`listen ${CANCEL_CHANNEL}`);
  }

  private hear(channel: string, jobId: string): void {
    if (channel === CANCEL_CHANNEL) this.signals.cancelRequested(jobId);
    else this.signals.changed(jobId);
  }

  private lost(client: NativeClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(true);
    this.retry();
  }

  private retry(): void {
    // A connection lost while it is set up is told twice: one try at a time, or the pool fills with forgotten listeners.
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.start(), RETRY_MS).unref();
  }
}
