import { journeyNames } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { PromotionDeps } from './deps.ts'
import { feed } from './feed.ts'
import { journeys } from './journeys.ts'
import { digestOf, type MailingRow, segmentNameOf } from './mailing-row.ts'
import { segmentOf } from './segments.ts'

const hourMs = 3_600_000
/** A mailing that a member cannot be sent within three days is no news any more; a journey waits for a week. */
const [mailingHours, journeyHours] = [72, 7 * 24]
/** Members that are looked at in one statement. */
const page = 1000
/** A member `m` who may be written to at all; others get no row. `verdicts.ts` decides when it is due. */
const mayBeWrittenTo = sql<boolean>`m.state = 'active' and m.sample is null and m.email_confirmed_at is not null
  and (select granted from consents c where c.member_id = m.id and c.kind = 'promotion'
    order by given_at desc, id desc limit 1)`

/**
 * One run: mailings begin when it is time, their recipients are listed page by page, and what is due is queued, until
 * nothing is left to do or the time is over. Killed anywhere, the next run goes on where the last commit was.
 */
export async function sendPromotions(deps: PromotionDeps, until: number): Promise<void> {
  await dropStopped(deps)
  await beginMailings(deps)
  await listJourneys(deps)
  let pages = 0
  while (performance.now() <= until && (await listRecipients(deps))) pages += 1
  // Statements of the feed are planned again: they were planned for a table without these rows.
  if (pages > 0) await sql`analyze promotions`.execute(deps.db)
  while (performance.now() <= until && (await feed(deps)));
  await endMailings(deps)
}

/** What waits of a mailing that was stopped is over; mails that are queued ask for themselves. */
async function dropStopped({ db }: PromotionDeps): Promise<void> {
  await sql`
    update promotions p set state = 'dropped', reason = 'stopped' from mailings g
    where g.state = 'stopped' and p.brand_id = g.brand_id and p.source = 'mailing' and p.about = g.id::text
      and p.state = 'waiting'`.execute(db)
}

async function beginMailings(deps: PromotionDeps): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<MailingRow>`
      select * from mailings where state = 'approved' and coalesce(starts_at, approved_at) <= ${now} for update`.execute(
      tx,
    )
    for (const row of rows) {
      // The routes do not let this happen: what a person approved is what is sent, even if the row was changed past them.
      const isSame = row.approved_digest?.toString('hex') === digestOf(row)
      if (!isSame) deps.log.error({ brand: row.brand_id, mailing: row.id }, 'a mailing differs from what was approved')
      await tx
        .updateTable('mailings')
        .set(
          isSame
            ? { state: 'sending', begun_at: now }
            : { state: 'draft', approved_by: null, approved_at: null, approved_digest: null },
        )
        .where('brand_id', '=', row.brand_id)
        .where('id', '=', row.id)
        .execute()
    }
  })
}

/** Lists the next page of each mailing's recipients. @returns whether there may be more */
async function listRecipients(deps: PromotionDeps): Promise<boolean> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<MailingRow>`
      select * from mailings where state = 'sending' and not is_listed order by brand_id, id for update`.execute(tx)
    for (const row of rows) {
      const endsAt = new Date((row.begun_at ?? now).getTime() + mailingHours * hourMs)
      // Who did not agree, or never confirmed an address, needs no row: the count says how many they are.
      const { rows: listed } = await sql<{ last: string | null; looked: number }>`
        with looked as (
          select id from members where brand_id = ${row.brand_id} and state = 'active'
            and id > coalesce(${row.listed_to}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${page}),
        added as (
          insert into promotions (member_id, source, about, brand_id, created_at, due_at, ends_at)
          select m.id, 'mailing', ${row.id}, m.brand_id, ${now}, ${now}, ${endsAt}
          from looked join members m on m.id = looked.id
          where ${mayBeWrittenTo} and (${segmentOf[segmentNameOf(row)](now)})
          on conflict do nothing)
        select (select id from looked order by id desc limit 1) as last, (select count(*)::int from looked) as looked`.execute(
        tx,
      )
      const { last = null, looked = 0 } = listed[0] ?? {}
      await tx
        .updateTable('mailings')
        .set({ listed_to: last ?? row.listed_to, is_listed: looked < page })
        .where('brand_id', '=', row.brand_id)
        .where('id', '=', row.id)
        .execute()
    }
    return rows.length > 0
  })
}

/** Adds who has become due of the journeys that are on: once for each, whatever becomes of it. */
async function listJourneys(deps: PromotionDeps): Promise<void> {
  const now = deps.clock()
  const endsAt = new Date(now.getTime() + journeyHours * hourMs)
  const on = await deps.db
    .selectFrom('journeys')
    .select(['brand_id', 'journey'])
    .where('is_on', '=', true)
    .where(
      'brand_id',
      'in',
      deps.brands.list.map(({ key }) => key),
    )
    .execute()
  for (const { brand_id: brandId, journey } of on) {
    const name = journeyNames.find((one) => one === journey)
    if (!name) continue
    await sql`
      insert into promotions (member_id, source, about, brand_id, created_at, due_at, ends_at)
      select d.member_id, ${name}, d.about, ${brandId}, ${now}, ${now}, ${endsAt}
      from (${journeys[name].due(brandId, now)}) d join members m on m.id = d.member_id
      where ${mayBeWrittenTo}
        and not exists (select from promotions p
          where p.member_id = d.member_id and p.source = ${name} and p.about = d.about)
      limit ${page}
      on conflict do nothing`.execute(deps.db)
  }
}

/** A mailing is over when nothing of it waits; after a week in any case. */
async function endMailings({ db, clock }: PromotionDeps): Promise<void> {
  const now = clock()
  await sql`
    update mailings g set state = 'sent', ended_at = ${now}
    where g.state = 'sending' and g.is_listed and (g.begun_at < ${now}::timestamptz - interval '7 days'
      or not exists (select from promotions p where p.brand_id = g.brand_id and p.source = 'mailing'
        and p.about = g.id::text and p.state in ('waiting', 'queued')))`.execute(db)
}
