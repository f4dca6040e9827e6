/** Pages whose texts are a catalogue of their own, fetched when one of them is opened: folders below `web/src`. */
export const textFolders = {
  /** Only signed-in members read these. */
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
  /** Where links of emails and of the footer lead. */
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
