import { api, type CallOf } from '#app/api/api.ts'

type EventType = CallOf<'POST /api/log/event'>['body']['type']

/** Logs what the member did with another member. The page does not wait for it and ignores a failure. */
export const postEvent = (clickid: string, memberId: string, type: EventType) =>
  void api('POST /api/log/event', { body: { clickid, memberId, type } }).catch(() => undefined)

/** Reports that the member opened another member's page. */
export const postVisit = (trackerId: string, memberId: string) =>
  void api('POST /api/collect/visited', { body: { trackerId, memberId } }).catch(() => undefined)
