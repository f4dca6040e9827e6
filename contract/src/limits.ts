/** Longest message, in characters. The file imports no schemas, so that the browser does not load them. */
export const maxMessageLength = 2000
/** Letters as people count them, in the name of a member. */
export const nameLength = { least: 2, most: 40 } as const
/** Of such a name, in code units: an emoji of a family has eleven. */
export const longestName = 440
/** Passkeys one member may have. */
export const mostPasskeys = 10
/** Longest name of a passkey, in characters. */
export const longestPasskeyName = 60
/** Searches one member may keep. */
export const mostSavedSearches = 10
/** Longest name of a saved search, in characters. */
export const longestSearchName = 60
