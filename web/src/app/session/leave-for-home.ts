let leaving = false

/**
 * Loads the home page in place of this one. Signing out here is also reported by the socket: a second navigation would
 * cancel the first, so only the first counts.
 */
export const leaveForHome = (): void => {
  if (leaving) return
  leaving = true
  // A page that the browser kept for its back button may be left again.
  addEventListener('pageshow', () => (leaving = false), { once: true })
  location.assign('/')
}
