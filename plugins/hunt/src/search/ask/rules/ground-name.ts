import { type CoreExpr, placeText } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';
import { slotsOf } from '../guards/tests.js';
import { words } from '../hunt/text.js';
import { type Ground } from './turned-away.js';

/** What a test looks at, as it is said after "because of". */
export function groundName({ policy: { core } }: Hunt, leaf: CoreExpr, kind: Ground) {
  if (leaf.op === 'label') return words(`the label \`${leaf.label}\``, `do rótulo \`${leaf.label}\``);
  if (kind === 'clock') return words('the time', 'da hora');
  const [slot] = slotsOf(core, leaf);
  const place = slot ? placeText(slot) : '';
  return words(`\`${place}\``, `de \`${place}\``);
}
