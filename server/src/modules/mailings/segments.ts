import type { Segment } from '@incontro/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import { lastActiveOf } from '#modules/members/index.ts'

const month = sql`interval '30 days'`

/** Whether a member has no photo that is shown or about to be. */
export const withoutPhoto = sql<boolean>`not exists (
  select from member_photos p where p.member_id = m.id and p.removed_at is null and p.state <> 'refused')`

/**
 * Who is in a segment: a condition on a member `m` of the brand whose account is open. Members are looked at in pages of
 * their index by brand and id, so each condition is about one member and uses an index by member.
 */
export const segmentOf: Readonly<Record<Segment, (now: Date) => RawBuilder<boolean>>> = {
  all: () => sql`true`,
  new: (now) => sql`m.created_at > ${now}::timestamptz - ${month}`,
  active: (now) => sql`${sql.raw(lastActiveOf('m'))} > ${now}::timestamptz - ${month}`,
  away: (now) => sql`${sql.raw(lastActiveOf('m'))} <= ${now}::timestamptz - ${month}`,
  with_plan: () => sql`m.level > 0`,
  without_plan: () => sql`m.level = 0`,
  former_plan: () => sql`m.level = 0 and exists (
    select from subscriptions s where s.member_id = m.id and s.state = 'ended')`,
  no_photo: () => withoutPhoto,
  women: () => sql`m.gender = 'woman'`,
  men: () => sql`m.gender = 'man'`,
}
