import { createHash, timingSafeEqual } from 'node:crypto'
import { normaliseEmail } from '@incontro/contract'
import type { Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'

/** Whom a link of a mail lets change what they are notified of, and nothing else. */
export interface SettingsHolder {
  readonly brandId: string
  readonly memberId: string
}

/** Days for which a link works. The one that unsubscribes works for ever. */
const validDays = 90
const dayMs = 86_400_000

const digestOf = (address: string): string =>
  createHash('sha256').update(normaliseEmail(address)).digest('base64url').slice(0, 16)

/**
 * The token of the link that every mail to a member has: stateless, encrypted (a forwarded mail would otherwise reveal
 * the profile), and of no use once the member has another address.
 */
export const settingsToken = (
  keys: Keys,
  { brandId, memberId, address, at }: SettingsHolder & { readonly address: string; readonly at: Date },
): string => seal(keys, `${brandId} ${memberId} ${digestOf(address)} ${Math.floor(at.getTime() / dayMs)}`)

/** Undefined for a token that is not ours, or too old. `isFor`: whether it was mailed to an address. */
export function readSettingsToken(
  keys: Keys,
  token: string,
  now: Date,
): (SettingsHolder & { readonly isFor: (address: string) => boolean }) | undefined {
  if (!/^[A-Za-z0-9_-]{80,512}$/.test(token)) return undefined
  let plain: string
  try {
    plain = unseal(keys, token)
  } catch {
    // Not our token: the page reports a broken link.
    return undefined
  }
  const [brandId, memberId, digest, day] = plain.split(' ')
  if (brandId === undefined || memberId === undefined || digest === undefined || day === undefined) return undefined
  const age = now.getTime() / dayMs - Number(day)
  if (!(age >= -1 && age <= validDays)) return undefined
  return { brandId, memberId, isFor: (address) => timingSafeEqual(Buffer.from(digestOf(address)), Buffer.from(digest)) }
}

/** @param page that the mail itself links to, or the brand's home page */
export const settingsLink = (keys: Keys, page: string, holder: Parameters<typeof settingsToken>[1]): string =>
  `${new URL(page).origin}/activeNotifications?token=${settingsToken(keys, holder)}`
