import { definePlugin } from '@ostiary/plugin-api';

/** Verifies random forests and other tree ensembles: every input that a model can see. */
export default definePlugin({ id: 'forest', grants: ['forest', 'forest_enumeration'] });
