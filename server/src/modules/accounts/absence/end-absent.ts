import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import { linkEnds, makeLinkToken } from '#modules/identity/index.ts'
import { lastActiveOf } from '#modules/members/index.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { concurrently } from '#platform/flow-control/concurrently.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Brand } from '#modules/brands/index.ts'
import { recordChange } from '../account-log.ts'
import { close, closeSockets, type Closed } from '../close.ts'
import type { AccountDeps } from '../deps.ts'
import { isHeld } from '../erase/erasure.ts'
import { firstLook, nextStep } from './next-step.ts'

/** Members in progress at once; each is one short transaction. */
const concurrency = 4
/**
 * Members reminded or closed in a run, which is a day's: fewer than erasing manages beside those who ask for it
 * (`erase/backlog.test.ts`), also when everybody of many years is found at once.
 */
export const mostADay = 50_000
/** Who may not be ended yet is looked at again after so many days. */
const laterDays = 30
const madeBy = 'job:accounts-end-absent'

type AbsentDeps = Pick<AccountDeps, 'db' | 'brands' | 'realtime' | 'enqueueEmail' | 'clock' | 'log'>

export interface AbsentLimits {
  /** No member is begun when `performance.now()` is past this; the next run continues. */
  readonly until?: number
  /** Members per statement. */
  readonly batch?: number
  /** Members reminded or closed at most; the next run continues. */
  readonly most?: number
}

/**
 * Reminds members who have not been here for as long as their brand says, and ends the accounts of those who stay away:
 * they enter the deletion that a member can ask for, with its thirty days (decision 048). `absence_check_at` says at whom
 * to look; those who were here meanwhile are put off by one statement for a batch.
 */
export async function endAbsent(
  deps: AbsentDeps,
  { until = Infinity, batch = 1000, most = mostADay }: AbsentLimits = {},
): Promise<void> {
  const now = deps.clock()
  let acted = 0
  const isOver = (): boolean => performance.now() > until || acted >= most
  for (const brand of deps.brands.list) {
    let last: Due | undefined
    do {
      if (isOver()) return
      const due = await dueAfter(deps, brand.key, now, last, batch)
      const months = brand.absence.endsAfterMonths
      const looks = due.map((one) => ({ ...one, at: firstLook(one.seen_at, months) }))
      await putOff(
        deps,
        looks.filter(({ at }) => at > now),
      )
      await concurrently(
        looks.filter(({ at }) => at <= now),
        concurrency,
        async ({ id }) => {
          if (isOver()) return
          try {
            if (await lookAt(deps, brand, id, now)) acted += 1
          } catch (error) {
            deps.log.error({ err: error, member: id }, 'an account left alone could not be ended')
          }
        },
      )
      last = due.length < batch ? undefined : due.at(-1)
    } while (last !== undefined)
  }
}

interface Due {
  readonly id: string
  readonly absence_check_at: Date
  /** When they were last here, without looking at their sessions. */
  readonly seen_at: Date
}

/** Literals, because the generic plan of a prepared statement cannot use the partial index. */
const dueAfter = (
  { db }: AbsentDeps,
  brandId: string,
  now: Date,
  last: Due | undefined,
  batch: number,
): Promise<readonly Due[]> =>
  db
    .selectFrom('members as m')
    .select(['m.id', 'm.absence_check_at', sql<Date>`${sql.raw(lastActiveOf('m'))}`.as('seen_at')])
    .where('m.brand_id', '=', brandId)
    .where('m.state', '=', sql.lit('active'))
    .where('m.sample', 'is', null)
    .where('m.absence_check_at', '<=', now)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.absence_check_at', 'm.id'), '>', tuple(last!.absence_check_at, last!.id)),
      ),
    )
    .orderBy('m.absence_check_at')
    .orderBy('m.id')
    .limit(batch)
    .execute()

/** Leaves rows that others have locked to the next run. */
async function putOff({ db }: AbsentDeps, looks: readonly { readonly id: string; readonly at: Date }[]): Promise<void> {
  if (looks.length === 0) return
  await sql`
    with free as (
      select id from members where id = any(${looks.map(({ id }) => id)}::uuid[]) order by id for no key update skip locked)
    update members m set absence_check_at = n.at
    from unnest(${looks.map(({ id }) => id)}::uuid[], ${looks.map(({ at }) => at)}::timestamptz[]) as n (id, at)
    where m.id = n.id and m.id = any(array(select id from free))`.execute(db)
}

/**
 * Looks at one member again, under the lock that a sign-in takes: who signs in at the same time has either been here,
 * or finds the account closed.
 * @returns whether they were reminded or closed
 */
async function lookAt(deps: AbsentDeps, brand: Brand, memberId: string, now: Date): Promise<boolean> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const member = await lockDue(tx, memberId, now)
    // Ended, put off or locked meanwhile.
    if (!member) return 'nothing'
    const checkAgain = (at: Date) =>
      tx.updateTable('members').set({ absence_check_at: at }).where('id', '=', memberId).execute()
    if (await mustStay(tx, memberId, now)) {
      await checkAgain(new Date(now.getTime() + laterDays * 86_400_000))
      return 'nothing'
    }
    const step = nextStep(
      {
        seenAt: member.seenAt,
        months: brand.absence.endsAfterMonths,
        remindedAt: await remindersSince(tx, memberId, member.seenAt),
        hasAddress: member.hasAddress,
      },
      now,
    )
    const reason = `last here on ${member.seenAt.toISOString().slice(0, 10)}`
    if (step.kind === 'end')
      return (await endAccount(tx, deps, brand, { memberId, reason, now })) ? 'closed' : 'nothing'
    await checkAgain(step.until)
    if (step.kind === 'wait') return 'nothing'
    await recordChange(tx, { memberId, change: 'absence_reminded', madeBy, reason, at: now })
    await deps.enqueueEmail(tx, {
      brandId: brand.key,
      memberId,
      kind: 'absence-reminder',
      to: member.email,
      locale: member.locale,
      props: { endsOn: step.endsOn.toISOString(), link: `${brand.origin}/login` },
    })
    return 'reminded'
  })
  if (outcome === 'closed') closeSockets(deps, memberId)
  return outcome !== 'nothing'
}

interface Candidate {
  readonly email: string
  readonly locale: Locale
  readonly hasAddress: boolean
  readonly seenAt: Date
}

/** A sign of life is a visit, a session that was used, or a change of the account by anybody. */
async function lockDue(tx: Tx, memberId: string, now: Date): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    with locked as (
      select m.id, m.email, m.locale, m.email_confirmed_at, m.last_active_at from members m
      where m.id = ${memberId} and m.state = 'active' and m.sample is null and m.absence_check_at <= ${now}
      for update skip locked)
    select m.email, m.locale, m.email_confirmed_at is not null as "hasAddress", greatest(
      ${sql.raw(lastActiveOf('m'))},
      (select max(s.last_seen_at) from sessions s where s.member_id = m.id),
      (select max(c.created_at) from account_changes c
        where c.member_id = m.id and c.change not in ('absence_reminded', 'ended_by_absence'))) as "seenAt"
    from locked m`.execute(tx)
  return rows[0]
}

/** A member who has something paid left, or is needed by an authority, stays however long they are away. */
async function mustStay(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  if (await isHeld(tx, memberId, now)) return true
  if (await currentSubscription(tx, memberId, now)) return true
  // Gifts are spent first, so what is left may be bought.
  const { rows } = await sql`
    select from wallets w where w.member_id = ${memberId} and w.messages > 0 and exists (
      select from payment_attempts a
      where a.member_id = w.member_id and a.granted_at is not null and a.withdrawn_at is null
        and (a.plan ->> 'credits')::integer > 0)`.execute(tx)
  return rows.length > 0
}

async function remindersSince(tx: Tx, memberId: string, since: Date): Promise<readonly Date[]> {
  const rows = await tx
    .selectFrom('account_changes')
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('change', '=', 'absence_reminded')
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.created_at)
}

/** @returns whether it was open until now */
async function endAccount(
  tx: Tx,
  deps: AbsentDeps,
  brand: Brand,
  { memberId, reason, now }: { readonly memberId: string; readonly reason: string; readonly now: Date },
): Promise<boolean> {
  const eraseAt = linkEnds('keep_account', now)
  const closed = await close(tx, { memberId, to: 'deleting', eraseAt, change: 'ended_by_absence', madeBy, reason }, now)
  if (closed) await announceEnd(tx, deps, brand, closed, { eraseAt, now })
  return closed !== undefined
}

async function announceEnd(
  tx: Tx,
  deps: AbsentDeps,
  brand: Brand,
  { memberId, brandId, email, emailConfirmed, locale }: Closed,
  { eraseAt, now }: { readonly eraseAt: Date; readonly now: Date },
): Promise<void> {
  if (!emailConfirmed) return
  const token = await makeLinkToken(tx, { purpose: 'keep_account', brandId, memberId, email, at: now })
  await deps.enqueueEmail(tx, {
    brandId,
    memberId,
    kind: 'ended-by-absence',
    to: email,
    locale,
    props: { erasedOn: eraseAt.toISOString(), link: `${brand.origin}/cancelDeletion?token=${token}` },
  })
}
