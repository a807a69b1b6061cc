/** Why a plugin is not admitted. The codes are documented in docs/plugins. */
export type RefusalCode =
  | 'not_a_plugin'
  | 'api_mismatch'
  | 'api_range_too_wide'
  | 'framework_missing'
  | 'load_failed'
  | 'declaration_invalid'
  | 'id_taken'
  | 'requires_missing'
  | 'requires_cycle'
  | 'mode_taken'
  | 'grant_unknown'
  | 'route_taken'
  | 'route_undeclared'
  | 'schema_taken'
  | 'table_unknown'
  | 'table_open'
  | 'operation_id_taken'
  | 'problem_taken'
  | 'purpose_taken'
  | 'purpose_unknown'
  | 'solver_taken'
  | 'solver_unknown'
  | 'health_taken'
  | 'command_taken'
  | 'config_invalid'
  | 'migration_name_taken'
  | 'service_unbound'
  | 'slot_taken'
  | 'slot_unbound'
  | 'contract_invalid';

export interface Refusal {
  readonly code: RefusalCode;
  /** Package of the plugin that is refused. */
  readonly plugin: string;
  readonly message: string;
}

/** Plugins were refused, so nothing starts. `message` lists every refusal. */
export class PluginsRefused extends Error {
  constructor(readonly refusals: readonly Refusal[]) {
    super(
      `The plugins cannot be started together:\n${refusals.map(({ code, plugin, message }) => `  ${code}  ${plugin}: ${message}`).join('\n')}`,
    );
    this.name = 'PluginsRefused';
  }
}
