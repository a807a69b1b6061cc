import { taught } from '@ostiary/guard/request';
import { GRAPHS_NOT_HUNTED } from './graphs-not-hunted.js';
import { HuntRequest } from './request.js';

/** What mode hunt takes. A graph only comes here where no plugin hunts graphs: then that is what is said. */
export const HuntModeRequest = taught(HuntRequest, (value) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'graph')
    ? { ...GRAPHS_NOT_HUNTED.detail, slug: GRAPHS_NOT_HUNTED.slug, field: 'graph' }
    : null,
);
