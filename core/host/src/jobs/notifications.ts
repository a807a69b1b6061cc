import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { type Database, DATABASE } from '../storage/database.js';
import { JobSignals } from './signals.js';
import { CANCEL_CHANNEL, CHANGED_CHANNEL } from './store/notify.js';

/** What is used of the `pg` pool under MikroORM's PostgreSQL driver. */
interface NativePool {
  connect(): Promise<NativeClient>;
  query(text: string): Promise<unknown>;
}
interface NativeClient {
  query(text: string): Promise<unknown>;
  on(event: 'notification', listener: (message: { readonly channel: string; readonly payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: () => void): void;
  release(destroy: boolean): void;
}

const RETRY_MS = 1_000;
/** How often a process tells itself something. */
const BEAT_MS = 5_000;
const BEAT_CHANNEL = 'ostiary_beat';

/**
 * Hears on PostgreSQL what other processes did to jobs and passes it to the signals of this one, over one connection of the pool.
 * What it tells itself over another connection shows that it hears; while it does not, those who wait look by themselves each second.
 * See docs/adr/0054.
 */
@Injectable()
export class Notifications {
  private client: NativeClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private beats: NodeJS.Timeout | undefined;
  /** A beat was sent and not heard. */
  private unheard = false;
  private hearing = false;
  private closed = false;
  private readonly name = randomUUID();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSignals) private readonly signals: JobSignals,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /** Connects, and again whenever the connection is lost. */
  async start(): Promise<void> {
    this.deaf();
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
    clearInterval(this.beats);
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
    await client.query(`listen ${BEAT_CHANNEL}`);
    if (this.client !== client) return;
    this.unheard = false;
    this.beats = setInterval(() => this.beat(client, pool), BEAT_MS).unref();
    this.beat(client, pool);
  }

  /** Notices a connection that broke without an error, or a proxy that passes nothing on: the beat does not come back. */
  private beat(client: NativeClient, pool: NativePool): void {
    if (this.unheard) return this.lost(client);
    this.unheard = true;
    pool
      .query(`select pg_notify('${BEAT_CHANNEL}', '${this.name}')`)
      .catch((error: unknown) => this.log.warn({ err: error }, 'the database took no beat'));
  }

  private hear(channel: string, payload: string): void {
    if (channel === CANCEL_CHANNEL) this.signals.cancelRequested(payload);
    else if (channel === CHANGED_CHANNEL) this.signals.changed(payload);
    else if (payload === this.name) this.heardBeat();
  }

  private heardBeat(): void {
    this.unheard = false;
    if (this.hearing) return;
    this.hearing = true;
    this.signals.hearOthers(true);
  }

  private lost(client: NativeClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(true);
    this.deaf();
    this.retry();
  }

  private deaf(): void {
    this.hearing = false;
    clearInterval(this.beats);
    this.signals.hearOthers(false);
  }

  private retry(): void {
    // A connection lost while it is set up is told twice: one try at a time, or the pool fills with forgotten listeners.
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.start(), RETRY_MS).unref();
  }
}
