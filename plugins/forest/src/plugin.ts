import { definePlugin } from '@ostiary/plugin-api';
import { policyModesPt } from '@ostiary/policy-modes';
import { enumerationMode } from './mode/enumeration.mode.js';
import { forestMode } from './mode/forest.mode.js';
import { auditor } from './mode/solver.js';
import { pt } from './pt.js';
import { runtime } from './replay/index.js';

/** Text has no NUL; what has one is an image, an archive, or text in UTF-16. */
const isText = (start: Uint8Array): boolean => !start.includes(0);

/** The tags with which a model of ONNX can begin (fields 1 to 8 and 14 of ModelProto). */
const ONNX_TAGS = new Set([0x08, 0x12, 0x1a, 0x22, 0x28, 0x32, 0x3a, 0x42, 0x72]);
/** XGBoost is JSON; LightGBM begins with the word `tree`. */
const isModel = (start: Uint8Array): boolean =>
  ONNX_TAGS.has(start[0] ?? -1) || /^[\ufeff\s]*(?:[[{]|tree\s)/.test(new TextDecoder().decode(start.subarray(0, 256)));

const MEBIBYTE = 1024 * 1024;
const TABLE_TYPES = ['text/csv', 'application/json', 'text/plain', 'application/octet-stream'];

/** Verifies random forests and other tree ensembles: every input that a model can see. */
export default definePlugin({
  id: 'forest',
  grants: ['forest', 'forest_enumeration'],
  purposes: {
    model: {
      maxBytes: 256 * MEBIBYTE,
      mediaTypes: [
        'application/octet-stream',
        'application/onnx',
        'application/x-protobuf',
        'application/json',
        'text/plain',
      ],
      recognise: isModel,
    },
    property_table: { maxBytes: 16 * MEBIBYTE, mediaTypes: TABLE_TYPES, recognise: isText },
    records: { maxBytes: 64 * MEBIBYTE, mediaTypes: TABLE_TYPES, recognise: isText },
  },
  modes: [forestMode, enumerationMode],
  solvers: [auditor, runtime],
  translations: { pt: { ...policyModesPt, ...pt } },
});
