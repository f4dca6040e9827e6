import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'

/**
 * How many mails of a brand came back or were complained about within a day. Mail providers refuse senders whose shares
 * rise, confirmations and receipts included: notices and promotion then stop until they fall, or an operator has found
 * the cause.
 */
const limits = {
  /** Below this many mails a share says nothing. */
  leastSent: 200,
  bounced: 0.05,
  complained: 0.003,
  leastComplaints: 3,
}

const windowHours = 24

export interface MailRates {
  readonly sent: number
  readonly bounced: number
  readonly complained: number
}

/** Why notices and promotion stop; undefined if they go on. */
export function reasonToStop({ sent, bounced, complained }: MailRates): string | undefined {
  if (sent < limits.leastSent) return undefined
  const percent = (count: number): string => `${((count / sent) * 100).toFixed(1)} %`
  if (bounced > sent * limits.bounced) return `${percent(bounced)} of the mails of a day came back`
  if (complained >= limits.leastComplaints && complained > sent * limits.complained)
    return `${percent(complained)} of the recipients of a day complained`
  return undefined
}

/** Counts the last day of each brand, and stops or releases its notices and promotion. */
export async function measureMail({ db, log }: { readonly db: Database; readonly log: Log }, at: Date): Promise<void> {
  const { rows } = await sql<MailRates & { brandId: string; since: Date | null; released: Date | null }>`
    with window_start as (select ${at}::timestamptz - ${windowHours} * interval '1 hour' as since),
    sent as (
      select brand_id, count(*)::int as n from emails, window_start
      -- A mail leaves within two days, or not at all.
      where created_at >= since - interval '2 days' and sent_at >= since group by 1),
    events as (
      select brand_id,
        (count(distinct coalesce(email_id, id)) filter (where kind = 'failed' and class = 'hard'))::int as bounced,
        (count(distinct coalesce(email_id, id)) filter (where kind = 'complained'))::int as complained
      from mail_events, window_start where created_at >= since group by 1)
    select brand_id as "brandId", coalesce(s.n, 0) as sent, coalesce(e.bounced, 0) as bounced,
      coalesce(e.complained, 0) as complained, r.stopped_at as since, r.released_at as released
    from sent s full join events e using (brand_id) full join mail_rates r using (brand_id)`.execute(db)
  for (const { brandId, since, released, ...rates } of rows) {
    const reason = reasonToStop(rates)
    const isReleased = released !== null && at.getTime() - released.getTime() < windowHours * 3_600_000
    const stops = reason !== undefined && !isReleased
    if (stops && since === null) log.error({ brand: brandId, ...rates }, `notices and promotion stop: ${reason}`)
    if (!stops && since !== null) log.warn({ brand: brandId, ...rates }, 'notices and promotion go on')
    const values = { ...rates, measured_at: at, stopped_at: stops ? (since ?? at) : null }
    await db
      .insertInto('mail_rates')
      .values({ brand_id: brandId, ...values })
      .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(values))
      .execute()
  }
}

/** Whether a brand's notices and promotion wait. */
export async function isBulkStopped(executor: Executor, brandId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('mail_rates')
    .select('stopped_at')
    .where('brand_id', '=', brandId)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** An operator has found the cause: a day's shares do not stop the mail again. @returns whether it was stopped */
export async function releaseBulk(executor: Executor, brandId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('mail_rates')
    .set({ stopped_at: null, released_at: at })
    .where('brand_id', '=', brandId)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The rates of the brands, those of the last measurement. */
export async function mailRates(executor: Executor) {
  return executor
    .selectFrom('mail_rates')
    .select(['brand_id as brandId', 'sent', 'bounced', 'complained', 'stopped_at as stoppedAt'])
    .orderBy('brand_id')
    .execute()
}

/** For `/readyz` and `/metrics`: the worst share among the brands, in thousandths, and how many have stopped. */
export async function worstRates(executor: Executor) {
  const { rows } = await sql<{ bounced: number; complained: number; stopped: number }>`
    select coalesce(max(bounced * 1000 / sent) filter (where sent >= ${limits.leastSent}), 0)::int as bounced,
      coalesce(max(complained * 1000 / sent) filter (where sent >= ${limits.leastSent}), 0)::int as complained,
      count(stopped_at)::int as stopped from mail_rates`.execute(executor)
  return rows[0] ?? { bounced: 0, complained: 0, stopped: 0 }
}
