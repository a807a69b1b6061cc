import type { FilterDef } from '@mikro-orm/core';
import type { Em } from './em.js';
import { accountOf } from './scope.js';

/** Name of the filter; a query leaves it out with `filters: { [ACCOUNT_FILTER]: false }`. */
export const ACCOUNT_FILTER = 'account';

/**
 * The condition on the account that MikroORM adds by itself to what it finds, counts, changes and deletes by conditions for an account, in
 * every entity with a column `account_id`: a second line behind row-level security, and the first where a table lacks its policies. Raw SQL
 * and the query builder say it themselves. See docs/adr/0116.
 */
export const accountFilter: FilterDef = {
  name: ACCOUNT_FILTER,
  // Whose rows they are is known from the unit of work, so nothing is handed over, and it cannot be left out.
  args: false,
  cond: (_args, _type, em: Em, _options, entity = '') => {
    const account = accountOf(em);
    if (account === null) return {};
    const column = em
      .getMetadata()
      .getByClassName(entity)
      .props.find(({ fieldNames }) => fieldNames?.[0] === 'account_id');
    return column === undefined ? {} : { [column.name]: account };
  },
};
