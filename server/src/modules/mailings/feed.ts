import { sql } from 'kysely'
import { enqueueEmail } from '#modules/outreach/index.ts'
import { newId } from '#platform/ids.ts'
import type { Tx } from '#platform/database/database.ts'
import type { PromotionDeps } from './deps.ts'
import { openSource, type Source, stillAmong } from './source.ts'
import { type Verdict, verdictsOf } from './verdicts.ts'

/** Decided on in one transaction. */
const batch = 100
/**
 * Mails of promotion in the queue at once: other mail comes first there, and the less is queued the less a stop has to
 * catch. A minute brings the next ones.
 */
const mostQueued = 2000

interface Row {
  readonly member_id: string
  readonly source: string
  readonly about: string
  readonly brand_id: string
  readonly ends_at: Date
}

/**
 * Decides on what is due, and queues the mails in the same transaction.
 * @returns whether there may be more
 */
export async function feed(deps: PromotionDeps): Promise<boolean> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // One after the other: two sources that decide about a member at once would both find the week free.
    await sql`select pg_advisory_xact_lock(hashtext('promotions'))`.execute(tx)
    const room = Math.min(batch, mostQueued - (await queuedNow(tx)))
    if (room <= 0) return false
    const { rows } = await sql<Row>`
      select member_id, source, about, brand_id, ends_at from promotions
      where state = 'waiting' and due_at <= ${now} order by due_at limit ${room} for update`.execute(tx)
    for (const some of bySource(rows)) await decide(tx, deps, some, now)
    return rows.length > 0
  })
}

async function queuedNow(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from emails where state = 'queued'
      and kind in ('newsletter', 'journey-no-photo', 'journey-no-first-message', 'journey-lapsed')
      limit ${mostQueued}) q`.execute(tx)
  return rows[0]?.n ?? 0
}

const bySource = (rows: readonly Row[]): readonly (readonly Row[])[] =>
  Object.values(Object.groupBy(rows, (row) => `${row.brand_id} ${row.source} ${row.about}`)).flatMap((some) =>
    some ? [some] : [],
  )

/** Rows of one source. */
async function decide(tx: Tx, deps: PromotionDeps, rows: readonly Row[], now: Date): Promise<void> {
  const [first] = rows
  if (!first) return
  const { brand_id: brandId, source, about } = first
  const ids = rows.map(({ member_id: id }) => id)
  const open = await openSource(tx, { brandId, source, about, now })
  const still = open ? await stillAmong(tx, open, ids) : new Set()
  const verdicts = await verdictsOf(tx, deps, brandId, ids, now, { source, about })
  for (const row of rows) {
    if (!open) await drop(tx, row, 'stopped')
    else if (!still.has(row.member_id)) await drop(tx, row, 'moved_on')
    else await carryOut(tx, deps, open, row, verdicts.get(row.member_id) ?? { kind: 'drop', why: 'closed' }, now)
  }
}

async function carryOut(
  tx: Tx,
  deps: PromotionDeps,
  open: Source,
  row: Row,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  if (verdict.kind === 'drop') return drop(tx, row, verdict.why)
  if (verdict.kind === 'wait')
    return verdict.until > row.ends_at ? drop(tx, row, verdict.why) : wait(tx, row, verdict.until)
  const brand = deps.brands.byKey(row.brand_id)
  if (!brand) return drop(tx, row, 'stopped')
  const { memberId, email, locale } = verdict.to
  const id = newId()
  await enqueueEmail(
    tx,
    {
      id,
      brandId: brand.key,
      memberId,
      kind: open.kind,
      to: email,
      locale,
      props: { link: `${brand.origin}${open.page}` },
    },
    now,
  )
  await sql`
    update promotions set state = 'queued', email_id = ${id}, queued_at = ${now} where ${isRow(row)}`.execute(tx)
}

const isRow = ({ member_id, source, about }: Row) =>
  sql`member_id = ${member_id} and source = ${source} and about = ${about}`
const drop = async (tx: Tx, row: Row, reason: string): Promise<void> =>
  void (await sql`update promotions set state = 'dropped', reason = ${reason} where ${isRow(row)}`.execute(tx))
const wait = async (tx: Tx, row: Row, until: Date): Promise<void> =>
  void (await sql`update promotions set due_at = ${until} where ${isRow(row)}`.execute(tx))
