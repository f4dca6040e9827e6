import type { Message } from '@incontro/contract/domain'

/**
 * How a conversation stands in which the first message is an invite: `waiting` and `accepted` to who sent it, `received` and
 * `declined` to who has to answer. Null where there is none, and as soon as both have written.
 */
export type Invite = 'waiting' | 'accepted' | 'received' | 'declined'

export const inviteState = (messages: readonly Message[]): Invite | null => {
  const invite = messages.findLast((message) => message.invite !== null)
  if (!invite || messages.some(({ type }) => type !== invite.type)) return null
  if (invite.type === 'messaggio')
    return invite.invite === 'pending' ? 'received' : invite.invite === 'declined' ? 'declined' : null
  if (invite.invite === 'pending') return 'waiting'
  return messages.at(-1) === invite ? 'accepted' : null
}
