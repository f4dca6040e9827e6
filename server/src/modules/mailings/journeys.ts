import type { JourneyName } from '@incontro/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import type { JourneyKind } from '#modules/outreach/index.ts'
import { withoutPhoto } from './segments.ts'

interface Journey {
  readonly kind: JourneyKind
  /** The page that its mail leads to. */
  readonly page: string
  /**
   * Members `m` of a brand who are due, with what it is about: a mail is sent once for that. It looks back a week only, so
   * turning it on does not write to everyone who was ever due.
   */
  readonly due: (brandId: string, now: Date) => RawBuilder<{ readonly member_id: string; readonly about: string }>
  /** Whether it is still true of a member `m` when the mail leaves. */
  readonly still: RawBuilder<boolean>
}

const week = 7
/** Within the week that began so many days ago. */
const between = (column: RawBuilder<unknown>, now: Date, days: number) => sql<boolean>`
  ${column} <= ${now}::timestamptz - ${days} * interval '1 day'
  and ${column} > ${now}::timestamptz - ${days + week} * interval '1 day'`

const joined = (brandId: string, now: Date, days: number, still: RawBuilder<boolean>) => sql<{
  readonly member_id: string
  readonly about: string
}>`
  select m.id as member_id, '' as about from members m
  where m.brand_id = ${brandId} and ${between(sql`m.created_at`, now, days)} and ${still}`

const hasNotWritten = sql<boolean>`not exists (
  select from inbox i join conversations c on c.id = i.conversation_id
  where i.member_id = m.id and case when c.low_id = m.id then c.low_wrote else c.high_wrote end)`

export const journeys: Readonly<Record<JourneyName, Journey>> = {
  no_photo: {
    kind: 'journey-no-photo',
    page: '/profile',
    due: (brandId, now) => joined(brandId, now, 1, withoutPhoto),
    still: withoutPhoto,
  },
  no_first_message: {
    kind: 'journey-no-first-message',
    page: '/find',
    due: (brandId, now) => joined(brandId, now, 3, hasNotWritten),
    still: hasNotWritten,
  },
  lapsed: {
    kind: 'journey-lapsed',
    page: '/plans',
    due: (brandId, now) => sql`
      select m.id as member_id, s.id::text as about from subscriptions s join members m on m.id = s.member_id
      where s.brand_id = ${brandId} and s.state = 'ended'
        and ${between(sql`coalesce(s.grace_until, s.period_end)`, now, 30)} and m.level = 0`,
    still: sql`m.level = 0`,
  },
}

export const isJourney = (source: string): source is JourneyName => Object.hasOwn(journeys, source)
