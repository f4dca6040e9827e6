/** Longest message, in characters. Stands alone: the browser needs the number without the schemas. */
export const maxMessageLength = 2000
