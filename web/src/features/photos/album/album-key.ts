/** Query key of the member's own photos. */
export const albumKey = ['album'] as const
