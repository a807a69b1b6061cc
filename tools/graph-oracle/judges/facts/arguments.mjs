/** Whether two calls have the same arguments (S6), and in which calls a tool is used. */

/** How sure it is: `MAYBE` is what is not known. */
export const NO = 0;
export const MAYBE = 1;
export const SURE = 2;

export const bindingOf = (args, name) => args.find((binding) => binding.name === name) ?? { name, unknown: true };
export const shape = (binding) => JSON.stringify({ ...binding, name: '' });

/** Whether two arguments are the same: the same constant, or the same variable, which was not written between (that ends the fact). */
export function same(one, other) {
  if (one.model || other.model) return NO;
  if (one.unknown || other.unknown) return MAYBE;
  return shape(one) === shape(other) ? SURE : NO;
}

export const maySame = (one, other) =>
  one === undefined || other === undefined || !('value' in one) || !('value' in other) || one.value === other.value;

export const usesOf = (plan, tool) =>
  [...plan.bodies.values()].flatMap((body) =>
    [...body.nodes.values()].flatMap((node) => (node.tools ?? []).filter(({ name }) => name === tool)),
  );
