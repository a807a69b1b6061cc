import { randomBytes } from 'node:crypto';
import { messages, protocol, type PGlite } from '@electric-sql/pglite';
import { SET_SCOPE, type Scope } from './scope.js';

/** A statement as PGlite keeps it: parsed and analysed, its plan made at its first uses and kept. */
interface Prepared {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const { serialize } = protocol;

/**
 * Plans are made anew after so long. They are chosen by the sizes of the tables, PGlite has no autovacuum that would tell it of
 * growth, and one made while a table was empty reads all of it when it is not.
 */
const PLANS_MS = 10_000;

/**
 * Runs statements that are prepared once. PGlite's own `query` parses, analyses and plans each time, crosses into WebAssembly six
 * times, and copies its table of some hundred type parsers; that is two thirds of the time of a short statement.
 * INVARIANT: as many statements stay prepared as there are texts in the code, so a text never holds a value.
 * See docs/adr/0070.
 */
export class PreparedPglite {
  private readonly prepared = new Map<string, Prepared>();
  /** Names are the session's, which others may use too. */
  private readonly prefix = `s${randomBytes(4).toString('hex')}_`;
  private plannedAt = performance.now();

  constructor(private readonly pglite: PGlite) {}

  /** The rows of one statement. `inTransaction`: the caller holds the transaction that is open, which has its scope already. */
  run<Row>(text: string, values: readonly unknown[], scope: Scope, inTransaction: boolean): Promise<Row[]> {
    const run = () => this.pglite._runExclusiveQuery(() => this.execute<Row>(text, values, scope, inTransaction));
    return inTransaction ? run() : this.pglite._runExclusiveTransaction(run);
  }

  private async execute<Row>(
    text: string,
    values: readonly unknown[],
    scope: Scope,
    inTransaction: boolean,
  ): Promise<Row[]> {
    if (performance.now() - this.plannedAt > PLANS_MS) {
      await this.send(serialize.query('discard plans'));
      this.plannedAt = performance.now();
    }
    // A plan made under one role is thrown away under another: each has its own.
    const key = `${scope[0]} ${text}`;
    const { name, parameters, columns } = this.prepared.get(key) ?? (await this.prepare(key, text));
    const bound = values.map((value, at) => this.bound(value, parameters[at]));
    // All up to the next Sync is one transaction: the scope holds for this statement alone.
    const first = inTransaction
      ? []
      : [serialize.bind({ statement: SET_SCOPE, values: [...scope] }), serialize.execute({})];
    const answered = await this.send(
      ...first,
      serialize.bind({ statement: name, values: bound }),
      serialize.execute({}),
      serialize.sync(),
    );
    return answered
      .filter((message) => message instanceof messages.DataRowMessage)
      .map((message) => rowOf(message, columns) as Row);
  }

  private async prepare(key: string, text: string): Promise<Prepared> {
    const name = `${this.prefix}${this.prepared.size}`;
    const answered = await this.send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const parameters = answered.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const rows = answered.find((message) => message instanceof messages.RowDescriptionMessage);
    const made: Prepared = {
      name,
      parameters: parameters?.dataTypeIDs ?? [],
      columns: (rows?.fields ?? []).map((field) => ({
        name: field.name,
        parse: this.parserOf(field.dataTypeID),
      })),
    };
    this.prepared.set(key, made);
    return made;
  }

  /** Several messages as one, so that the WebAssembly is entered once. */
  private send(...parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false });
  }

  private bound(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : this.pglite.serializers[type];
    if (serializer) return serializer(value);
    if (
      typeof value !== 'string' &&
      typeof value !== 'number' &&
      typeof value !== 'boolean' &&
      typeof value !== 'bigint'
    )
      throw new TypeError(`no value of PostgreSQL type ${type ?? '?'} is made of ${typeof value}`);
    return String(value);
  }

  private parserOf(type: number): Column['parse'] {
    const parser = this.pglite.parsers[type];
    return parser ? (text) => parser(text, type) as unknown : (text) => text;
  }
}

function rowOf(message: messages.DataRowMessage, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, text] of message.fields.entries()) {
    const column = columns[at];
    if (column) row[column.name] = text === null ? null : column.parse(text);
  }
  return row;
}
