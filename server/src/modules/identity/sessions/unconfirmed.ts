import type { ClientEvent, routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { notVerified } from '#platform/http/problem.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'

/** The id of a route for members. */
export type MemberRoute = {
  [K in keyof typeof routes]: (typeof routes)[K] extends { access: 'member' } ? K : never
}[keyof typeof routes]

/**
 * What a member with an unconfirmed address may do, where their flow requires confirmation: browse, manage their
 * account, protect themselves, end what they pay for. Whatever reaches other people or a payment provider is closed,
 * and so is a new route until it is listed here.
 */
const mayCall: readonly MemberRoute[] = [
  // The own account
  'account',
  'askDataExport',
  'changeEmail',
  'consents',
  'changePhone',
  'changePrivacy',
  'checkMailAddress',
  'cookieConsent',
  'dataExport',
  'deletion',
  'disableProfile',
  'downloadDataExport',
  'giveConsent',
  'googleLink',
  'googleUnlink',
  'mailAddress',
  'mailLists',
  'changeFacts',
  'ownFacts',
  'ownPhone',
  'passkeys',
  'privacy',
  'profile',
  'removePasskey',
  'renamePasskey',
  'resendConfirmation',
  'revokeSession',
  'sessions',
  'statement',
  'subscribe',
  'updateProfile',
  'user',
  'welcomeGift',
  // Browsing, which notifies no one
  'all',
  'angel',
  'concierge',
  'conversations',
  'countFiltered',
  'draft',
  'logEvent',
  'match',
  'messages',
  'notificationRead',
  'notifications',
  'openSearch',
  'ownReview',
  'picks',
  'removeSearch',
  'renameSearch',
  'saveDraft',
  'saveFilters',
  'savePlace',
  'saveSearch',
  'savedSearches',
  'starters',
  'totalRegion',
  // Its events have a rule each (`refuseUnconfirmedEvents`)
  'sendEvent',
  // Protection
  'block',
  'blocks',
  'unblock',
  // Past payments, and ending renewals
  'cards',
  'checkTransactionStatus',
  'orderOk',
  'checkPayment',
  'orders',
  'payRules',
  'removeCard',
  'unsubUser',
  'withdraw',
  'withdrawReview',
  'withdrawal',
]
export const openToUnconfirmed: ReadonlySet<string> = new Set(mayCall)

const maySend: ReadonlySet<ClientEvent> = new Set(['clickid', 'brain'])

/** @throws Failure 403 `not_verified` for a route that requires confirmation */
export function refuseUnconfirmed(member: Principal, routeId: string): void {
  if (!member.mayReachOthers && !openToUnconfirmed.has(routeId)) throw notVerified()
}

/** Refuses events that reach others until the address is confirmed; reads the session again first. */
export const refuseUnconfirmedEvents = (handlers: EventHandlers): EventHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([event, handle]) => [
      event,
      maySend.has(event as ClientEvent)
        ? handle
        : async (socket: Parameters<typeof handle>[0], data: never) => {
            const mayReach = socket.principal.mayReachOthers || (await socket.reauthorise())?.mayReachOthers === true
            return mayReach
              ? (handle as (sender: typeof socket, data: never) => unknown)(socket, data)
              : { ok: false, code: 'not_verified', message: 'Confirm your email first' }
          },
    ]),
  ) as unknown as EventHandlers
