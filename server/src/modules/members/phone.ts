import type { OwnPhone, PhoneAudience } from '@incontro/contract'
import { sql } from 'kysely'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { phoneNumberOf } from './phone-number.ts'
import { lockMember } from './search-settings.ts'

/** The viewer: only paying members may be shown numbers, and never their own. */
interface Viewer {
  readonly memberId: string
  readonly level: number
}

/**
 * SQL condition on `members m` and their `phone_numbers p`: this viewer, who pays, may see the number (rule 12.11).
 * Does not check states, pools, blocks and hidden members.
 */
const isShownTo = (viewerId: string) => sql<boolean>`m.id <> ${viewerId} and m.verified_at is not null
  and (p.shown_to = 'paying' or p.shown_to = 'written' and exists (
    select from inbox i join conversations c on c.id = i.conversation_id
    where i.member_id = ${viewerId} and i.other_id = m.id and c.low_wrote and c.high_wrote))`

/** Whether a member, whom the viewer may see, shows them a phone number. */
export async function showsPhone(executor: Executor, viewer: Viewer, memberId: string): Promise<boolean> {
  if (viewer.level === 0) return false
  const { rows } = await sql`
    select from members m join phone_numbers p on p.member_id = m.id
    where m.id = ${memberId} and ${isShownTo(viewer.memberId)}`.execute(executor)
  return rows.length > 0
}

export async function ownPhone(executor: Executor, memberId: string): Promise<OwnPhone> {
  const row = await executor
    .selectFrom('members as m')
    .leftJoin('phone_numbers as p', 'p.member_id', 'm.id')
    .select([
      'p.number',
      'p.shown_to',
      sql<boolean>`m.verified_at is not null`.as('is_verified'),
      sql<number>`(select count(*) from phone_views v where v.member_id = m.id)`.as('viewers'),
    ])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    number: row.number,
    shownTo: (row.shown_to ?? 'nobody') as PhoneAudience,
    isVerified: row.is_verified,
    viewers: row.viewers,
  }
}

/**
 * Changes the given fields. A new number is hidden until the member chooses who may see it.
 * @throws Failure 400 `errore_telefono` for an invalid number
 */
export async function changePhone(
  db: Database,
  member: { readonly memberId: string; readonly country: string },
  change: { readonly number?: string | null | undefined; readonly shownTo?: PhoneAudience | undefined },
  now: Date,
): Promise<OwnPhone> {
  const { memberId } = member
  const number = typeof change.number === 'string' ? phoneNumberOf(change.number, member.country) : change.number
  if (typeof change.number === 'string' && number === undefined)
    throw new Failure(400, 'errore_telefono', {
      field: 'number',
      message: 'Send a phone number of 7 to 15 digits with its country’s prefix, such as +39 333 123 4567',
    })
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    const before = await ownPhone(tx, memberId)
    if (number === null || (number !== undefined && number !== before.number))
      await tx.deleteFrom('phone_numbers').where('member_id', '=', memberId).execute()
    if (typeof number === 'string' && number !== before.number)
      await tx
        .insertInto('phone_numbers')
        .values({ member_id: memberId, number, shown_to: 'nobody', changed_at: now })
        .execute()
    if (change.shownTo !== undefined)
      await tx
        .updateTable('phone_numbers')
        .set({ shown_to: change.shownTo, changed_at: now })
        .where('member_id', '=', memberId)
        .execute()
    return ownPhone(tx, memberId)
  })
}

/** More than anybody calls; a member who collects numbers that are shown to all who pay gets no further. */
const mostNumbersAnHour = 30

/**
 * The number of a member, whom the viewer may see, if it is shown to them; the view is recorded.
 * @throws Failure 429 after `mostNumbersAnHour`
 */
export async function showPhone(
  executor: Executor,
  viewer: Viewer,
  memberId: string,
  now: Date,
): Promise<string | undefined> {
  if (viewer.level === 0 || !(await showsPhone(executor, viewer, memberId))) return undefined
  if ((await countAttempt(executor, `phone:${viewer.memberId}`, now)) > mostNumbersAnHour)
    throw new Failure(429, undefined, { message: 'At most 30 phone numbers an hour are shown; try again later' })
  const { rows } = await sql<{ number: string }>`
    with shown as (
      select p.member_id, p.number from members m join phone_numbers p on p.member_id = m.id
      where m.id = ${memberId} and ${isShownTo(viewer.memberId)}),
    noted as (
      insert into phone_views (member_id, viewer_id, first_at, last_at)
      select member_id, ${viewer.memberId}::uuid, ${now}::timestamptz, ${now}::timestamptz from shown
      on conflict (member_id, viewer_id) do update set last_at = excluded.last_at)
    select number from shown`.execute(executor)
  return rows[0]?.number
}
