import type { ClientEvent } from '@incontro/contract'
import { openToUnconfirmed, type MemberRoute } from '#modules/identity/index.ts'

/**
 * What a member may do before the age check their flow requires, besides what is open before the address is confirmed:
 * manage their account and photos, protect themselves, make the check. Whatever reaches another member or sells
 * something is closed, and so is a new route until it is listed here.
 */
const mayCall: readonly MemberRoute[] = [
  // The own account
  'addPasskey',
  'passkeyCreationOptions',
  'skipStep',
  // The own photos, which a moderator approves
  'askVerification',
  'orderPhotos',
  'photos',
  'removePhoto',
  'restorePhoto',
  'sendVerification',
  'uploadPhoto',
  'verification',
  'withdrawVerification',
  // Messages received, and those sent before
  'findMessages',
  'hideMessage',
  'withdrawMessage',
  // Protection
  'report',
  // The check itself; nothing else is sold before it
  'finishAgeCheck',
  'startAgeCheck',
  'tryCharge',
]
export const openBeforeAgeCheck: ReadonlySet<string> = new Set([...openToUnconfirmed, ...mayCall])

export const eventsBeforeAgeCheck: ReadonlySet<string> = new Set<ClientEvent>(['clickid', 'brain', 'read'])
