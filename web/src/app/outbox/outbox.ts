/** Whose messages they are: a browser keeps those of everybody who signed in. */
export const outboxOwner = (brand: string, clickid: string): string => `${brand}/${clickid}`

/** The store, fetched once the page is usable. */
export const outboxStore = () => import('./outbox-store.ts')
