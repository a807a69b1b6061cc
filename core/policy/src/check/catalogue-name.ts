import type { Catalogue } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { PolicyTree } from '../syntax/ast.js';

/**
 * `catalogue "shop@7";` pins a catalogue by name, and by version when both sides state one. Without a catalogue nothing
 * is checked against it, and whoever wrote the header believes otherwise.
 */
export function checkCatalogueName(tree: PolicyTree, catalogue: Catalogue | null, sink: DiagnosticSink): void {
  const { catalogue: written } = tree;
  if (!written) return;
  if (!catalogue) {
    sink.report('catalogue_absent', written.span, { written: written.text });
    return;
  }
  const given = catalogue.version === undefined ? catalogue.name : `${catalogue.name}@${catalogue.version}`;
  const [name, version] = split(written.text);
  const sameVersion = version === null || catalogue.version === undefined || version === catalogue.version;
  if (name !== catalogue.name || !sameVersion) {
    sink.report('catalogue_mismatch', written.span, { written: written.text, given });
  }
}

function split(text: string): readonly [string, string | null] {
  const at = text.lastIndexOf('@');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}
