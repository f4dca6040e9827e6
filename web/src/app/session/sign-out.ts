import type { QueryClient } from '@tanstack/react-query'
import { api, ApiProblem } from '../api/api.ts'
import { storedMessages } from '../outbox/outbox-store.ts'
import { outgoingOf } from '../outbox/outgoing.ts'
import { forgetUnsent } from './forget-unsent.ts'
import { type SignOutQuestion, signOutKey } from './sign-out-key.ts'
import { leaveForHome } from './leave-for-home.ts'

const ask = (client: QueryClient, question: SignOutQuestion): void => {
  client.setQueryData(signOutKey, question)
}

/** Signs out, or asks first where messages would be lost. @param owner of the messages that were not sent */
export const beginSignOut = async (client: QueryClient, owner: string): Promise<void> => {
  // A browser without storage has no stored messages to lose, but the page may have some.
  const { length: stored } = await storedMessages(owner).catch(() => [])
  const unsent = Math.max(stored, outgoingOf(client).read().length)
  if (unsent > 0) ask(client, { unsent })
  else await endSession(client, owner)
}

/** Signs out, and deletes the unsent messages and photos from the browser. */
export const endSession = async (client: QueryClient, owner: string): Promise<void> => {
  try {
    await api('POST /api/users/logout', { body: {} })
  } catch (error) {
    // The cookie is still valid, so the page must not look signed out.
    if (error instanceof ApiProblem && error.status === 0) {
      ask(client, 'offline')
      return
    }
  }
  await forgetUnsent(owner)
  leaveForHome()
}
