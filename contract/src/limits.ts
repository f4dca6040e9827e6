/** Longest message, in characters. Stands alone: the browser needs the number without the schemas. */
export const maxMessageLength = 2000
/** Passkeys one member may have. */
export const mostPasskeys = 10
/** Longest name of a passkey, in characters. */
export const longestPasskeyName = 60
