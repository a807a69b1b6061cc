import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RolldownPlugin } from 'rolldown';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Code in a bundle finds the files beside it where it lay before: scripts of workers, WebAssembly, pages, Lua. */
export const ownPlaces: RolldownPlugin = {
  name: 'own-places',
  transform: {
    filter: { code: /import\.meta\.|__dirname|__filename/ },
    handler(code, id) {
      const program = this.parse(code) as unknown as Node & { readonly body: readonly Node[] };
      const isModule = program.body.some(({ type }) => /^(?:Import|Export)/.test(type)) || code.includes('import.meta');
      const names = {
        filename: JSON.stringify(id),
        dirname: JSON.stringify(dirname(id)),
        url: JSON.stringify(pathToFileURL(id).href),
      };
      if (!isModule)
        return { code: `var __filename = ${names.filename}, __dirname = ${names.dirname}; ${code}`, map: null };
      let changed = code;
      // From the last to the first, so that what comes before one stays where it is.
      for (const { start, end, name } of metaProperties(program).toReversed()) {
        const value = Object.entries(names).find(([key]) => key === name)?.[1];
        if (value !== undefined) changed = changed.slice(0, start) + value + changed.slice(end);
      }
      return { code: changed, map: null };
    },
  },
};

/** Every `import.meta.name` of a module, in their order. */
function metaProperties(node: unknown): { readonly start: number; readonly end: number; readonly name: string }[] {
  if (Array.isArray(node)) return node.flatMap(metaProperties);
  if (typeof node !== 'object' || node === null) return [];
  const { type, object, property, start, end } = node as Node & { object?: Node; property?: { name?: string } };
  if (type === 'MemberExpression' && object?.type === 'MetaProperty')
    return [{ start, end, name: property?.name ?? '' }];
  return Object.values(node).flatMap(metaProperties);
}
