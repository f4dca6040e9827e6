import type { NoticeEvent } from '@incontro/contract'
import type { DigestCounts } from '../channels/email/email.ts'

const countedAs: Partial<Record<NoticeEvent, keyof DigestCounts>> = {
  message: 'messages',
  firstMessage: 'messages',
  invite: 'invites',
  like: 'likes',
  match: 'matches',
  visit: 'visits',
}

/** What a digest says of events. */
export function digestCounts(events: readonly NoticeEvent[]): DigestCounts {
  const counts = { messages: 0, invites: 0, likes: 0, matches: 0, visits: 0 }
  for (const event of events) {
    const counted = countedAs[event]
    if (counted !== undefined) counts[counted] += 1
  }
  return counts
}
