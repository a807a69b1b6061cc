import { TOOL_CLASSES } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Name } from '../syntax/ast.js';
import { nearestNames } from '../text/nearest.js';
import { listNames, rename } from './rename.js';

/** Reports a class of tools that does not exist. */
export function reportClass(name: Name, sink: DiagnosticSink, known: readonly string[] = TOOL_CLASSES): null {
  const [best] = nearestNames(name.text, known);
  const classes = listNames(known.map((each) => `@${each}`));
  return sink.reject('tool_class_unknown', name.span, { name: name.text, classes }, rename(name, best));
}
