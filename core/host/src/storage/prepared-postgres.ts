import { randomBytes } from 'node:crypto';
import { SET_SCOPE, type Scope } from './scope.js';

/** What is used of the `pg` pool under MikroORM's PostgreSQL driver. */
export interface Pool {
  readonly Client: { readonly Query: QueryClass };
  connect(): Promise<Client>;
}

interface Client {
  query(submitted: Query): void;
  release(error?: Error): void;
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
}

type Done = (error: Error | null, result: { readonly rows: unknown[] }) => void;

interface Query {
  submit(connection: Connection): Error | null;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
type QueryClass = new (
  statement: { readonly name: string; readonly text: string; readonly values: unknown[] },
  values: undefined,
  done: Done,
) => Query;

/**
 * Runs statements outside transactions that each connection of the pool prepares at its first use. What sets the scope is sent in the
 * same message: PostgreSQL takes all up to the next Sync as one transaction, so the scope holds for this statement alone and costs no
 * way of its own. See docs/adr/0070 and docs/adr/0116.
 */
export class PreparedPostgres {
  private readonly names = new Map<string, string>();
  /** Names are the connection's, which others may use too. */
  private readonly prefix = `s${randomBytes(4).toString('hex')}_`;
  private readonly scoped: ReturnType<typeof scopedQuery>;

  constructor(private readonly pool: Pool) {
    this.scoped = scopedQuery(pool.Client.Query);
  }

  async run<Row>(text: string, values: readonly unknown[], scope: Scope): Promise<Row[]> {
    // A plan made under one role is thrown away under another: each has its own.
    const key = `${scope[0]} ${text}`;
    const name = this.names.get(key) ?? `${this.prefix}${this.names.size}`;
    this.names.set(key, name);
    const client = await this.pool.connect();
    return new Promise<Row[]>((resolve, reject) => {
      const done: Done = (error, result) => {
        // As the pool's own `query`: a connection on which something failed is not used again.
        client.release(error ?? undefined);
        if (error) reject(error);
        else resolve(result.rows as Row[]);
      };
      client.query(new this.scoped(scope, { name, text, values: [...values] }, done));
    });
  }
}

/** A query of `pg` before which a scope is set, by the statement that `Database` prepares on each connection. */
function scopedQuery(Base: QueryClass) {
  return class extends Base {
    private isScoped = false;

    constructor(
      private readonly scope: Scope,
      statement: ConstructorParameters<QueryClass>[0],
      done: Done,
    ) {
      super(statement, undefined, done);
    }

    override submit(connection: Connection): Error | null {
      connection.stream.cork();
      try {
        connection.bind({ statement: SET_SCOPE, values: this.scope });
        connection.execute({});
        return super.submit(connection);
      } finally {
        connection.stream.uncork();
      }
    }

    /** The first is that of the scope. */
    override handleCommandComplete(message: unknown, connection: Connection): void {
      if (this.isScoped) super.handleCommandComplete(message, connection);
      this.isScoped = true;
    }
  };
}
