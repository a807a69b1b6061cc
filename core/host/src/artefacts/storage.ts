import type { StoragePart } from '../storage/part.js';
import { ArtefactRead } from './entities/artefact-read.js';
import { Artefact } from './entities/artefact.js';
import { M003Artefacts } from './migrations/003-artefacts.js';
import { M004ArtefactRecords } from './migrations/004-artefact-records.js';
import { M007ArtefactSignatures } from './migrations/007-artefact-signatures.js';

/** Artefacts and the log of who read them. */
export const artefactStorage: StoragePart = {
  schema: 'core',
  entities: [Artefact, ArtefactRead],
  migrations: [
    { name: 'core/003_artefacts', class: M003Artefacts },
    { name: 'core/004_artefact_records', class: M004ArtefactRecords },
    { name: 'core/007_artefact_signatures', class: M007ArtefactSignatures },
  ],
};
