const key = 'console-session-ended'

/** For the document that is loaded after a session has ended: the sign-in says why it is there. */
export const noteSessionEnded = (): void => sessionStorage.setItem(key, '1')
export const hasSessionEnded = (): boolean => sessionStorage.getItem(key) !== null
export const forgetSessionEnded = (): void => sessionStorage.removeItem(key)
