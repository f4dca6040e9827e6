/** Why a sign-out stopped to ask: so many messages would be lost, or the server can't be reached. */
export type SignOutQuestion = { readonly unsent: number } | 'offline'
export const signOutKey = ['sign-out'] as const
