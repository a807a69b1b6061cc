import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/postgresql';

/** MikroORM on either driver. */
export type Orm = SqlMikroORM<AbstractSqlDriver, SqlEntityManager>;

/** A unit of work on the database: of one account or of the host, or the manager of a transaction begun on such a one. */
export type Em = SqlEntityManager;
