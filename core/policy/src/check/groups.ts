import type { TypeEnvironment } from './environment.js';
import type { Reads } from './reads.js';
import { ANY_TOOL } from './targets.js';
import { typeKey } from './types.js';

/** Tools that type every path of a body alike; the first stands for all. */
export interface ToolGroup {
  readonly tools: readonly string[];
  /** The group of all tools nobody names, without a catalogue. */
  readonly any: boolean;
}

/** Groups tools by how they type what a body reads. Remembers, since many rules read the same few paths. */
export class ToolGrouping {
  private readonly known = new Map<string, readonly ToolGroup[]>();
  private readonly signatures = new Map<string, string>();

  constructor(private readonly environment: TypeEnvironment) {}

  groups(tools: readonly string[], reads: Reads): readonly ToolGroup[] {
    const paths = [...reads.paths.values()];
    const key = JSON.stringify([tools, paths, reads.tool]);
    const known = this.known.get(key);
    if (known) return known;
    const groups = this.make(tools, paths, reads.tool);
    this.known.set(key, groups);
    return groups;
  }

  private make(tools: readonly string[], paths: readonly (readonly string[])[], byName: boolean): readonly ToolGroup[] {
    const signatureOf = (tool: string): string =>
      (byName ? `${tool} ` : '') + paths.map((path) => this.signature(tool, path)).join('|');
    // `*` without a catalogue: named tools that type the paths otherwise are set apart from all the rest.
    const any = tools.includes(ANY_TOOL);
    const common = any ? signatureOf(ANY_TOOL) : null;
    const members = any ? (byName || paths.length > 0 ? this.environment.tools() : []) : tools;
    const groups = new Map<string, string[]>();
    for (const tool of members) {
      const signature = signatureOf(tool);
      const group = groups.get(signature);
      if (group) group.push(tool);
      else if (signature !== common) groups.set(signature, [tool]);
    }
    const named = [...groups.values()].map((group): ToolGroup => ({ tools: group, any: false }));
    return any ? [...named, { tools: [ANY_TOOL], any: true }] : named;
  }

  /** The type of a path for a tool, or of the longest part of it that has one. */
  private signature(tool: string, path: readonly string[]): string {
    const key = JSON.stringify([tool, path]);
    const known = this.signatures.get(key);
    if (known !== undefined) return known;
    let signature = '-';
    for (let length = path.length; length > 0; length--) {
      const found = this.environment.typeOf(tool, 'args', path.slice(0, length));
      if (!found) continue;
      signature = `${String(length)}${found.required ? '!' : '?'}${typeKey(found.type)}`;
      break;
    }
    this.signatures.set(key, signature);
    return signature;
  }
}
