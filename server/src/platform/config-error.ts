/** A setting is missing or invalid. The message is one line and names the variable. */
export class ConfigError extends Error {}
