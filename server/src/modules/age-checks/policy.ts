import type { ClientEvent } from '@incontro/contract'
import { openToUnconfirmed, type MemberRoute } from '../identity/index.ts'

/**
 * What a member whose flow asks for an age check may do before it, beside what is open before the address is confirmed: mind their own
 * account and photos, protect themselves, make the check. Whatever reaches another member or sells something waits; a new route does too,
 * until it is listed here.
 */
const mayCall: readonly MemberRoute[] = [
  // The own account
  'addPasskey',
  'passkeyCreationOptions',
  'skipStep',
  // The own photos, which a person approves
  'askVerification',
  'orderPhotos',
  'photos',
  'removePhoto',
  'restorePhoto',
  'sendVerification',
  'uploadPhoto',
  'verification',
  'withdrawVerification',
  // What was received, and what was sent before
  'findMessages',
  'hideMessage',
  'withdrawMessage',
  // Protection
  'report',
  // The check itself: before it nothing else is sold
  'finishAgeCheck',
  'startAgeCheck',
  'tryCharge',
]
export const openBeforeAgeCheck: ReadonlySet<string> = new Set([...openToUnconfirmed, ...mayCall])

export const eventsBeforeAgeCheck: ReadonlySet<string> = new Set<ClientEvent>(['clickid', 'brain', 'read'])
