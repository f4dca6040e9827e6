import type { Conversation } from '@incontro/contract/domain'
import { isSystem } from '../messages/system.ts'

/** The conversation whose only message welcomes the member, written when the account is created. */
const welcome = '000000'
const firstHour = 3_600_000

/**
 * Whether a plan may be offered below a message: not below the first message ever sent, which deserves no doubt, and not
 * in the first hour. An account whose welcome is not among the conversations loaded is older than they are.
 */
export const mayOffer = (
  conversations: readonly Pick<Conversation, 'memberId' | 'type' | 'time'>[],
  now: number,
): boolean => {
  const joined = conversations.find(({ memberId }) => memberId === welcome)
  const isNew = joined !== undefined && now - Date.parse(joined.time) < firstHour
  return !isNew && conversations.filter(({ memberId, type }) => type === 'messaggio' && !isSystem(memberId)).length > 1
}
