import type { Type } from '@ostiary/catalogue';
import { minorDigits, moneyText } from '@ostiary/policy';
import { attributeTests } from '../guards/attribute-tests.js';
import type { Hunt } from '../hunt/hunt.js';

/**
 * An amount of an argument that is above every bound of the policy on it, as a call carries it; null where no bound is asked, where
 * they are in several currencies, or where the catalogue lets no amount be so large.
 */
export function aboveBounds(
  hunt: Hunt,
  tool: string,
  name: string,
  type: Extract<Type, { kind: 'money' }>,
): string | null {
  const bounds = hunt.rulesOf(tool).flatMap((rule) => {
    const guard = hunt.guardOf(rule, tool);
    const tests = guard ? attributeTests(hunt.policy.core, guard) : [];
    return tests
      .filter((test) => test.name === name && !test.ofItem)
      .flatMap(({ literals }) => literals as readonly { readonly minor: number; readonly currency: string }[]);
  });
  const [currency, ...others] = new Set(bounds.map((each) => each.currency));
  if (currency === undefined || others.length > 0 || minorDigits(currency) === undefined) return null;
  const most = Math.max(...bounds.map(({ minor }) => minor));
  const minor = Math.min(type.max ?? Number.MAX_SAFE_INTEGER, most * 1000 + 1);
  return minor > most ? moneyText({ minor, currency }) : null;
}
