import { defineService } from '@ostiary/plugin-api';

/** See docs/adr/0152. What hunts agent graphs: a variant of mode `hunt`, chosen by the field `graph`. Its plugin offers this, so that projects know of it. */
export interface GraphHunter {
  /** Its name and version: another one may find other things in the same graph. */
  readonly engine: string;
}

export const graphHunter = defineService<GraphHunter>('graph.hunter');

export { FoundInGraph, HuntedGraph } from './request/hunted-graph.js';
export { huntedGraphPt } from './pt/graphs.js';
