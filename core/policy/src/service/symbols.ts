import type { Item, PolicyTree, Span } from '../syntax/ast.js';

export interface PolicySymbol {
  readonly kind: 'tool' | 'attributes' | 'group' | 'test' | 'rule' | 'define' | 'list' | 'property' | 'assume';
  /** The id of a rule, or `rule-<n>`; the name of a tool, group or definition; the title of the others. */
  readonly name: string;
  /** The whole statement. */
  readonly span: Span;
  /** The word that names it. */
  readonly selection: Span;
}

/** The statements of a policy, in order, for an outline. */
export function policySymbols(tree: PolicyTree): PolicySymbol[] {
  let rules = 0;
  return tree.items.map((item) => {
    if (item.kind === 'rule') rules++;
    return { kind: item.kind, span: item.span, ...named(item, rules) };
  });
}

function named(item: Item, position: number): Pick<PolicySymbol, 'name' | 'selection'> {
  switch (item.kind) {
    case 'rule': {
      const id = item.annotations.find(({ name }) => name.text === 'id');
      return { name: id?.value ?? `rule-${String(position)}`, selection: id?.span ?? item.effectWord.span };
    }
    case 'attributes':
      return { name: item.root, selection: item.span };
    case 'test':
      return { name: item.title.text, selection: item.title.span };
    case 'tool':
    case 'group':
    case 'define':
    case 'list':
      return { name: item.name.text, selection: item.name.span };
    case 'property':
    case 'assume':
      return { name: item.title, selection: item.span };
  }
}
