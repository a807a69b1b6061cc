import type { DeclaredField, DeclaredType, Declaration } from '@ostiary/policy';
import { field, listOf, name, NOWHERE, record, typeNamed } from './build.js';

/** What a test makes of an argument; `any`: it asks only whether it is there. */
export type Kind = 'bool' | 'number' | 'text' | 'texts' | 'any';

interface Node {
  kind: Kind;
  readonly fields: Map<string, Node>;
}

/** The arguments that a policy reads, at the types it reads them. */
export class Attributes {
  private readonly root: Node = { kind: 'any', fields: new Map() };

  /** False: another test reads it at another type. */
  read(path: readonly string[], kind: Kind): boolean {
    let node = this.root;
    for (const segment of path) {
      const next: Node = node.fields.get(segment) ?? { kind: 'any', fields: new Map() };
      node.fields.set(segment, next);
      node = next;
    }
    if (kind === 'any' || node.kind === kind) return true;
    if (node.kind !== 'any') return false;
    node.kind = kind;
    return true;
  }

  kindOf(path: readonly string[]): Kind {
    return path.reduce<Node | undefined>((node, segment) => node?.fields.get(segment), this.root)?.kind ?? 'any';
  }

  /** Tools that take these arguments and others. */
  declarations(tools: readonly string[]): readonly Declaration[] {
    return tools.map((tool) => ({
      kind: 'tool',
      name: name(tool),
      classes: [],
      args: { fields: fieldsOf(this.root), open: true, span: NOWHERE },
      span: NOWHERE,
    }));
  }
}

const fieldsOf = ({ fields }: Node): readonly DeclaredField[] =>
  [...fields].map(([of, node]) => field(of, typeOf(node), true));

const WORDS = { bool: 'bool', number: 'decimal', text: 'text', any: 'any' } as const;

function typeOf(node: Node): DeclaredType {
  if (node.fields.size > 0) return record(fieldsOf(node), true);
  return node.kind === 'texts' ? listOf(typeNamed('text')) : typeNamed(WORDS[node.kind]);
}

/** Stands for every tool that a policy does not name. */
export const OTHER_TOOL = 'any_other_tool';
