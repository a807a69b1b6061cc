/** The version of the plugin api; a plugin's manifest names the range it accepts. */
export const PLUGIN_API_VERSION = '1.0.0';
