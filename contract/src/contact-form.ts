/** What somebody may write to the support about. Stands alone: the browser needs it without the schemas. */
export const contactTopics = ['service', 'account', 'payments', 'safety', 'privacy', 'other'] as const
export type ContactTopic = (typeof contactTopics)[number]

/** Longest message to the support, in characters. */
export const maxContactLength = 4000
