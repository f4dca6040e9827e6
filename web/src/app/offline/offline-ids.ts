/** Where the offline page's script finds its parts. */
export const ids = {
  retry: 'retry',
  waiting: 'waiting',
  waitingTitle: 'waiting-title',
  messages: 'waiting-messages',
} as const
