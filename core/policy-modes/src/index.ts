/** What plugins share whose modes take a policy. See docs/adr/0146. */
export { readJson, UnreadableJson } from './text/json.js';
export { type FileRef, isFile } from './request/file-ref.js';
export { catalogueAndPolicy, catalogueJson, fileText, type OpenFile, withFiles } from './request/files.js';
export { LanguageField } from './request/language.js';
export {
  CatalogueField,
  POLICY_PLACES,
  PolicyDialect,
  type PolicyInput,
  type PolicyPlaces,
  PolicySource,
  PolicyText,
} from './request/policy.js';
export { ExpandsBeyond, loadChecked } from './policy/load.js';
export { policyProblems } from './policy/problems.js';
export { isReadHere, READ_HERE } from './policy/read-here.js';
export { PolicySummary, policySummary } from './policy/summary.js';
export { type Asker, Conversation } from './child/conversation.js';
export type { Helper, MorePorts } from './child/ports.js';
export type { JobFacts, Task, ToChild } from './child/protocol.js';
export { filesOf, type RemoteContext, remoteContext } from './child/remote-context.js';
export { runInChild } from './child/run-in-child.js';
export { policyModesPt } from './pt.js';
