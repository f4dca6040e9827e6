import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/**
 * For a time, the member begins at most so many conversations in an hour; `send_one_message` counts them under the lock
 * of the sender's wallet. The member reads it as a limit when it is reached. Of two limits the stricter one holds.
 */
export async function limitFirstMessages(
  tx: Executor,
  {
    memberId,
    ruleId,
    perHour,
    at,
    until,
  }: {
    readonly memberId: string
    readonly ruleId: string
    readonly perHour: number
    readonly at: Date
    readonly until: Date
  },
): Promise<void> {
  await sql`
    insert into first_message_limits as l (member_id, rule_id, per_hour, from_at, until_at, window_start)
    values (${memberId}, ${ruleId}, ${perHour}, ${at}, ${until}, ${at})
    on conflict (member_id) do update set rule_id = excluded.rule_id, from_at = excluded.from_at, until_at = excluded.until_at,
      per_hour = case when l.until_at > ${at} then least(l.per_hour, excluded.per_hour) else excluded.per_hour end`.execute(
    tx,
  )
}

/** Ends the limits that a rule has set for members of a brand. */
export async function liftFirstMessageLimits(
  tx: Executor,
  { brandId, ruleId, at }: { readonly brandId: string; readonly ruleId: string; readonly at: Date },
): Promise<void> {
  await sql`
    update first_message_limits l set until_at = greatest(${at}, l.from_at + interval '1 millisecond')
    from members m where l.until_at > ${at} and l.rule_id = ${ruleId} and m.id = l.member_id and m.brand_id = ${brandId}`.execute(
    tx,
  )
}

/** Ends the limit of a member: a person found nothing. */
export async function endFirstMessageLimit(tx: Executor, memberId: string, at: Date): Promise<void> {
  await sql`
    update first_message_limits set until_at = greatest(${at}, from_at + interval '1 millisecond')
    where member_id = ${memberId} and until_at > ${at}`.execute(tx)
}
