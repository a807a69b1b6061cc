/** SQLSTATE classes that tell of files that are not as the database wrote them. */
const DAMAGE = /^(XX00[12]|58P01)$/;

/** The embedded database cannot be opened: its files are not what it wrote. `message` is for the operator. */
export class DatabaseDamaged extends Error {
  constructor(directory: string, cause: unknown) {
    super(
      `The embedded database in ${directory} cannot be opened: its files are damaged, or were written by another version ` +
        `(${cause instanceof Error ? cause.message : String(cause)}).\n` +
        'Stop the service, put back a copy of the whole data folder, and start again. Without a copy, move the data folder away: ' +
        'the next start makes a new one, without the accounts, keys and jobs of the old one.',
      { cause },
    );
    this.name = 'DatabaseDamaged';
  }
}

/** Whether what opening the embedded database threw comes from its files. */
export function isDamage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // The database is a WebAssembly program: where PostgreSQL would end with a panic, it traps.
    if (cause.name === 'RuntimeError' || /failed to initialize/i.test(cause.message)) return true;
    if (DAMAGE.test((cause as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}
