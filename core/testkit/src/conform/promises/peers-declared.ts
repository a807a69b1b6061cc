import type { PluginPromise } from '../plugin-promise.js';

/** The host gives its own copy of these to every plugin. */
const OF_THE_HOST = /^(@ostiary\/plugin-api|zod|@nestjs\/(common|core)|@mikro-orm\/(core|migrations|postgresql))$/;

export const peersDeclared: PluginPromise = {
  id: 'peers_declared',
  says: 'What the host gives to plugins (the plugin api, zod, Nest, MikroORM) is a peer dependency, not a dependency.',
  look: ({ manifest: { dependencies = {} } }) =>
    Object.keys(dependencies)
      .filter((name) => OF_THE_HOST.test(name))
      .map((name) => `${name} is among the dependencies; put it into peerDependencies`),
};
