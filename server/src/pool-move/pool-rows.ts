import pg from 'pg'
import { allTables } from '#src/tables.ts'

/** A table with the rows that belong to one pool. */
export interface PoolTable {
  readonly name: string
  /** Its columns, without computed ones. */
  readonly columns: readonly string[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** The condition of the pool's rows, about the row `r`. */
  readonly where: string
  /**
   * `moved`: a pool that leaves takes these rows along. `reference`: the same in every database. `shared`: about several
   * pools; both sides keep them.
   */
  readonly use: 'moved' | 'reference' | 'shared'
}

export interface Pool {
  readonly id: string
  readonly brandIds: readonly string[]
  /** VAT numbers of the companies that sell there. */
  readonly companies: readonly string[]
}

const quoted = (values: readonly string[]): string =>
  values.length === 0 ? 'null' : values.map((value) => pg.escapeLiteral(value)).join(', ')

/** What belongs to a pool, as conditions. */
function partsOf({ id, brandIds, companies }: Pool) {
  const pool = pg.escapeLiteral(id)
  const members = `(select id from members where pool_id = ${pool})`
  const ofBrands = `brand_id in (${quoted(brandIds)})`
  const attempts = `(select id from payment_attempts where ${ofBrands})`
  return {
    byPool: `r.pool_id = ${pool}`,
    byBrand: `r.${ofBrands}`,
    byMember: `r.member_id in ${members}`,
    bySender: `r.sender_id in ${members}`,
    byConversation: `r.conversation_id in (select id from conversations where pool_id = ${pool})`,
    byAttempt: `r.attempt_id in ${attempts}`,
    byCompany: `r.company in (${quoted(companies)})`,
    byPayment: `(coalesce(r.body #>> '{state,reference}', '') in (select id::text from payment_attempts where ${ofBrands})
      or coalesce(r.body #>> '{state,reference}', '') in (select id::text from refunds where ${ofBrands})
      or coalesce(r.body #>> '{state,providerRef}', r.body ->> 'providerRef', '') in
        (select provider_ref from payment_attempts where ${ofBrands} and provider_ref is not null))`,
  } as const
}
/**
 * Every table with rows of the pool.
 * @throws for a table of which it is not known which rows belong to a pool
 */
export async function tablesOf(client: pg.Client, pool: Pool): Promise<readonly PoolTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select array_agg(a.attname::text order by a.attnum) from pg_index i join pg_attribute a
          on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  const parts = partsOf(pool)
  return rows.flatMap(({ name, columns, key }): PoolTable[] => {
    const has = (column: string): boolean => columns.includes(column)
    const rule =
      allTables[name]?.pool ??
      (has('pool_id') ? 'byPool' : has('brand_id') ? 'byBrand' : has('member_id') ? 'byMember' : undefined)
    if (rule === undefined || key === null)
      throw new Error(
        `${name}: it is not known which of its rows belong to a pool; declare it in tables.ts of its module`,
      )
    if (rule === 'own') return []
    if (rule === 'reference' || rule === 'shared') return [{ name, columns, key, where: 'true', use: rule }]
    return [{ name, columns, key, where: parts[rule], use: 'moved' }]
  })
}

/** The condition of waiting jobs and events of the pool, about their `payload`. */
export function payloadsOf(pool: Pool): string {
  const { id, brandIds } = pool
  const brands = quoted(brandIds)
  const members = `select id::text from members where pool_id = ${pg.escapeLiteral(id)}`
  const media = `select m.id::text from message_media m where m.sender_id::text in (${members})`
  const ofBrand = (table: string): string => `select id::text from ${table} where brand_id in (${brands})`
  return [
    `payload ->> 'brandId' in (${brands})`,
    ...['memberId', 'otherId', 'senderId', 'recipientId'].map((name) => `payload ->> '${name}' in (${members})`),
    `payload ->> 'attemptId' in (${ofBrand('payment_attempts')})`,
    `payload ->> 'refundId' in (${ofBrand('refunds')})`,
    `payload ->> 'emailId' in (${ofBrand('emails')} and state = 'queued')`,
    `payload ->> 'mediaId' in (${media})`,
    // A file is removed unless a row of this id is there: without its job, that row's file would be.
    `payload ->> 'unlessOf' in (${members})`,
    `payload ->> 'unlessOf' in (${media})`,
    `payload ->> 'id' in (select p.id::text from member_photos p where p.member_id::text in (${members}))`,
    `payload ->> 'id' in (select e.id::text from data_exports e where e.member_id::text in (${members}))`,
    `(payload ->> 'connection', payload ->> 'eventId') in
      (select connection, event_id from payment_webhooks r where processed_at is null and ${partsOf(pool).byPayment})`,
  ].join(' or ')
}
