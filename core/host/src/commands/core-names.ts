/** First words after `ostiary admin` that are the host's own. */
export const CORE_COMMANDS: readonly string[] = ['account', 'key', 'audit', 'verify-never-stored', 'help'];

/** Options that every command has. */
export const CORE_OPTIONS: readonly string[] = ['json', 'help'];
