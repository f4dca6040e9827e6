/** Subjects of a message to the support. The file imports no schemas, so that the browser does not load them. */
export const contactTopics = ['service', 'account', 'payments', 'safety', 'privacy', 'other'] as const
export type ContactTopic = (typeof contactTopics)[number]

/** Longest message to the support, in characters. */
export const maxContactLength = 4000
