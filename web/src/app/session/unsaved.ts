/** What is being stored, or soon will be: a page with any of it does not reload by itself. */
export const unsaved = new Set<object>()
