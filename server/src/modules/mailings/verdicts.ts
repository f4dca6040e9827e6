import type { ReasonNot } from '@incontro/contract/admin'
import { type Locale, timeZoneOf } from '@incontro/contract'
import { sql } from 'kysely'
import { type AddressKeys, mayWriteTo, quietHoursEnd, quietOf, stoppedAmong } from '#modules/outreach/index.ts'
import type { Executor } from '#platform/database/database.ts'

/** A member gets one promotional mail in so many days, of whatever mailing or journey. */
export const daysBetween = 7
const dayMs = 86_400_000

export interface Recipient {
  readonly memberId: string
  readonly email: string
  readonly locale: Locale
  /** As others read it. */
  readonly name: string
  readonly discreet: boolean
}

/** Whether a member may be written to now, later or not. */
export type Verdict =
  | { readonly kind: 'send'; readonly to: Recipient }
  | { readonly kind: 'wait'; readonly why: 'quiet' | 'paused' | 'this_week'; readonly until: Date }
  | { readonly kind: 'drop'; readonly why: 'closed' | Exclude<ReasonNot, 'paused' | 'this_week'> }

interface Row {
  readonly id: string
  readonly email: string
  readonly locale: Locale
  readonly name: string
  readonly country: string
  readonly state: string
  readonly is_sample: boolean
  readonly is_confirmed: boolean
  readonly is_restricted: boolean
  readonly has_settings: boolean
  readonly quiet_from: number | null
  readonly quiet_until: number | null
  readonly time_zone: string | null
  readonly paused_until: Date | null
  readonly discreet: boolean | null
  /** Their last promotional mail within the days, or one that is on its way. */
  readonly last_at: Date | null
}

/** What is not counted as another mail of the week: the one that is decided on. */
interface Besides {
  readonly source: string
  readonly about: string
}

/** Decides about members of a brand, by id; who was erased has no verdict. The one place in which the rules are. */
export async function verdictsOf(
  executor: Executor,
  keys: AddressKeys,
  brandId: string,
  memberIds: readonly string[],
  now: Date,
  { source, about }: Besides,
): Promise<ReadonlyMap<string, Verdict>> {
  const { rows } = await sql<Row>`
    select m.id, m.email, m.locale, shown_name(m.screen_name, m.locale) as name, m.country, m.state,
      m.sample is not null as is_sample, m.email_confirmed_at is not null as is_confirmed,
      exists (select from restrictions r where r.member_id = m.id and r.lifted_at is null
        and r.kind in ('messaging_off', 'suspension', 'removal')
        and (r.until_at is null or r.until_at > ${now})) as is_restricted,
      s.member_id is not null as has_settings, s.quiet_from, s.quiet_until, s.time_zone, s.paused_until, s.discreet,
      (select max(coalesce(p.sent_at, p.queued_at)) from promotions p
        where p.member_id = m.id and p.state in ('queued', 'sent') and (p.source, p.about) <> (${source}, ${about})
          and coalesce(p.sent_at, p.queued_at) > ${now}::timestamptz - ${daysBetween} * interval '1 day') as last_at
    from members m left join notification_settings s on s.member_id = m.id
    where m.brand_id = ${brandId} and m.id = any(${memberIds}::uuid[])`.execute(executor)
  const addresses = rows.map(({ email }) => email)
  const stopped = await stoppedAmong(executor, keys, brandId, addresses)
  const agreed = await mayWriteTo(
    executor,
    keys,
    { brandId, list: 'promotion' },
    rows.map(({ id, email }) => ({ memberId: id, address: email })),
  )
  const morningOf = morningsAt(now)
  return new Map(
    rows.map((row, at) => [row.id, verdictOf(row, agreed[at] === true, stopped.has(row.email), now, morningOf)]),
  )
}

/** When a member's quiet hours end; most of a page have the same, and to ask the calendar costs more than the rest. */
function morningsAt(now: Date): (row: Row) => Date | null {
  const known = new Map<string, Date | null>()
  return (row) => {
    const [timeZone, quiet] = [row.time_zone ?? timeZoneOf(row.country), quietOf(row)]
    const key = `${timeZone} ${quiet?.from} ${quiet?.until}`
    if (!known.has(key)) known.set(key, quietHoursEnd(now, timeZone, quiet))
    return known.get(key) ?? null
  }
}

function verdictOf(
  row: Row,
  hasAgreed: boolean,
  isStopped: boolean,
  now: Date,
  morningOf: (row: Row) => Date | null,
): Verdict {
  if (row.state !== 'active') return { kind: 'drop', why: 'closed' }
  if (row.is_sample) return { kind: 'drop', why: 'sample' }
  if (!hasAgreed) return { kind: 'drop', why: 'no_consent' }
  if (!row.is_confirmed) return { kind: 'drop', why: 'unconfirmed' }
  if (row.is_restricted) return { kind: 'drop', why: 'restricted' }
  if (isStopped) return { kind: 'drop', why: 'bounced' }
  if (row.last_at !== null)
    return { kind: 'wait', why: 'this_week', until: new Date(row.last_at.getTime() + daysBetween * dayMs) }
  if (row.paused_until !== null && row.paused_until > now)
    return { kind: 'wait', why: 'paused', until: row.paused_until }
  const morning = morningOf(row)
  if (morning !== null) return { kind: 'wait', why: 'quiet', until: morning }
  const { id: memberId, email, locale, name } = row
  return { kind: 'send', to: { memberId, email, locale, name, discreet: row.discreet === true } }
}
