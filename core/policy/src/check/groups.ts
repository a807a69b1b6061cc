import type { TypeEnvironment } from './environment.js';
import type { Reads } from './reads.js';
import type { Budget } from './scope.js';
import { ANY_TOOL } from './targets.js';
import { TypeNumbers } from '../values/types.js';
import { addTo, getOrMake } from '../maps.js';

/** Tools that type every path of a body alike; the first stands for all. */
export interface ToolGroup {
  readonly tools: readonly string[];
  /** The group of all tools nobody names, without a catalogue. */
  readonly any: boolean;
}

type Path = readonly string[];

/** So many looks at the type of one path for one tool are charged as one node. */
export const LOOKS_PER_NODE = 4;

/** Groups tools by how they type what a body reads. Remembers, since many rules read the same few paths. */
export class ToolGrouping {
  private readonly known = new Map<string, readonly ToolGroup[]>();
  /** By the text of a path, then by tool. */
  private readonly signatures = new Map<string, Map<string, number>>();
  private readonly numberOfSignature = new Map<string, number>();
  private readonly types = new TypeNumbers();
  /** Lists of tools are told apart by number: those of `*` and of classes are long, and shared by many rules. */
  private readonly numberOfList = new WeakMap<readonly string[], number>();
  private readonly numberOfNames = new Map<string, number>();

  constructor(
    private readonly environment: TypeEnvironment,
    private readonly budget: Budget,
  ) {}

  groups(tools: readonly string[], reads: Reads): readonly ToolGroup[] {
    const paths = [...reads.paths.values()];
    const key = JSON.stringify([this.listNumber(tools), paths, reads.tool]);
    return getOrMake(this.known, key, () => this.make(tools, paths, reads.tool));
  }

  private listNumber(tools: readonly string[]): number {
    const { numberOfList, numberOfNames } = this;
    return getOrMake(numberOfList, tools, () =>
      getOrMake(numberOfNames, JSON.stringify(tools), () => numberOfNames.size),
    );
  }

  private make(tools: readonly string[], paths: readonly Path[], byName: boolean): readonly ToolGroup[] {
    const texts = paths.map((path) => JSON.stringify(path));
    const signatureOf = (tool: string): string =>
      (byName ? `${tool} ` : '') + paths.map((path, i) => this.signature(tool, path, texts[i] ?? '')).join('|');
    // Where tools are open, named ones that type the paths otherwise are set apart from all the rest.
    const any = tools.includes(ANY_TOOL);
    const common = any ? signatureOf(ANY_TOOL) : null;
    const members = any ? (byName || paths.length > 0 ? tools.filter((tool) => tool !== ANY_TOOL) : []) : tools;
    if (members.length > 1) this.budget.spend(Math.floor((members.length * paths.length) / LOOKS_PER_NODE));
    const groups = new Map<string, string[]>();
    for (const tool of members) {
      const signature = signatureOf(tool);
      if (signature !== common) addTo(groups, signature, tool);
    }
    const named = [...groups.values()].map((group): ToolGroup => ({ tools: group, any: false }));
    return any ? [...named, { tools: [ANY_TOOL], any: true }] : named;
  }

  /** A number for the type of a path for a tool, or of the longest part of it that has one. */
  private signature(tool: string, path: Path, text: string): number {
    const byTool = getOrMake(this.signatures, text, () => new Map());
    const { numberOfSignature } = this;
    return getOrMake(byTool, tool, () =>
      getOrMake(numberOfSignature, this.describe(tool, path), () => numberOfSignature.size),
    );
  }

  private describe(tool: string, path: Path): string {
    for (let length = path.length; length > 0; length--) {
      const found = this.environment.typeOf(tool, 'args', length === path.length ? path : path.slice(0, length));
      if (found) return `${String(length)}${found.required ? '!' : '?'}${String(this.types.numberOf(found.type))}`;
    }
    return '-';
  }
}
