import { randomBytes } from 'node:crypto';

/** What is used of the `pg` pool under MikroORM's PostgreSQL driver. */
export interface Pool {
  query(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: unknown[];
  }): Promise<{ readonly rows: unknown[] }>;
}

/** Runs statements outside transactions that each connection of the pool prepares at its first use. See docs/adr/0070. */
export class PreparedPostgres {
  private readonly names = new Map<string, string>();
  /** Names are the connection's, which others may use too. */
  private readonly prefix = `s${randomBytes(4).toString('hex')}_`;

  constructor(private readonly pool: Pool) {}

  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const name = this.names.get(text) ?? `${this.prefix}${this.names.size}`;
    this.names.set(text, name);
    const { rows } = await this.pool.query({ name, text, values: [...values] });
    return rows as Row[];
  }
}
