import type { Type } from '@nestjs/common';
import type {
  ModeDefinition,
  ModeVariant,
  PluginDefinition,
  ProblemDeclaration,
  PurposeDeclaration,
  SolverDefinition,
} from '@ostiary/plugin-api';

/** A plugin that passed admission. */
export interface AdmittedPlugin {
  readonly id: string;
  /** Version of its package. */
  readonly version: string;
  readonly packageName: string;
  /** Range of the plugin api its manifest accepts. */
  readonly apiRange: string;
  readonly definition: PluginDefinition;
  /** Those that this deployment mounts. */
  readonly controllers: readonly Type[];
  /** Its section of the deployment file, validated, defaults filled in. */
  readonly config: unknown;
  /** What it declares and is not there, because something else is not enabled; each as a sentence for the operator. */
  readonly leftOut: readonly string[];
  /** Time its code took to load. */
  readonly bootMs: number;
}

/** Injection token of `PluginRegistry`. */
export const PLUGIN_REGISTRY = Symbol('ostiary.plugin_registry');

/** What the admitted plugins bring. Immutable; built once at start. */
export class PluginRegistry {
  /** In the order of loading: a plugin comes after those it requires. */
  readonly plugins: readonly AdmittedPlugin[];
  readonly modes: readonly ModeDefinition[];
  /** Those that POST /v1/solves takes, and that anybody is told of. */
  readonly visibleModes: readonly ModeDefinition[];
  readonly solvers: readonly SolverDefinition[];
  /** The host's problems and the plugins', by slug. */
  readonly problems: ReadonlyMap<string, ProblemDeclaration>;
  /** What files may be uploaded for. */
  readonly purposes: ReadonlyMap<string, PurposeDeclaration>;
  /** Every grant a key can carry here, sorted. */
  readonly grants: readonly string[];
  private readonly modeByName: ReadonlyMap<string, ModeDefinition>;
  private readonly variants: ReadonlyMap<string, readonly ModeVariant[]>;
  private readonly owners: ReadonlyMap<object, AdmittedPlugin>;
  private readonly endTables: ReadonlyMap<object, string>;

  constructor(plugins: readonly AdmittedPlugin[], hostProblems: ReadonlyMap<string, ProblemDeclaration>) {
    this.plugins = plugins;
    this.modes = plugins.flatMap(({ definition }) => definition.modes ?? []);
    this.visibleModes = this.modes.filter(({ visible }) => visible ?? true);
    // Several plugins may bring one solver; admission sees to it that it is the same one.
    const solvers = plugins.flatMap(({ definition }) => definition.solvers ?? []);
    this.solvers = solvers.filter(({ id }, at) => solvers.findIndex((other) => other.id === id) === at);
    this.problems = new Map([
      ...hostProblems,
      ...plugins.flatMap(({ definition }) => Object.entries(definition.problems ?? {})),
    ]);
    this.purposes = new Map(plugins.flatMap(({ definition }) => Object.entries(definition.purposes ?? {})));
    this.grants = [
      ...new Set([
        ...plugins.flatMap(({ definition }) => definition.grants ?? []),
        ...this.modes.map((mode) => mode.grant),
      ]),
    ].toSorted();
    this.modeByName = new Map(this.modes.map((mode) => [mode.name, mode]));
    const variants = plugins.flatMap(({ definition }) => definition.variants ?? []);
    this.variants = Map.groupBy(variants, (variant) => variant.mode);
    this.owners = new Map(
      plugins.flatMap((plugin) => {
        const { modes = [], variants: own = [] } = plugin.definition;
        return [...modes, ...own].map((body) => [body, plugin] as const);
      }),
    );
    this.endTables = new Map(
      plugins.flatMap(({ definition: { modes = [], variants: own = [], storage } }) =>
        [...modes, ...own].flatMap((body) =>
          body.endRows !== undefined && storage ? [[body, `${storage.schema}.${body.endRows}`] as const] : [],
        ),
      ),
    );
  }

  mode(name: string): ModeDefinition | undefined {
    return this.modeByName.get(name);
  }

  variantsOf(mode: string): readonly ModeVariant[] {
    return this.variants.get(mode) ?? [];
  }

  /** Returns who solves the jobs of a mode, or of a variant of it by its selector; undefined when that is not loaded. */
  bodyOf(mode: string, variant: string | null): ModeDefinition | ModeVariant | undefined {
    return variant === null ? this.mode(mode) : this.variantsOf(mode).find(({ selector }) => selector === variant);
  }

  /** Returns who is told of the end of the jobs of a mode, or of a variant of it: the variant, or the mode where that has nothing to be told. */
  endedOf(mode: string, variant: string | null): ModeDefinition['ended'] {
    const body = this.bodyOf(mode, variant);
    return body && (body.ended ?? this.mode(mode)?.ended);
  }

  /** What plugins do when an account is erased, in the order of loading. */
  get accountErasers(): readonly NonNullable<PluginDefinition['accountErased']>[] {
    return this.plugins.flatMap(({ definition }) => definition.accountErased ?? []);
  }

  /** The plugin that brings a mode or a variant of this registry. */
  ownerOf(body: object): AdmittedPlugin {
    const owner = this.owners.get(body);
    if (owner === undefined) throw new Error('no admitted plugin brings this mode');
    return owner;
  }

  /** The table, with its schema, that `ctx.endRow` of a mode or variant stores in; undefined when it declares none. */
  endTableOf(body: object): string | undefined {
    return this.endTables.get(body);
  }
}
