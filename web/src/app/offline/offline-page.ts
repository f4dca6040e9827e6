/** The address of the page that replaces any other without a network. It depends on language and theme only. */
export const offlinePage = '/offline'
/** The name of the cache that holds only this page. */
export const offlinePages = 'offline-page'
