import { type MailList, mailLists } from '@incontro/contract'
import type { Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'

export interface Subscription {
  readonly brandId: string
  readonly memberId: string
  readonly list: MailList
}

/**
 * The token of an unsubscribe link: unlimited, stateless, and limited to its purpose. Encrypted, because a forwarded
 * email would otherwise reveal the profile it was sent to.
 */
export const unsubscribeToken = (keys: Keys, { brandId, memberId, list }: Subscription): string =>
  seal(keys, `${brandId} ${memberId} ${list}`)

/** The content of a token; undefined for an invalid one. */
export function readUnsubscribeToken(keys: Keys, token: string): Subscription | undefined {
  // A shorter token would have a shorter signature.
  if (!/^[A-Za-z0-9_-]{80,400}$/.test(token)) return undefined
  let plain: string
  try {
    plain = unseal(keys, token)
  } catch {
    // Not our token: the page reports a broken link.
    return undefined
  }
  const [brandId, memberId, name] = plain.split(' ')
  const list = mailLists.find((one) => one === name)
  return brandId === undefined || memberId === undefined || list === undefined ? undefined : { brandId, memberId, list }
}

/**
 * The unsubscribe page, which is also the URL for one-click unsubscription (RFC 8058). `page` is the page the email
 * itself links to.
 */
export const unsubscribeLink = (keys: Keys, page: string, subscription: Subscription): string =>
  `${new URL(page).origin}/unsubscribe?token=${unsubscribeToken(keys, subscription)}`
