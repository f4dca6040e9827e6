/** Whose texts only signed-in members read, on pages that are fetched when they are opened: folders below `web/src`. */
export const accountFolders = [
  'features/profile',
  'features/discovery/saved',
  'features/statement',
  'features/subscription',
  'features/payments',
  'features/reviews/write',
  'features/photos/album',
] as const
