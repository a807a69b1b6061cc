export { readNative } from './native/read-native.js';
export { graphSchema } from './native/graph-shape.js';
export type { ReadOptions } from './source/options.js';
export { ASSUMPTIONS, type AssumptionCode } from './source/assumptions.js';
export type { ReadProblemSlug } from './source/problems.js';
export { readLangGraph } from './langgraph/read-json.js';
export { readLangGraphMermaid } from './langgraph/read-mermaid.js';
export { candidateFormats, GRAPH_FORMATS, type GraphFormatName, readGraph } from './recognise.js';
export { readAsl } from './asl/read-asl.js';
