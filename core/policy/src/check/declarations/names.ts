import { nameFault } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { Name } from '../../syntax/ast.js';

/** Reports a declared name that no tool or argument can have. */
export function reportName({ text, span }: Name, sink: DiagnosticSink): boolean {
  if (nameFault(text) === null) return true;
  sink.report('declaration_name', span, { name: JSON.stringify(text) });
  return false;
}
