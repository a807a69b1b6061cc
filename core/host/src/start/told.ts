import { EnvironmentError } from '../config/environment.js';
import { AdminError } from '../keys/admin-error.js';
import { PluginNotInstalled } from '../plugin-loading/add-plugin.js';
import { PluginsRefused } from '../plugin-loading/refusal.js';
import { DeploymentError } from '../plugins/deployment.js';
import { PluginFailed } from '../plugins/plugin-failed.js';
import { DataDirectoryInUse } from '../storage/data-lock.js';
import { DatabaseDamaged } from '../storage/database-damaged.js';
import { MigrationFailed } from '../storage/migration-failed.js';

const FAULTS = [
  AdminError,
  DataDirectoryInUse,
  DatabaseDamaged,
  DeploymentError,
  EnvironmentError,
  MigrationFailed,
  PluginFailed,
  PluginNotInstalled,
  PluginsRefused,
];

/** Returns what an operator reads of an error: faults of the installation in their own words, a defect with where it came from. */
export function toldAs(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return FAULTS.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
