import type { PrivacySettings } from '@incontro/contract'
import type { Database, Executor } from '#platform/database/database.ts'
import { refreshFindable } from './findable.ts'
import { lastActiveOf } from './here-now.ts'

/**
 * SQL condition: `viewer` (an SQL expression) may see the member of the row with the alias `member`. A hidden member is
 * only visible to those they liked or have a conversation with (docs/decisions/020). Does not check states, pools and
 * blocks.
 */
export const isShownTo = (
  member: string,
  viewer: string,
): string => `(not ${member}.is_hidden or ${member}.id = ${viewer}
  or exists (select from reactions hl where hl.member_id = ${member}.id and hl.other_id = ${viewer} and hl.kind = 'like')
  or exists (select from inbox hc where hc.member_id = ${viewer} and hc.other_id = ${member}.id))`

/**
 * SQL condition: neither of the two members (SQL expressions) has blocked the other. A block is a row of either side.
 * `send_one_message.sql` and `send_messages.sql` have the same condition, and `discovery/queries.ts` as a list.
 */
export const notBlocked = (member: string, other: string): string =>
  `not exists (select from blocks b where b.member_id = ${member} and b.other_id = ${other})`

/** SQL expression: when the member of the row with the alias `member` was last active; null if they hide it. */
export const shownLastActive = (member: string): string =>
  `case when ${member}.hides_last_seen then null else ${lastActiveOf(member)} end`

/**
 * SQL condition: the member with the alias `member` shows their visits. Applies to earlier visits too: the page of a
 * hidden member cannot be opened.
 */
export const showsVisits = (member: string): string => `not (${member}.is_hidden or ${member}.hides_visits)`

/**
 * SQL condition: the owner of the notification with the alias `notification` may read it, and so whom it is from, the
 * member with the alias `actor`.
 */
export const isNotificationShown = (notification: string, actor: string): string =>
  `${actor}.state = 'active' and ${notBlocked(`${notification}.member_id`, `${notification}.actor_id`)}
  and (${notification}.kind <> 'visit' or ${showsVisits(actor)}) and ${isShownTo(actor, `${notification}.member_id`)}`

/**
 * SQL condition: `viewer` may write to the member with the alias `member`; the same rule about first messages as in
 * `send_one_message.sql`, for pages.
 */
export const takesMessagesFrom = (
  member: string,
  viewer: string,
): string => `(${member}.first_messages_from = 'everyone'
  or ${member}.first_messages_from = 'verified' and exists (select from members v where v.id = ${viewer} and v.verified_at is not null)
  or exists (select from reactions fl where fl.member_id = ${member}.id and fl.other_id = ${viewer} and fl.kind = 'like')
  or exists (select from inbox fc where fc.member_id = ${viewer} and fc.other_id = ${member}.id))`

export async function privacyOf(executor: Executor, memberId: string): Promise<PrivacySettings> {
  const row = await executor
    .selectFrom('members')
    .select(['is_hidden', 'hides_last_seen', 'hides_visits', 'first_messages_from'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    hidden: row.is_hidden,
    hideLastSeen: row.hides_last_seen,
    hideVisits: row.hides_visits,
    firstMessagesFrom: row.first_messages_from as PrivacySettings['firstMessagesFrom'],
  }
}

/** Changes the given fields only. */
export async function changePrivacy(
  db: Database,
  memberId: string,
  change: Partial<{ [K in keyof PrivacySettings]: PrivacySettings[K] | undefined }>,
): Promise<PrivacySettings> {
  return db.transaction().execute(async (tx) => {
    const values = {
      ...(change.hidden === undefined ? {} : { is_hidden: change.hidden }),
      ...(change.hideLastSeen === undefined ? {} : { hides_last_seen: change.hideLastSeen }),
      ...(change.hideVisits === undefined ? {} : { hides_visits: change.hideVisits }),
      ...(change.firstMessagesFrom === undefined ? {} : { first_messages_from: change.firstMessagesFrom }),
    }
    if (Object.keys(values).length > 0) {
      await tx.updateTable('members').set(values).where('id', '=', memberId).execute()
      await refreshFindable(tx, memberId)
    }
    return privacyOf(tx, memberId)
  })
}
