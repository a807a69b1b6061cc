import type { Expr, HistoryExpr, PathExpr } from '../syntax/ast.js';
import { pathText } from '../syntax/print/expressions.js';
import { atoms, callValues, children } from '../syntax/walk.js';
import type { Defines } from './defines.js';
import type { Budget } from './scope.js';
import { getOrMake } from '../maps.js';

/** What a body reads of the present call, and so what two tools must share to be lowered as one. */
export interface Reads {
  /** Paths below `args`, by their text. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** Whether it asks which tool is called. */
  readonly tool: boolean;
}

/** Finds the reads of bodies, each definition once. */
export class ReadCollector {
  private readonly ofDefine = new Map<string, Reads>();

  constructor(
    private readonly defines: Defines,
    private readonly budget: Budget,
  ) {}

  collect(calls: readonly Expr[], histories: readonly HistoryExpr[]): Reads {
    const found = { paths: new Map<string, readonly string[]>(), tool: false };
    const visit = (expr: Expr): void => {
      this.budget.within(() => {
        switch (expr.kind) {
          case 'path':
            this.path(expr, found);
            break;
          case 'has':
            this.path(expr.target, found);
            break;
          case 'label':
            if (expr.target) this.path(expr.target, found);
            break;
          case 'call':
            merge(found, this.define(expr.name.text));
            break;
          default:
            // The other forms read only what their parts read.
            break;
        }
        for (const child of children(expr)) visit(child);
      });
    };
    calls.forEach(visit);
    histories.flatMap(callValues).forEach(visit);
    for (const atom of histories.flatMap(atoms)) {
      if (atom.kind === 'sum' && atom.includingThis) found.paths.set(`args.${atom.field.text}`, [atom.field.text]);
      if (atom.key) this.path(atom.key, found);
    }
    return found;
  }

  private path(path: PathExpr, found: Found): void {
    if (path.root === 'tool') found.tool = true;
    else if (path.root === 'args')
      found.paths.set(
        pathText(path),
        path.segments.map(({ text }) => text),
      );
    else if (path.root === null && path.segments[0]) merge(found, this.define(path.segments[0].text));
  }

  /** A name that is a variable may hide a definition; reading too much only makes finer groups. */
  private define(name: string): Reads | null {
    const define = this.defines.get(name);
    return define ? getOrMake(this.ofDefine, name, () => this.collect([define.define.body], [])) : null;
  }
}

interface Found {
  readonly paths: Map<string, readonly string[]>;
  tool: boolean;
}

function merge(into: Found, from: Reads | null): void {
  if (!from) return;
  into.tool ||= from.tool;
  for (const [text, path] of from.paths) into.paths.set(text, path);
}
