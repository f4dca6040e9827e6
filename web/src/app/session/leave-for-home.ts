let leaving = false

/**
 * Loads the home page in place of this one. Signing out here is also reported by the socket: a second navigation would
 * cancel the first, so only the first counts.
 */
export const leaveForHome = (): void => {
  if (leaving) return
  leaving = true
  // A page restored from the back/forward cache must be able to leave again.
  addEventListener('pageshow', () => (leaving = false), { once: true })
  location.assign('/')
}
