/** The address of the page that stands in for any other without network. It is the same for everybody in a language and theme. */
export const offlinePage = '/offline'
/** The cache that holds it, and nothing else. */
export const offlinePages = 'offline-page'
