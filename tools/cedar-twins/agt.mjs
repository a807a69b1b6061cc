import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { POLICIES } from './examples.mjs';

/**
 * The Cedar policies of the agent governance toolkit. They come without schemas: these say of each attribute they read what type it is
 * compared as. The toolkit's YAML is not asked here: it is read by programs of its own (regular expressions over prompts and answers,
 * references to Rego), of which none is at hand to be compared with.
 */
const GATES = `
  entity Agent;
  entity Tool = {
    max_tool_calls?: Long, max_tokens?: Long, content_hash?: String, security_labels?: Set<String>, min_confidence?: Long,
    clearance_dominated_labels?: Set<String>, approvers?: Set<String>, drift_threshold?: Long,
  };
  action input, output, pre_tool_call appliesTo { principal: Agent, resource: Tool, context: {
    envelope?: { budgets?: { tool_call_count?: Long, token_count?: Long } },
    tool_call?: { content_hash?: String, args?: { host?: String, domain?: String } },
    annotations?: {
      egress?: { destination?: String }, confidence?: { score?: Long }, approval?: { granted?: Bool, required?: Bool },
      pii_detected?: Bool, drift_score?: Long,
    },
    input?: { body?: String, ifc?: { source_labels?: Set<String> } },
    response?: { content?: String, ifc?: { result_labels?: Set<String> } },
  } };
`;
const TOOLS = `
  entity Agent, Data;
  action ReadData, ListFiles, SearchData, DeleteFile, DropTable, SendEmail, Other appliesTo { principal: Agent, resource: Data };
`;
const PIPELINE = `
  entity Rank, Shard;
  action LoadShard appliesTo { principal: Rank, resource: Shard, context: { shard_size_mb: Long, memory_budget_mb: Long } };
  action CrossShardTransfer appliesTo { principal: Rank, resource: Shard, context: { has_valid_receipt: Bool } };
  action RunInference appliesTo { principal: Rank, resource: Shard, context: { model: String } };
  action WriteAudit appliesTo { principal: Rank, resource: Shard };
`;
const FILES = [
  ...['agt_default', 'budgets', 'egress', 'patterns', 'redact'].map((name) => [
    `policy-engine/policy/cedar-lib/${name}.cedar`,
    GATES,
  ]),
  ['examples/mcp-receipt-governed/policies/mcp-tools.cedar', TOOLS],
  ['examples/pipeline-governance/policies/pipeline-governance.cedar', PIPELINE],
];

const folder = join(POLICIES, 'agt');
export const agtIsThere = () => existsSync(folder);
export const agtExamples = () =>
  FILES.map(([name, schemaText]) => ({ name, file: join(folder, name), schemaText })).filter(({ file }) =>
    existsSync(file),
  );
