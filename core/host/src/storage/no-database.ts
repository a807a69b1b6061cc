import { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Database, Em } from './database.js';

/** Code asked for a database on a router, which has none. */
class NoDatabase extends Error {
  constructor(asked: string) {
    super(`a router has no database, and its "${asked}" was asked for`);
    this.name = 'NoDatabase';
  }
}

/**
 * What stands in place of the database on a router: it can be injected, so that whatever serves hosted deployments too can be made, and
 * every use of it throws `NoDatabase`. See docs/adr/0135.
 */
export function noDatabase(): Database {
  const refuse = (asked: string) => (): never => {
    throw new NoDatabase(asked);
  };
  const plain = Object.fromEntries(methodsOf(SqlEntityManager.prototype).map((name) => [name, refuse(name)]));
  return {
    forAccount: refuse('forAccount'),
    asHost: refuse('asHost'),
    plain: plain as unknown as Em,
    get connection(): never {
      throw new NoDatabase('connection');
    },
    close: () => Promise.resolve(),
  };
}

function methodsOf(prototype: object): readonly string[] {
  const names = new Set<string>();
  for (let at = prototype; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
  }
  return [...names];
}
