/** Why a sign-out waits for an answer: the number of messages that would be lost, or an unreachable server. */
export type SignOutQuestion = { readonly unsent: number } | 'offline'
export const signOutKey = ['sign-out'] as const
