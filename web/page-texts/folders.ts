/**
 * Groups of pages, as folders below `web/src`, whose texts are in a catalogue of their own, loaded when one of the
 * pages opens.
 */
export const textFolders = {
  /** Pages that only members read. */
  account: [
    'features/concierge',
    'features/profile',
    'features/discovery/saved',
    'features/statement',
    'features/subscription',
    'features/payments',
    'features/reviews/write',
    'features/photos/album',
  ],
  /** Pages that are linked from emails and the footer. */
  link: [
    'features/identity/links',
    'features/reviews/page',
    'features/site/consents',
    'features/site/contact',
    'features/site/unsubscribe',
  ],
} as const

export type TextGroup = keyof typeof textFolders
export const textGroups = Object.keys(textFolders) as TextGroup[]
