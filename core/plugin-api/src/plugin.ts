import type { z } from 'zod';
import type { ChoreDeclaration } from './chore.js';
import type { CommandDefinition } from './command.js';
import type { PluginContext } from './context.js';
import type { ServiceReference, ServiceBinding } from './service-reference.js';
import type { PurposeDeclaration } from './input.js';
import type { ModeDefinition, ModeVariant } from './mode.js';
import type { ProblemTable, Text } from './problems.js';
import type { SlotFilling } from './slots.js';
import type { SolverDefinition } from './solver.js';
import type { Transaction } from './transaction.js';
import { PLUGIN_API_VERSION } from './version.js';

/** A class Nest can instantiate or a provider record; typed loosely so that this package needs no Nest at run time. */
export type Provider = object;
export type Controller = abstract new (...args: never[]) => object;

/** Where a plugin's routes are served: by the service, or by a router that a customer runs, which has no database. */
export type Deployment = 'hosted' | 'router';

/** Routes of a plugin. */
export interface PluginHttp {
  /** Nest controllers; every method carries `@Route`. */
  readonly controllers: readonly Controller[];
  /** `['hosted']` when absent, which is also what `npm start` runs. */
  readonly serves?: readonly Deployment[];
  /** Pages, scripts and style sheets. They are no part of the contract. */
  readonly assets?: readonly StaticFiles[];
}

/** Files that are served as they are, with the host's policy for pages; a page at `index.html` also answers the path itself. */
export interface StaticFiles {
  /** Path they are served under, e.g. `/console`. */
  readonly path: string;
  /** File URL of the folder; what lies in it when the process starts is served, and nothing else. */
  readonly directory: URL;
}

/** A heading of the contract. */
export interface AreaDeclaration {
  /** As routes name it. Clients may name code by it, so it is the same in both languages. */
  readonly name: string;
  /** The heading as people read it. */
  readonly title: Text;
  readonly description: Text;
}

/** What a plugin keeps in the database. */
export interface PluginStorage {
  /** Postgres schema that only this plugin's tables live in. */
  readonly schema: string;
  /** MikroORM entities, each in this schema. */
  readonly entities: readonly object[];
  /** MikroORM migration classes with their names, `<plugin id>/<nnn>_<what>`. */
  readonly migrations: readonly { readonly name: string; readonly class: new (...args: never[]) => object }[];
}

/** A named check that `/health/ready` asks; throws or returns false when the plugin cannot serve. */
export interface HealthCheck {
  /** Key of its answer in `/health/ready`. */
  readonly name: string;
  check(ctx: PluginContext): Promise<boolean>;
}

/** All a plugin brings. Whatever it leaves out it has none of. */
export interface PluginDeclaration<Config extends z.ZodType = z.ZodType> {
  /** Lower case, [a-z][a-z0-9-]*; also the prefix of migration names. */
  readonly id: string;
  /** Other plugins' ids and the semver range of each that this one needs. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Schema of the plugin's `config` in the deployment file. What has no default must be written there. */
  readonly config?: Config;
  /** Words a key may carry. */
  readonly grants?: readonly string[];
  /** What `POST /v1/solves` takes. */
  readonly modes?: readonly ModeDefinition[];
  /** Variants this plugin adds to modes of other plugins. */
  readonly variants?: readonly ModeVariant[];
  /** What files may be uploaded for, by the word that `POST /v1/uploads` names it with. `input` puts them into requests. */
  readonly purposes?: Readonly<Record<string, PurposeDeclaration>>;
  /** Programs that run in child processes. */
  readonly solvers?: readonly SolverDefinition[];
  /** Slugs that the plugin's routes and `prepare` may answer with. */
  readonly problems?: ProblemTable;
  readonly http?: PluginHttp;
  readonly storage?: PluginStorage;
  /** What other plugins may inject; each implementation is among `providers`. */
  readonly provides?: readonly ServiceBinding[];
  /** Services of other plugins that this one injects or asks `ctx.service` for; each must be offered by a plugin in `requires`. */
  readonly consumes?: readonly ServiceReference<unknown>[];
  /** Work that comes again and again in the background. */
  readonly chores?: readonly ChoreDeclaration[];
  /** What `ostiary admin` does for this plugin. */
  readonly commands?: readonly CommandDefinition[];
  /**
   * Services of other plugins that this one uses where they are there: injected with `@Optional()`, or asked for with `ctx.optional`.
   * Their plugins need not be in `requires`.
   */
  readonly consumesOptional?: readonly ServiceReference<unknown>[];
  /** What the host asks this plugin; each implementation is among `providers`. */
  readonly slots?: readonly SlotFilling[];
  /** Headings of the contract that the plugin's routes name in `area`. */
  readonly areas?: readonly AreaDeclaration[];
  /** What makes the process unready when it fails. */
  readonly health?: readonly HealthCheck[];
  /** Portuguese for every prose string of the plugin's part of the contract: English text -> Portuguese text. */
  readonly translations?: { readonly pt: Readonly<Record<string, string>> };
  /**
   * Told when the operator erases an account, in the transaction that deletes the host's rows of it: deletes the plugin's own.
   * What it throws leaves the account as it was.
   */
  readonly accountErased?: (accountId: string, tx: Transaction) => Promise<void>;
  /** Private Nest providers; nobody outside the plugin can inject them. */
  readonly providers?: readonly Provider[];
}

/** A declared plugin: what the module of a package exports as default. */
export interface PluginDefinition<Config extends z.ZodType = z.ZodType> extends PluginDeclaration<Config> {
  readonly $type: 'ostiary.plugin';
  /** Version of this package the plugin was compiled with. */
  readonly api: string;
}

/** Declares a plugin. The value is data: nothing runs until the host has admitted it. */
export function definePlugin<Config extends z.ZodType>(
  declaration: PluginDeclaration<Config>,
): PluginDefinition<Config> {
  return Object.freeze({ ...declaration, $type: 'ostiary.plugin' as const, api: PLUGIN_API_VERSION });
}
