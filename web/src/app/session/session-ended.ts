import type { Session } from '@incontro/contract/domain'
import { api, ApiProblem } from '../api/api.ts'
import { leaveForHome } from './leave-for-home.ts'

/**
 * The session of this page's member as the server has it: `ended`, also because the account was closed, or `another`
 * member's, who has signed in to this browser: what is on this page is not theirs to see, nor to send.
 * @throws ApiProblem when the server does not answer
 */
export const verifySession = async (trackerId: string): Promise<Session | 'ended' | 'another'> => {
  try {
    const reply = await api('POST /api/users/verify', { body: { trackerId } })
    return reply.verify === 1 ? reply : 'ended'
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return 'another'
    throw error
  }
}

/**
 * Deletes what a member whose session was ended, perhaps from another device, has not sent: the offline page would show
 * it to anyone who has this one.
 */
export const forgetEnded = (owner: string): Promise<void> =>
  import('./forget-unsent.ts').then(
    ({ forgetUnsent }) => forgetUnsent(owner),
    // Without the file, the network is gone: the next page that asks for the session deletes it.
    () => undefined,
  )

/**
 * Leaves the page after the server has reported the end of its session. If the member has just signed in to this
 * browser again, or another has, what waits is kept for its author.
 */
export const leaveEnded = async (trackerId: string, owner: string): Promise<void> => {
  // Without an answer nothing is deleted; the home page shows whether a member is signed in.
  const now = await verifySession(trackerId).catch(() => null)
  if (now === 'ended') await forgetEnded(owner)
  leaveForHome()
}
