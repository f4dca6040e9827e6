/** Longest message, in characters. Stands alone: the browser needs the number without the schemas. */
export const maxMessageLength = 2000
/** Passkeys one member may have. */
export const mostPasskeys = 10
/** Longest name of a passkey, in characters. */
export const longestPasskeyName = 60
/** Searches one member may keep. */
export const mostSavedSearches = 10
/** Longest name of a saved search, in characters. */
export const longestSearchName = 60
