import type { PluginPromise } from '../plugin-promise.js';
import { artefactsDeclared } from './artefacts-declared.js';
import { configChecked } from './config-checked.js';
import { eventsDeclared } from './events-declared.js';
import { examplesWork } from './examples-work.js';
import { fieldsRefused } from './fields-refused.js';
import { healthy } from './healthy.js';
import { hostNotImported } from './host-not-imported.js';
import { importsDeclared } from './imports-declared.js';
import { peersDeclared } from './peers-declared.js';
import { prepareQuick } from './prepare-quick.js';
import { prepareRepeatable } from './prepare-repeatable.js';
import { problemsInBothLanguages } from './problems-in-both-languages.js';
import { requestUntouched } from './request-untouched.js';
import { resultDeclared } from './result-declared.js';
import { sameBytes } from './same-bytes.js';
import { solversStart } from './solvers-start.js';
import { stopsWhenTold } from './stops-when-told.js';
import { translated } from './translated.js';

/** What is looked at once a plugin is admitted: first what its package and its declaration say, then what it does. */
export const PROMISES: readonly PluginPromise[] = [
  peersDeclared,
  importsDeclared,
  hostNotImported,
  translated,
  problemsInBothLanguages,
  configChecked,
  fieldsRefused,
  healthy,
  examplesWork,
  resultDeclared,
  sameBytes,
  requestUntouched,
  prepareRepeatable,
  prepareQuick,
  eventsDeclared,
  artefactsDeclared,
  solversStart,
  stopsWhenTold,
];
