/**
 * An open transaction of the service's database. Opaque to a plugin: the `EntityManager` that MikroORM's `em.transactional` hands to
 * its function is one, and what the host hands to a callback as a `Transaction` is such an `EntityManager`.
 */
export interface Transaction {
  isInTransaction(): boolean;
}
