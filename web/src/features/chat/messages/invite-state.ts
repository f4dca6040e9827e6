import type { Message } from '@incontro/contract/domain'

/**
 * The state of an invite, a first message that must be accepted: `waiting` and `accepted` for its sender, `received` and
 * `declined` for its recipient. Null without an invite, and as soon as both members have written.
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
