import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/**
 * Days after which the whole body of a webhook event goes: the longest time in which the schemes let a card payment be
 * disputed. What it said was applied when it arrived, and is in the attempt, its transitions, disputes and refunds.
 */
const wholeForDays = 120

/**
 * Reduces the bodies of old events to the payment they are about and the stored card they named, which erasing needs.
 * The row stays, so that a repeated event is still known. Events that match no payment keep theirs, for a person who looks
 * into them, and hints, which say nothing else.
 * @param limits.batch events per statement
 * @returns bodies that were reduced
 */
export async function trimBodies(
  db: Database,
  now: Date,
  { until = Infinity, batch = 2000 }: { readonly until?: number; readonly batch?: number } = {},
): Promise<number> {
  const before = new Date(now.getTime() - wholeForDays * 86_400_000)
  let trimmed = 0
  while (performance.now() < until) {
    const { numAffectedRows } = await sql`
      update payment_webhooks set body = jsonb_build_object('state', jsonb_strip_nulls(jsonb_build_object(
        'reference', body #> '{state,reference}', 'token', body #> '{state,token}')))
      where ctid = any(array(
        select ctid from payment_webhooks
        where processed_at is not null and error is null and body ->> 'kind' <> 'hint' and received_at < ${before}
        order by received_at limit ${batch} for update skip locked))`.execute(db)
    const rows = Number(numAffectedRows ?? 0n)
    trimmed += rows
    if (rows < batch) break
  }
  return trimmed
}
