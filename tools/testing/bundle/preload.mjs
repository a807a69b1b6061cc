/**
 * Loaded into every process of Node that a test starts. One whose program is in the bundle that `TEST_BUNDLE` names loads it from there, and
 * what it has in common with plugins that are not in it; any other runs as it is. See docs/adr/0131.
 */
import { readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const bundle = process.env.TEST_BUNDLE;
const program = process.argv[1];
// An older Node, whose user is told to take another, has no such hooks.
if (bundle && program && module.registerHooks) {
  const places = new Map(Object.entries(JSON.parse(readFileSync(join(bundle, 'places.json'), 'utf8'))));
  if (places.has(urlOf(program))) {
    module.registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        const place = places.get(found.url);
        return place === undefined
          ? found
          : { ...found, url: pathToFileURL(join(bundle, place)).href, format: 'module' };
      },
    });
  }
}

/** The URL of a file, links resolved; of none, where it is not there. */
function urlOf(path) {
  try {
    return pathToFileURL(realpathSync(path)).href;
  } catch {
    return '';
  }
}
