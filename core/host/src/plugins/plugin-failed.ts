/** Code of a plugin threw where the host can say no more of it than where. `message` is for the operator and for who has to mend it. */
export class PluginFailed extends Error {
  constructor(plugin: string, place: string, cause: unknown) {
    super(
      `The plugin ${plugin} failed in ${place}:\n${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
      { cause },
    );
    this.name = 'PluginFailed';
  }
}
