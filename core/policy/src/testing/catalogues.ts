import type { Catalogue } from '@ostiary/catalogue';
import { corpus } from './corpus/corpus.js';
import { menagerie } from './corpus/menagerie.js';
import { zoo } from './corpus/zoo.js';

/** What random policies are written for. */
export const catalogues: readonly Catalogue[] = [zoo, menagerie, ...corpus.map(({ catalogue }) => catalogue)];
