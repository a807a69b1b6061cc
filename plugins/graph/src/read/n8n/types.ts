/** What the types of nodes are, by their names without the package. */

/** Nodes with which a run begins, beside all whose type ends in `Trigger`. */
const BEGINS: ReadonlySet<string> = new Set([
  'webhook',
  'cron',
  'interval',
  'start',
  'emailReadImap',
  'rssFeedReadTrigger',
]);
/** Of these, those that bring no data of somebody else. */
const BEGINS_BARE: ReadonlySet<string> = new Set([
  'manualTrigger',
  'manualChatTrigger',
  'executeWorkflowTrigger',
  'errorTrigger',
  'scheduleTrigger',
  'cron',
  'interval',
  'start',
]);
export const begins = (type: string): boolean => BEGINS.has(type) || type.endsWith('Trigger');
export const beginsBare = (type: string): boolean => BEGINS_BARE.has(type);

/** Nodes that work on items and call nothing outside. */
export const ON_ITEMS: ReadonlySet<string> = new Set([
  'set',
  'aggregate',
  'compareDatasets',
  'compression',
  'convertToFile',
  'crypto',
  'dateTime',
  'editImage',
  'executionData',
  'extractFromFile',
  'html',
  'htmlExtract',
  'itemLists',
  'limit',
  'markdown',
  'merge',
  'moveBinaryData',
  'removeDuplicates',
  'renameKeys',
  'sort',
  'splitOut',
  'spreadsheetFile',
  'summarize',
  'xml',
]);

/** Nodes that pass items on as they are. */
export const PASSES: ReadonlySet<string> = new Set(['if', 'switch', 'filter', 'noOp', 'wait']);

export const CODE: ReadonlySet<string> = new Set(['code', 'function', 'functionItem', 'toolCode']);

/** Nodes that ask a model; with tools bound to them they are agents. */
export const MODELS: ReadonlySet<string> = new Set([
  'agent',
  'chainLlm',
  'chainRetrievalQa',
  'chainSummarization',
  'guardrails',
  'informationExtractor',
  'mcpTrigger',
  'openAi',
  'openAiAssistant',
  'sentimentAnalysis',
  'textClassifier',
]);

/** Nodes that wait until all that can still reach them has. */
export const WAITS_FOR_ALL: ReadonlySet<string> = new Set(['merge', 'compareDatasets']);
