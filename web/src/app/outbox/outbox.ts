/** The key of a member's messages; one browser may store those of several members. */
export const outboxOwner = (brand: string, clickid: string): string => `${brand}/${clickid}`

/** Loads the store on demand, after the page is usable. */
export const outboxStore = () => import('./outbox-store.ts')
