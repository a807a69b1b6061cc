import type { XmlElement } from '../../gate/index.js';
import type { Guard } from '../../model/index.js';
import type { Compared } from '../source/compared.js';
import { readExpression } from '../source/expressions.js';
import { shown } from '../source/problems.js';
import { attribute, textIn } from './elements.js';

/** `${amount > 50}` of the Unified Expression Language, `=amount > 50` of FEEL. What has no such mark may be anybody's words, and is opaque. */
export function guardOf(condition: XmlElement | undefined, compared: Compared): Guard {
  if (!condition) return { opaque: 'no condition' };
  const text = textIn(condition);
  const [, juel] = /^[$#]\{([^{}]*)\}$/.exec(text) ?? [];
  const [, feel] = /^=([^=][\s\S]*)$/.exec(text) ?? [];
  const named = attribute(condition, 'language')?.toUpperCase().includes('FEEL') === true ? text : undefined;
  const formula = juel ?? feel ?? named;
  const expr = formula === undefined ? null : readExpression(formula, compared.compare);
  return expr ? { expr, text: shown(text) } : { opaque: shown(text) || 'no condition' };
}
