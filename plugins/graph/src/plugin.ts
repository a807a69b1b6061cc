import { graphHunter, huntedGraphPt } from '@ostiary/hunt/service';
import { definePlugin, provide } from '@ostiary/plugin-api';
import { catalogueAndPolicy, policyModesPt } from '@ostiary/policy-modes';
import { TEXT_LIMITS } from './gate/index.js';
import { GraphVerifier } from './hunt/hunter.js';
import { huntOverGraph } from './hunt/variant.js';
import { graphMode } from './mode/graph.mode.js';
import { verifier } from './mode/solver.js';
import { pt } from './pt.js';

/** Text has no NUL; what has one is an image, an archive, or text in UTF-16. */
const isText = (start: Uint8Array): boolean => !start.includes(0);

/** Verifies exported agent graphs: every path to a tool, against the rules that the catalogue or the caller gives. */
export default definePlugin({
  id: 'graph',
  grants: ['graph'],
  purposes: {
    catalogue: catalogueAndPolicy.catalogue,
    graph: {
      maxBytes: TEXT_LIMITS.json.size,
      mediaTypes: ['application/json', 'application/yaml', 'application/xml', 'text/plain', 'application/octet-stream'],
      recognise: isText,
    },
  },
  modes: [graphMode],
  variants: [huntOverGraph],
  provides: [provide(graphHunter, GraphVerifier)],
  providers: [GraphVerifier],
  solvers: [verifier],
  translations: { pt: { ...policyModesPt, ...pt, ...huntedGraphPt } },
});
