/** A migration failed, so none of this start was done. `message` is for the operator. */
export class MigrationFailed extends Error {
  constructor(migration: string, cause: unknown) {
    const [owner = ''] = migration.split('/');
    const whose = owner === 'core' ? 'the host' : `the plugin ${owner}`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The migration ${migration} of ${whose} failed. The database is as it was before: migrations are made all together or not at all.\n${why}`,
      { cause },
    );
    this.name = 'MigrationFailed';
  }
}
