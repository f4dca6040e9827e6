import type { MailList } from '@incontro/contract'
import type { EmailKind } from './channels/email/email.ts'

/** The emails that nobody has to get. Every other kind belongs to a contract or an account: it has no list and cannot be turned off. */
const lists: { readonly [K in EmailKind]?: MailList } = { 'new-message': 'notices' }

export const listOf = (kind: EmailKind): MailList | undefined => lists[kind]

/** A message that its recipient opens within this time, or while they are here, needs no email. Milliseconds. */
export const noticeDelayMs = 15 * 60_000

/** No notice goes out from 22 to 8, where the recipient lives. */
const quietFrom = 22
const quietUntil = 8
const quarter = 15 * 60_000

const hourAt = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))

/** When the quiet hours end that `now` lies in; null outside them. */
export function quietHoursEnd(now: Date, timeZone: string): Date | null {
  const isQuiet = (at: Date): boolean => {
    const hour = hourAt(at, timeZone)
    return hour >= quietFrom || hour < quietUntil
  }
  if (!isQuiet(now)) return null
  // By quarters of an hour, which every time zone's clock changes agree with.
  let at = new Date(Math.ceil((now.getTime() + 1) / quarter) * quarter)
  while (isQuiet(at)) at = new Date(at.getTime() + quarter)
  return at
}
