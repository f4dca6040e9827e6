import { type MailList, mailLists } from '@incontro/contract'
import type { Keys } from '../../../platform/ids.ts'
import { seal, unseal } from '../../../platform/seal.ts'

export interface Subscription {
  readonly brandId: string
  readonly memberId: string
  readonly list: MailList
}

/**
 * The token of an unsubscribe link: it does not end, needs no row, and does one thing only. Sealed, because a forwarded email
 * would otherwise say which profile it was sent to.
 */
export const unsubscribeToken = (keys: Keys, { brandId, memberId, list }: Subscription): string =>
  seal(keys, `${brandId} ${memberId} ${list}`)

/** What a token of ours says; undefined for any other. */
export function readUnsubscribeToken(keys: Keys, token: string): Subscription | undefined {
  // A shorter one would bring a shorter signature.
  if (!/^[A-Za-z0-9_-]{80,400}$/.test(token)) return undefined
  let plain: string
  try {
    plain = unseal(keys, token)
  } catch {
    // A token that we did not make: the page says that the link does not work.
    return undefined
  }
  const [brandId, memberId, name] = plain.split(' ')
  const list = mailLists.find((one) => one === name)
  return brandId === undefined || memberId === undefined || list === undefined ? undefined : { brandId, memberId, list }
}

/** The page that takes somebody off a list, and the address of the one click of RFC 8058. `page` is where the email itself leads. */
export const unsubscribeLink = (keys: Keys, page: string, subscription: Subscription): string =>
  `${new URL(page).origin}/unsubscribe?token=${unsubscribeToken(keys, subscription)}`
