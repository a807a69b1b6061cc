import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type AdmittedPlugin,
  asDeployment,
  assemble,
  contractFiles,
  type Deployment,
  hostControllers,
} from '@ostiary/host';
import type { PluginDefinition } from '@ostiary/plugin-api';
import { FakeClock } from '../fake-clock.js';
import { startHost, type TestHost } from '../start-host.js';
import { type ConformFile, readConformFile } from './conform-file.js';
import { type Request, type Run, runAll } from './runs.js';
import { type Seen, spied } from './spy.js';

/** package.json of the plugin, as far as promises read it. */
export interface PackageManifest {
  readonly name?: string;
  readonly ostiary?: { readonly plugin?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A plugin that is looked at: its package, its declaration, and a host that it runs in, each made when it is first asked for. */
export class Subject {
  readonly manifest: PackageManifest;
  readonly file: ConformFile;
  private readonly deployment: Deployment;
  private admitted: AdmittedPlugin | undefined;
  private readonly seen: Seen[] = [];
  private readonly log: string[] = [];
  private host: Promise<TestHost> | undefined;
  private tried: Promise<readonly Run[]> | undefined;

  /**
   * @param directory folder of the package, built
   * @throws Error when there is no package, or its conform.json cannot be read
   */
  constructor(readonly directory: string) {
    const manifest = join(directory, 'package.json');
    if (!existsSync(manifest)) throw new Error(`${directory} is no folder of a package: it has no package.json`);
    this.manifest = JSON.parse(readFileSync(manifest, 'utf8')) as PackageManifest;
    this.file = readConformFile(directory);
    const plugins = [
      ...this.others.map((name) => ({ package: name })),
      { package: directory, config: this.file.config },
    ];
    this.deployment = asDeployment({ kind: 'embedded', plugins }, 'conform', directory);
  }

  /** Admits the plugin, with those it requires. @throws PluginsRefused */
  async admit(): Promise<void> {
    const registry = await assemble(this.deployment, hostControllers());
    this.admitted = registry.plugins.find(({ packageName }) => packageName === this.manifest.name);
  }

  get definition(): PluginDefinition {
    if (this.admitted === undefined) throw new Error('the plugin has not been admitted');
    return this.admitted.definition;
  }

  /** Texts of the plugin that the Portuguese contract lacks, with their places. */
  async untranslated(): Promise<readonly { readonly text: string; readonly pointer: string }[]> {
    const { untranslated } = await contractFiles(this.deployment);
    return untranslated.filter(({ owner }) => owner === this.definition.id);
  }

  /** Requests of its modes that work: their examples and those of conform.json. */
  get requests(): readonly Request[] {
    const examples = (this.definition.modes ?? []).flatMap(({ name, example }) =>
      example === undefined ? [] : [{ mode: name, body: example }],
    );
    const given = Object.entries(this.file.requests).flatMap(([mode, bodies]) =>
      bodies.map((body) => ({ mode, body })),
    );
    return [...examples, ...given];
  }

  /** A host with the plugin, observed, on a clock that stands. */
  running(): Promise<TestHost> {
    this.host ??= startHost({
      plugins: [
        ...this.others.map((name) => ({ package: name })),
        { definition: spied(this.definition, (seen) => this.seen.push(seen)), config: this.file.config },
      ],
      clock: new FakeClock(),
      log: (line) => this.log.push(line),
    });
    return this.host;
  }

  /** Every request of `requests`, sent twice. */
  runs(): Promise<readonly Run[]> {
    this.tried ??= this.running().then((host) => runAll(host, this.requests));
    return this.tried;
  }

  /** What the observer saw while the requests ran, submissions and attempts. */
  async observed(): Promise<readonly Seen[]> {
    await this.runs();
    return this.seen;
  }

  /** What the host logged as an error or a warning so far. */
  get complaints(): readonly string[] {
    return this.log.filter((line) => /"level":"?(warn|error|40|50)/.test(line));
  }

  async close(): Promise<void> {
    const { host } = this;
    await (await host)?.close();
  }

  private get others(): readonly string[] {
    return this.file.with.map((name) => (name.startsWith('.') ? resolve(this.directory, name) : name));
  }
}
