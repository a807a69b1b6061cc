import { describe, expect, it } from 'vitest';
import { asHost, forAccount, sharedTable, tenantTable } from './tables.js';

const written = (write: (migration: { addSql(sql: string): void }) => void): string[] => {
  const sql: string[] = [];
  write({ addSql: (text) => void sql.push(text) });
  return sql;
};

/** What a MikroORM EntityManager has of it. */
class Manager {
  readonly contexts: object[] = [];
  fork(): this {
    return new Manager() as this;
  }
  setSessionContext(context: object): void {
    this.contexts.push(context);
  }
}

describe('the tables of a plugin', () => {
  it('are put under row-level security by the column that names the account', () => {
    const sql = written((migration) => tenantTable(migration, 'shop.orders', 'owner')).join('\n');
    expect(sql).toContain('alter table shop.orders enable row level security');
    expect(sql).toContain(`owner = nullif(current_setting('ostiary.account', true), '')`);
  });

  it('may be shared, if that is said', () => {
    expect(written((migration) => sharedTable(migration, 'shop.units')).at(-1)).toMatch(
      /^create policy shared on shop\.units .* using \(true\)/,
    );
  });

  it.each(['orders', 'shop.orders; drop table x', 'Shop.orders', 'shop."orders"'])('have no name like %s', (table) => {
    expect(() => written((migration) => tenantTable(migration, table))).toThrow('no plain name');
    expect(() => written((migration) => sharedTable(migration, table))).toThrow('no plain name');
  });

  it('have no column with a name like x) or (true', () => {
    expect(() => written((migration) => tenantTable(migration, 'a.b', 'x) or (true'))).toThrow('no plain name');
  });
});

describe('a manager', () => {
  it('is forked for one account, or for the host', () => {
    const manager = new Manager();
    expect(forAccount(manager, 'acc_1').contexts).toEqual([{ variables: { 'ostiary.account': 'acc_1' } }]);
    expect(asHost(manager).contexts).toEqual([{ role: 'ostiary_host' }]);
    expect(manager.contexts).toEqual([]);
    expect(() => forAccount(manager, '')).toThrow('needs its id');
  });
});
