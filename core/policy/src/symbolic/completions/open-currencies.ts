import type { CorePolicy } from '../../core/ir.js';
import type { Call } from '../../evaluate/types.js';
import { argsOf } from '../encode/inputs.js';
import { CURRENCIES } from '../../values/currencies.js';
import { ownMember } from '../../values/read.js';
import { isAdmitted } from '../admitted.js';

/** The open arguments that name the currency of an amount the call carries: whether it is admitted may depend on them. */
export function openCurrencies({ catalogue }: CorePolicy, call: Call, open: ReadonlySet<string>): readonly string[] {
  const fields = argsOf(catalogue, call.tool)?.fields ?? {};
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const beside = type.kind === 'money' ? type.currencyFrom : undefined;
    if (beside === undefined || !open.has(beside) || open.has(name)) return [];
    return ownMember(call.args, name) === undefined ? [] : [beside];
  });
}

/** Whether some currency under each of these names lets the call come as far as the rules; `call` carries none of them. */
export function haveAdmittedCurrency(core: CorePolicy, call: Call, names: readonly string[]): boolean {
  return names.every((name) =>
    CURRENCIES.some((currency) =>
      isAdmitted(core, {
        ...call,
        args: { ...call.args, [name]: currency },
        unknown: (call.unknown ?? []).filter((other) => other !== name),
      }),
    ),
  );
}
