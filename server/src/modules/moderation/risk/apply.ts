import { slowedHours } from '@incontro/contract/risk-signals'
import { type RawBuilder, sql } from 'kysely'
import { recordMemberAction } from '#modules/audit/index.ts'
import { openCase, scoreUnscored, unscoreOf } from '#modules/cases/index.ts'
import { limitFirstMessages } from '#modules/chat/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { factsOf, since } from './facts.ts'
import { conditionsOf, matches, type RuleRow } from './rules.ts'
import { scoresOf } from './score.ts'
import { rowsOf, type Values, valuesAt } from './signals.ts'
import type { SimulateDeps } from './simulate.ts'

const minute = 60_000
/** A rule that has queued a member says nothing again about them for so long, whatever was decided. */
const quietDays = 30
/** Most members that one run looks at; the next goes on. */
const mostMembers = 2000
const batch = 200

/** Lets the live rules of a brand look at what members did since they last did, and scores what waits. */
export async function applyRules(
  deps: SimulateDeps,
  brandId: string,
  until: number,
  most: number = mostMembers,
): Promise<void> {
  const { db, signalKeys, clock } = deps
  const at = clock()
  const live = await db
    .selectFrom('risk_rules')
    .selectAll()
    // A date of JavaScript has no microseconds, and would not be the same moment.
    .select(sql<string | null>`applied_until::text`.as('seen_until'))
    .where('brand_id', '=', brandId)
    .where('state', '=', 'live')
    .orderBy('id')
    .limit(200)
    .execute()
  const behind = live
    .flatMap(({ applied_until: time, seen_until: moment, applied_until_id: id }) =>
      time !== null && moment !== null ? [{ time, seen: { moment, id } }] : [],
    )
    .toSorted((one, other) => one.time.getTime() - other.time.getTime())[0]
  const lately = new Date(at.getTime() - 2 * minute)
  const from = behind && behind.time < lately ? behind.seen : { moment: lately.toISOString(), id: null }
  const { memberIds, seen } = await activeSince(db, { brandId, from, at, most })
  await unscoreOf(db, brandId, memberIds)
  if (live.length > 0) {
    for (let start = 0; start < memberIds.length; start += batch) {
      if (performance.now() > until) return
      const facts = await factsOf(db, {
        brandId,
        memberIds: memberIds.slice(start, start + batch),
        from: since(at),
        signalKeys,
      })
      for (const [memberId, known] of facts) {
        const values = valuesAt(known, at.getTime())
        for (const rule of live) if (matches(conditionsOf(rule), values)) await meet(db, rule, memberId, values, at)
      }
    }
    await sql`
      update risk_rules set applied_until = ${seen.moment}::timestamptz, applied_until_id = ${seen.id}::uuid
      where brand_id = ${brandId} and state = 'live'
        and (applied_until, coalesce(applied_until_id, ${lastId}::uuid)) < (${seen.moment}::timestamptz, coalesce(${seen.id}::uuid, ${lastId}::uuid))`.execute(
      db,
    )
  }
  while (
    performance.now() < until &&
    (await scoreUnscored(db, brandId, at, (cases) => scoresOf(db, { brandId, signalKeys, at }, cases)))
  );
}

/** How far members were looked at: until this one of the moment, or with null all of it. */
interface Seen {
  /** As PostgreSQL writes it, to the microsecond. */
  readonly moment: string
  readonly id: string | null
}
/** After every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Members who began a conversation, were reported or signed up in a time: the first so many, by moment and id. */
async function activeSince(
  db: Database,
  {
    brandId,
    from,
    at,
    most,
  }: { readonly brandId: string; readonly from: Seen; readonly at: Date; readonly most: number },
): Promise<{ readonly memberIds: readonly string[]; readonly seen: Seen }> {
  // The moment alone is what an index finds; of the very same one some members were seen.
  const after = (moment: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
    ${moment} >= ${from.moment}::timestamptz and ${moment} <= ${at}
      and (${moment}, ${id}) > (${from.moment}::timestamptz, coalesce(${from.id}::uuid, ${lastId}::uuid))
    order by ${moment}, ${id} limit ${sql.lit(most)}`
  const { rows } = await sql<{ id: string; moment: string }>`
    select id, at::text as moment from (
      (select f.sender_id as id, c.created_at as at from conversations c
        join lateral (select sender_id from messages f where f.conversation_id = c.id and f.icebreaker order by f.seq limit 1) f on true
        join members m on m.id = f.sender_id and m.brand_id = ${brandId}
        where ${after(sql`c.created_at`, sql`f.sender_id`)})
      union all
      (select reported_id, created_at from reports
        where brand_id = ${brandId} and state = 'open' and reported_id is not null and ${after(sql`created_at`, sql`reported_id`)})
      union all
      (select id, created_at from members where brand_id = ${brandId} and ${after(sql`created_at`, sql`id`)})) active
    order by at, id limit ${sql.lit(most)}`.execute(db)
  const last = rows.length < most ? undefined : rows.at(-1)
  return {
    memberIds: [...new Set(rows.map(({ id }) => id))],
    seen: last ? { moment: last.moment, id: last.id } : { moment: at.toISOString(), id: null },
  }
}

/** A person has looked at what rules said about the member, and found nothing: the rules are quiet for a while. */
async function wasDismissed(tx: Tx, brandId: string, memberId: string, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('cases')
    .select('id')
    .where('member_id', '=', memberId)
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'profile')
    .where('verdict', '=', 'dismiss')
    .where('decided_at', '>', since(at, quietDays))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What a live rule does about a member, once: a case, and a limit that they read and that ends by itself, if it slows. */
const meet = (db: Database, rule: RuleRow, memberId: string, values: Values, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { brand_id: brandId, id: ruleId, version, effect, per_hour: perHour } = rule
    // Two processes may look at the same time, and a person may stop the rule meanwhile.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`risk rule ${ruleId} ${memberId}`}, 0))`.execute(tx)
    const stillLive = await tx
      .selectFrom('risk_rules')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('id', '=', ruleId)
      .where('version', '=', version)
      .where('state', '=', 'live')
      .forShare()
      .executeTakeFirst()
    const member = await tx.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirst()
    const quietMs = effect === 'slow' ? slowedHours * 60 * minute : quietDays * 24 * 60 * minute
    const before = await tx
      .selectFrom('risk_hits')
      .select('id')
      .where('member_id', '=', memberId)
      .where('rule_id', '=', ruleId)
      .where('hit_at', '>', new Date(at.getTime() - quietMs))
      .where('simulation_id', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!stillLive || member?.state !== 'active' || before || (await wasDismissed(tx, brandId, memberId, at))) return
    const rows = rowsOf(values)
    await tx
      .insertInto('risk_hits')
      .values({
        brand_id: brandId,
        id: newId(),
        rule_id: ruleId,
        version,
        member_id: memberId,
        simulation_id: null,
        hit_at: at,
        signals: JSON.stringify(rows),
      })
      .execute()
    const slowed = { memberId, ruleId, at, until: new Date(at.getTime() + slowedHours * 60 * minute) }
    if (perHour !== null) await limitFirstMessages(tx, { ...slowed, perHour })
    // A person decides in either case.
    await openCase(tx, { brandId, kind: 'profile', subjectId: memberId, memberId, source: 'rule', parts: ['rule'], at })
    await recordMemberAction(tx, {
      memberId,
      madeBy: 'command:risk rules',
      action: effect === 'slow' ? 'rule_slowed' : 'rule_queued',
      detail: { rule: ruleId, version, name: rule.name, perHour, signals: rows },
      at,
    })
  })
