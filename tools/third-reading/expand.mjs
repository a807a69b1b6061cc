import { PolicyFault } from './lexer.mjs';

/** Writes out definitions and named lists, and gives each bound variable a name of its own. */
let fresh = 0;

export function expanded(node, policy, names = new Map()) {
  const again = (child, scope = names) => expanded(child, policy, scope);
  if (Array.isArray(node)) return node.map((item) => again(item));
  if (node === null || typeof node !== 'object' || node.k === undefined) return node;
  switch (node.k) {
    case 'word':
    case 'call':
      return ofDefinition(node, policy, names, again);
    case 'each':
    case 'listSum': {
      fresh += 1;
      const variable = { k: 'variable', name: `${node.name}#${fresh}` };
      const scope = new Map(names).set(node.name, variable);
      return { ...node, list: again(node.list), name: variable.name, body: again(node.body, scope) };
    }
    case 'in':
    case 'sets': {
      const { list } = node;
      if (list?.k === 'word' && !names.has(list.name) && list.name in policy.lists) {
        return {
          ...node,
          a: again(node.a),
          list: undefined,
          items: policy.lists[list.name].map((item) => ({ ...item })),
        };
      }
      break;
    }
    default:
  }
  const copy = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'event')
      copy[key] = {
        ...value,
        fields: value.fields.map((field) => ({ ...field, value: field.value && again(field.value) })),
      };
    else if (key === 'key') copy[key] = value && { ...value, path: value.path && again(value.path) };
    else copy[key] = key === 'value' || key === 'glob' ? value : again(value);
  }
  return copy;
}

function ofDefinition(node, policy, names, again) {
  if (node.k === 'word' && names.has(node.name)) return { ...names.get(node.name) };
  const definition = policy.defines[node.name];
  if (!definition) throw new PolicyFault(`no such word: ${node.name}`);
  const given = node.k === 'call' ? node.args.map((arg) => again(arg)) : [];
  const scope = new Map(
    definition.params.map(({ name, type }, index) => [name, { k: 'typed', type, a: given[index] }]),
  );
  return expanded(definition.body, policy, scope);
}
